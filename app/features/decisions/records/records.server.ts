import { aliasedTable, and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { db, readLate, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import { whyAbsent } from './absent.server';
import { isCalled, isFileFor, isListedFor, isReadableBy } from './visibility.server';

export { isListedFor };

const { courts, decisionCitations, decisionRecords: records, intranetResources } = schema;

/**
 * A decision with its court, what it cites, what cites it, and its documents in the library; of each
 * only what the actor sees.
 * @param identifier its ECLI or the identifier of this site, in any letter case
 * @throws AppError `error.not-found`, `error.decision.withdrawn`
 */
export async function getDecision(actor: Actor, identifier: string) {
  authoriseReading(actor);
  return readLate(async () => {
    const [found] = await db()
      .select({ record: getTableColumns(records), court: getTableColumns(courts) })
      .from(records)
      .innerJoin(courts, eq(courts.code, records.court))
      .where(and(isCalled(identifier), isReadableBy(actor)));
    if (!found) throw await whyAbsent(actor, identifier);
    const { search: _, keys: __, procedureKeys: ___, ...shown } = found.record;
    const { createdBy: _by, updatedBy: _changedBy, ...record } = shown;
    const [cites, citedBy, files] = await Promise.all([
      listCited(actor, record.id),
      listCiting(actor, record.id),
      listFiles(actor, record.id),
    ]);
    return { ...record, court: found.court, cites, citedBy, files };
  });
}

export type DecisionPage = Awaited<ReturnType<typeof getDecision>>;

/** What a line about another decision says of it. */
export const briefColumns = {
  identifier: records.identifier,
  names: records.names,
  caseNumbers: records.caseNumbers,
  decidedOn: records.decidedOn,
  country: records.country,
  courtCode: courts.code,
  court: courts.name,
  abbreviation: courts.abbreviation,
};

export type BriefDecision = {
  identifier: string;
  names: string[];
  caseNumbers: string[];
  decidedOn: string;
  country: string;
  courtCode: string;
  court: string;
  abbreviation: string;
};

/** What a decision cites, also what is not here; what the actor may not see looks like that. */
async function listCited(actor: Actor, id: string) {
  const rows = await db()
    .select({
      identifierAsCited: decisionCitations.identifier,
      paragraphs: decisionCitations.paragraphs,
      ...briefColumns,
    })
    .from(decisionCitations)
    .leftJoin(records, and(eq(records.id, decisionCitations.cited), isListedFor(actor)))
    .leftJoin(courts, eq(courts.code, records.court))
    .where(eq(decisionCitations.citing, id))
    .orderBy(sql`${records.decidedOn} desc nulls last`, asc(decisionCitations.identifier));
  const cited = rows.map(({ identifierAsCited, paragraphs, ...decision }) => ({
    identifier: identifierAsCited,
    paragraphs,
    decision: presentDecision(decision),
  }));
  return onceEach(cited, ({ identifier, decision }) => decision?.identifier ?? identifier);
}

type Joined = { [Key in keyof BriefDecision]: BriefDecision[Key] | null };

/** Null where the join found none. */
function presentDecision(row: Joined): BriefDecision | null {
  const { identifier, names, caseNumbers, decidedOn, country, courtCode, court } = row;
  if (!identifier || !names || !caseNumbers || !decidedOn || !country || !courtCode || !court)
    return null;
  const abbreviation = row.abbreviation ?? court;
  return { identifier, names, caseNumbers, decidedOn, country, courtCode, court, abbreviation };
}

/** A decision that is cited under two names, of a merged record and of its own, is one. */
function onceEach<Citation extends { paragraphs: number[] }>(
  citations: readonly Citation[],
  keyOf: (citation: Citation) => string,
): Citation[] {
  const found = new Map<string, Citation>();
  for (const citation of citations) {
    const key = keyOf(citation);
    const same = found.get(key);
    const all = new Set([...(same?.paragraphs ?? []), ...citation.paragraphs]);
    const paragraphs = [...all].toSorted((a, b) => a - b);
    found.set(key, { ...(same ?? citation), paragraphs });
  }
  return [...found.values()];
}

async function listCiting(actor: Actor, id: string) {
  const rows = await db()
    .select({ paragraphs: decisionCitations.paragraphs, decision: briefColumns })
    .from(decisionCitations)
    .innerJoin(records, and(eq(records.id, decisionCitations.citing), isListedFor(actor)))
    .innerJoin(courts, eq(courts.code, records.court))
    .where(eq(decisionCitations.cited, id))
    .orderBy(desc(records.decidedOn), asc(records.identifier));
  return onceEach(rows, ({ decision }) => decision.identifier);
}

async function listFiles(actor: Actor, id: string) {
  const own = aliasedTable(intranetResources, 'own');
  return db()
    .select({
      id: own.id,
      title: own.title,
      language: own.language,
      extension: own.storageExtension,
      bytes: own.bytes,
    })
    .from(own)
    .where(
      sql`${own.id} in (select ${intranetResources}.id from ${intranetResources}, ${records}
        where ${records}.id = ${id} and ${isFileFor(actor)})`,
    )
    .orderBy(asc(own.title));
}
