import { and, eq, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { type CitedDetails, type TypedDecision, typedEcli } from './content-rows';

const { courts, decisionRecords: records, decisions } = schema;

type Resolved = {
  cited: CitedDetails[];
  /** The keys of the texts by field, as `decisions.0.decision`. */
  fieldErrors: Record<string, string>;
};

/**
 * Finds the decisions that a text cites by ECLI, case number or name: those of the site, those that
 * another text cites already, and those of which everything was typed.
 * @param places of the rows in the form, where a refusal is shown
 */
export async function resolveDecisions(
  typed: readonly TypedDecision[],
  places: readonly number[],
): Promise<Resolved> {
  const fieldErrors: Record<string, string> = {};
  const cited = new Map<string, CitedDetails>();
  for (const [at, row] of typed.entries()) {
    const found = await findDecision(row);
    if (typeof found === 'string') fieldErrors[`decisions.${places[at] ?? at}.decision`] = found;
    else cited.set(found.ecli, found);
  }
  return { cited: [...cited.values()], fieldErrors };
}

/** What is for members only is not told in a public text. */
const isPublic = and(eq(records.state, 'checked'), eq(records.visibility, 'public'));

/** @returns the key of a text where there is none, or more than one */
async function findDecision(row: TypedDecision): Promise<CitedDetails | string> {
  const ecli = typedEcli(row);
  const isMeant = ecli
    ? sql`upper(${records.identifier}) = upper(${ecli})`
    : sql`exists (select 1 from unnest(${records.names} || ${records.caseNumbers}) as called
        where lower(called) = lower(${row.decision}))`;
  const found = await db()
    .select({
      ecli: records.identifier,
      caseNumber: sql<string>`coalesce(${records.caseNumbers}[1], '')`,
      name: sql<string>`coalesce(${records.names}[1], '')`,
      // Courts of organisations have a name in each language, and texts in any cite the same record.
      court: sql<string>`case when ${courts.country} in ('EU', 'CE', 'EFTA') then ${courts.nameEn} else ${courts.name} end`,
      dateDecided: records.decidedOn,
      sourceUrl: records.sourceUrl,
    })
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .where(and(isMeant, isPublic, eq(records.isEcli, true)))
    .limit(2);
  if (found.length > 1) return 'form.decision-several';
  if (found[0]) return found[0];
  if (!ecli) return 'form.decision-unknown';
  const { caseNumber, name, court, dateDecided, sourceUrl } = row;
  if (court && dateDecided)
    return { ecli, caseNumber, name, court, dateDecided, sourceUrl: sourceUrl || null };
  const [known] = await db().select().from(decisions).where(eq(decisions.ecli, ecli));
  return known ?? 'form.decision-unknown';
}
