import { sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { citationKey, latinCitations } from '~/features/citations/citation-key';
import { identifierKey } from '~/features/citations/ecli';
import { ownIdentifier } from '~/features/decisions/editor/editor.server';
import { arrayOf } from '~/features/decisions/query/query.server';
import type { ImportError } from './import-report';
import type { Row } from './plan-import.server';

const { decisionRecords: records } = schema;

/** A case number in one spelling: "C‑311/18" and "c 311/18" are both "C311/18". */
const numberKey = (number: string): string => citationKey(latinCitations(number));

/** A record that is here, as far as rows are matched with it. */
type Candidate = Pick<
  typeof records.$inferSelect,
  'identifier' | 'isEcli' | 'court' | 'decidedOn' | 'type'
> & { numbers: ReadonlySet<string> };

/**
 * Says which record each row means: that with its identifier, else that of the same court, day and type with
 * one of its numbers, where a row without an ECLI may mean one with it and the other way round. A row without
 * an identifier that means no record gets a name of ours. A row that may mean several is left out, and is an
 * error, as is one whose name another record has.
 */
export async function withTargets(
  tx: Transaction,
  rows: readonly Row[],
  errors: ImportError[],
): Promise<Row[]> {
  const here = await identifiersHere(tx, rows);
  const isOpen = ({ columns: { identifier, isEcli } }: Row) =>
    identifier === '' || (isEcli && !here.has(identifierKey(identifier)));
  const candidates = await findCandidates(tx, rows.filter(isOpen));
  return rows.flatMap((row): Row[] => {
    if (!isOpen(row)) return [row];
    const { columns, number } = row;
    const [first, second] = (candidates.get(placeOf(columns)) ?? []).filter((one) =>
      isMeant(one, row),
    );
    if (first && second) {
      const values = { one: first.identifier, other: second.identifier };
      const problem = 'decision-import.problem.ambiguous';
      errors.push({ row: number, field: 'caseNumbers', problem, values });
      return [];
    }
    if (columns.isEcli) return [{ ...row, target: first?.identifier ?? columns.identifier }];
    const identifier = first?.identifier ?? ownIdentifier(columns);
    if (!first && here.get(identifierKey(identifier)) === 'itself') {
      const problem = 'decision-import.problem.identifier-taken';
      errors.push({ row: number, field: 'caseNumbers', problem, values: { identifier } });
      return [];
    }
    const isEcli = first?.isEcli ?? false;
    return [{ ...row, columns: { ...columns, identifier, isEcli }, target: identifier }];
  });
}

/** Whether a record of the court and day of a row is the one that it means. */
function isMeant({ isEcli, type, numbers }: Candidate, { columns, given }: Row): boolean {
  if (columns.isEcli && isEcli) return false;
  if (given.has('type') && type !== columns.type) return false;
  return columns.caseNumbers.map(numberKey).some((key) => key !== '' && numbers.has(key));
}

/** What is here of what the rows are called, or would be. */
async function identifiersHere(
  tx: Transaction,
  rows: readonly Row[],
): Promise<Map<string, 'itself' | 'merged'>> {
  const wanted = rows.flatMap(({ columns }) => {
    if (columns.isEcli) return identifierKey(columns.identifier);
    return columns.identifier === '' ? identifierKey(ownIdentifier(columns)) : [];
  });
  const found = await tx
    .select({ identifier: records.identifier, mergedInto: records.mergedInto })
    .from(records)
    .where(sql`upper(${records.identifier}) = any(${arrayOf(wanted)})`);
  return new Map(
    found.map((one) => [identifierKey(one.identifier), one.mergedInto ? 'merged' : 'itself']),
  );
}

const placeOf = ({ court, decidedOn }: { court: string; decidedOn: string }) =>
  `${court} ${decidedOn}`;

/** The records of the courts and days of some rows. */
async function findCandidates(
  tx: Transaction,
  rows: readonly Row[],
): Promise<Map<string, Candidate[]>> {
  if (rows.length === 0) return new Map();
  const courts = rows.map(({ columns }) => columns.court);
  const days = rows.map(({ columns }) => columns.decidedOn);
  const found = await tx
    .select({
      identifier: records.identifier,
      isEcli: records.isEcli,
      court: records.court,
      decidedOn: records.decidedOn,
      type: records.type,
      caseNumbers: records.caseNumbers,
    })
    .from(records)
    .where(
      sql`(${records.court}, ${records.decidedOn}) in (
        select * from unnest(${arrayOf(courts)}, ${arrayOf(days)}::date[]))
        and ${records.mergedInto} is null`,
    )
    .orderBy(records.identifier);
  const candidates = found.map(({ caseNumbers, ...one }) => ({
    ...one,
    numbers: new Set(caseNumbers.map(numberKey)),
  }));
  return Map.groupBy(candidates, placeOf);
}
