import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { keepVersion } from '~/features/decisions/records/keep-version.server';
import { fromCsvRow, type ImportedDecision, importedDecision } from './import-schema.server';
import { parseCsv } from './parse-csv';

const { courts, decisionRecords: records } = schema;

export type ImportReport = {
  added: number;
  changed: number;
  unchanged: number;
  /** What is wrong, with the number of the row from 1; a file with one of them changes nothing. */
  errors: { row: number; field: string; problem: string }[];
};

type Columns = ReturnType<typeof columnsOf>;

/** A row with everything that a new decision has, and the fields that the file says of it. */
type Row = { number: number; columns: Columns; given: ReadonlySet<string> };

/** How many rows one statement writes. */
const batchSize = 200;

/**
 * Takes decisions from a file: new ones are added as checked, those that are here are changed, each with
 * a version of what it was. All of it happens, or nothing.
 * @param file text of a file as JSON, JSON Lines or CSV, with the names that exports have
 * @param isDryRun says what would happen, and changes nothing
 */
export async function importDecisions(
  actor: Actor,
  file: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<ImportReport> {
  authorise(actor, 'decision.manage');
  return transaction(async (tx) => {
    const { rows, errors } = await readRows(tx, file);
    const known = await knownBy(tx, rows);
    errors.push(...mergedAmong(rows, known));
    const fresh = rows.filter(({ columns }) => !known.has(columns.identifier.toUpperCase()));
    const changed = rows.flatMap((given) => {
      const before = known.get(given.columns.identifier.toUpperCase());
      const row = before && onlyGiven(before, given);
      return row && differs(before, row) ? [{ before, row }] : [];
    });
    const unchanged = rows.length - fresh.length - changed.length;
    const report = { added: fresh.length, changed: changed.length, unchanged, errors };
    if (isDryRun || errors.length > 0 || fresh.length + changed.length === 0) return report;
    for (let at = 0; at < fresh.length; at += batchSize) {
      await tx.insert(records).values(
        fresh.slice(at, at + batchSize).map(({ columns }) => ({
          ...columns,
          state: 'checked' as const,
          createdBy: actor.id,
          updatedBy: actor.id,
        })),
      );
    }
    for (const one of changed) await change(tx, actor, one);
    await invalidateTags(tx, 'decisions');
    const changes = { added: { to: report.added }, changed: { to: report.changed } };
    const target = { kind: 'decision', id: 'import' };
    await appendAudit(tx, actor, { action: 'decision.import', target, changes });
    return report;
  });
}

/** The rows of a file as columns, and what is wrong with the others. */
async function readRows(tx: Transaction, file: string) {
  const errors: ImportReport['errors'] = [];
  const rows: Row[] = [];
  const known = new Set(
    (await tx.select({ code: courts.code }).from(courts)).map((one) => one.code),
  );
  const seen = new Map<string, number>();
  for (const [at, given] of objectsIn(file).entries()) {
    const row = at + 1;
    const read = importedDecision.safeParse(given);
    if (!read.success) {
      for (const { path, message } of read.error.issues) {
        errors.push({ row, field: path.join('.'), problem: message });
      }
      continue;
    }
    const columns = columnsOf(read.data);
    const key = columns.identifier.toUpperCase();
    const before = seen.get(key);
    if (before) errors.push({ row, field: 'identifier', problem: `is in row ${before} too` });
    else if (!known.has(columns.court)) {
      errors.push({ row, field: 'court', problem: `"${columns.court}" is no court of this site` });
    } else rows.push({ number: row, columns, given: new Set(namesIn(given)) });
    seen.set(key, before ?? row);
  }
  return { rows, errors };
}

const namesIn = (row: unknown): string[] =>
  typeof row === 'object' && row !== null ? Object.keys(row) : [];

/** @throws SyntaxError when the file is no JSON and begins as if it were */
function objectsIn(file: string): unknown[] {
  const text = file.replace(/^\uFEFF/, '').trim();
  if (text.startsWith('[')) {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  }
  if (text.startsWith('{'))
    return text
      .split(/\r?\n/)
      .filter(Boolean)
      .map((one): unknown => JSON.parse(one));
  return parseCsv(text).map(fromCsvRow);
}

function columnsOf({ ecli, identifier, fine, ...facts }: ImportedDecision) {
  return {
    ...facts,
    identifier: ecli || identifier || '',
    isEcli: Boolean(ecli),
    fineAmount: fine ? fine.amount.toFixed(2) : null,
    fineCurrency: fine?.currency ?? null,
  };
}

async function knownBy(tx: Transaction, rows: readonly Row[]) {
  const identifiers = rows.map(({ columns }) => columns.identifier.toUpperCase());
  const found = await tx
    .select()
    .from(records)
    .where(sql`upper(${records.identifier}) = any(${sql.param(identifiers)}::text[])`);
  return new Map(found.map((one) => [one.identifier.toUpperCase(), one]));
}

type Known = typeof records.$inferSelect;

/** What became part of another decision has no life of its own any more. */
function mergedAmong(rows: readonly Row[], known: ReadonlyMap<string, Known>) {
  return rows.flatMap(({ number, columns }) =>
    known.get(columns.identifier.toUpperCase())?.mergedInto
      ? [{ row: number, field: 'identifier', problem: 'was merged into another decision' }]
      : [],
  );
}

function differs(before: Known, row: Columns): boolean {
  const { identifier: _, ...facts } = row;
  const had: Record<string, unknown> = before;
  return Object.entries(facts).some(([name, value]) => !isDeepStrictEqual(had[name], value));
}

/**
 * What the file does not say of a decision stays as it is, above all who may read it. A file may have
 * the summary of one language: those in others stay.
 */
function onlyGiven(before: Known, { columns, given }: Row): Columns {
  const { fineAmount, fineCurrency, summaries, ...facts } = columns;
  const had: Record<string, unknown> = before;
  const kept = Object.keys(facts).filter((name) => !given.has(name) && !isIdentity(name));
  const fine = given.has('fine') ? { fineAmount, fineCurrency } : {};
  const languages = new Set(summaries.map(({ language }) => language));
  const others = before.summaries.filter(({ language }) => !languages.has(language));
  return {
    ...columns,
    fineAmount: before.fineAmount,
    fineCurrency: before.fineCurrency,
    ...fine,
    ...Object.fromEntries(kept.map((name) => [name, had[name]])),
    summaries: [...summaries, ...others],
  };
}

const isIdentity = (name: string) => name === 'identifier' || name === 'isEcli';

async function change(
  tx: Transaction,
  actor: Actor,
  { before, row }: { before: Known; row: Columns },
): Promise<void> {
  await keepVersion(tx, actor, before);
  const { id: decision, version: number } = before;
  const { identifier: _, ...facts } = row;
  await tx
    .update(records)
    .set({ ...facts, version: number + 1, updatedAt: new Date(), updatedBy: actor.id })
    .where(eq(records.id, decision));
}
