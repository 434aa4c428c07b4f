import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { schema, type Transaction } from '~/db/db.server';
import { identifierKey, parseEcli, spellEcli } from '~/features/citations/ecli';
import { isPublishedAfterwards } from '~/features/decisions/records/decision-fields';
import { headnotesLast, summaryKey } from '~/features/decisions/records/headnotes';
import { type ImportedDecision, importedDecision, unknownFields } from './import-schema.server';
import type { ImportError } from './import-report';
import { withTargets } from './match-records.server';
import { type ImportFormat, readImport } from './read-import.server';

const { courts, decisionCitations: citations, decisionRecords: records } = schema;

type Known = typeof records.$inferSelect;
type Columns = ReturnType<typeof columnsOf>;

/** A row with everything that a new decision has, and the fields that the file says of it. */
export type Row = {
  number: number;
  columns: Columns;
  cites: string[];
  given: ReadonlySet<string>;
  /** The identifier of the record that it means, which may have another one, or that of a new one. */
  target: string;
};

/** What a row would do; `before` is what it changes. */
export type PlannedRow = {
  number: number;
  columns: Columns;
  before: Known | null;
  /** What it cites, as far as that is not known yet. */
  cites: string[];
  /** The columns that would change; none where the row says what is there already. */
  changes: string[];
};

export type ImportPlan = {
  rows: PlannedRow[];
  errors: ImportError[];
  /** Another one when the file would do something else than before. */
  digest: string;
};

/**
 * What a file would do, row by row.
 * @param isDryRun else what it changes is locked, so that nobody edits it meanwhile
 * @throws ImportFileError when it cannot be read
 */
export async function planImport(
  tx: Transaction,
  file: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<ImportPlan> {
  const { format, objects } = readImport(file);
  const errors: ImportError[] = [];
  const read = await readRows(tx, objects, errors);
  const { rows, known } = await identify({ tx, isDryRun }, read, errors);
  const citing = rows.filter(({ cites }) => cites.length > 0);
  const cited = await knownCitations(
    tx,
    citing.flatMap(({ target }) => known.get(identifierKey(target))?.id ?? []),
  );
  const planned = rows.map((row): PlannedRow => {
    const { number } = row;
    const before = known.get(identifierKey(row.target)) ?? null;
    if (!before) return { number, before, columns: row.columns, cites: row.cites, changes: [] };
    const columns = onlyGiven(before, row);
    const had = cited.get(before.id);
    const cites = row.cites.filter((one) => !had?.has(identifierKey(one)));
    const changes = [...changesOf(before, columns), ...(cites.length > 0 ? ['cites'] : [])];
    return { number, before, columns, cites, changes };
  });
  for (const { number: row, columns } of planned)
    if (!isPublishedAfterwards(columns))
      errors.push({ row, field: 'publishedOn', problem: 'form.published-before' });
  errors.sort((one, other) => one.row - other.row);
  return {
    rows: planned,
    errors: errors.map((error) => ({ ...error, field: nameIn(format, error.field) })),
    digest: digestOf(planned),
  };
}

function digestOf(rows: readonly PlannedRow[]): string {
  const hash = createHash('sha256');
  for (const { columns, before, changes } of rows)
    hash.update(`${columns.identifier} ${before?.version ?? 0} ${changes.length}\n`);
  return hash.digest('base64url');
}

/** The rows of a file as columns; what is wrong with the others is added to the errors. */
async function readRows(
  tx: Transaction,
  objects: readonly unknown[],
  errors: ImportError[],
): Promise<Row[]> {
  const all = await tx.select({ code: courts.code, ecliCode: courts.ecliCode }).from(courts);
  const known = new Map(all.map((court) => [court.code.toUpperCase(), court]));
  const unknown = new Set<string>();
  return objects.flatMap((given, at) => {
    const row = at + 1;
    for (const field of unknownFields(given)) {
      if (unknown.has(field)) continue;
      unknown.add(field);
      errors.push({ row, field, problem: 'decision-import.problem.unknown' });
    }
    const read = importedDecision.safeParse(given);
    if (!read.success) {
      errors.push(...read.error.issues.map((issue) => errorOf(issue, { row, given })));
      return [];
    }
    const court = known.get(read.data.court.toUpperCase());
    if (court) {
      const columns = columnsOf(read.data, court);
      const [cites, target] = [othersOf(read.data), columns.identifier];
      return { number: row, columns, cites, given: new Set(namesIn(given)), target };
    }
    const values = { value: read.data.court };
    errors.push({ row, field: 'court', problem: 'decision-import.problem.court', values });
    return [];
  });
}

const namesIn = (row: unknown): string[] =>
  typeof row === 'object' && row !== null ? Object.keys(row) : [];

function errorOf(
  { path, message, code }: z.core.$ZodIssue,
  { row, given }: { row: number; given: unknown },
): ImportError {
  const [field] = path;
  const value: unknown =
    typeof given === 'object' && given !== null && field !== undefined
      ? Reflect.get(given, field)
      : given;
  const at = { row, field: path.join('.') };
  if (/^(decision-import|form)\./.test(message)) return { ...at, problem: message };
  if (value === undefined || value === null)
    return { ...at, problem: 'decision-import.problem.missing' };
  return {
    ...at,
    problem: `decision-import.problem.${code === 'too_big' ? 'too-long' : 'invalid'}`,
  };
}

/** A column as the file calls it: "decided_on" in CSV. */
function nameIn(format: ImportFormat, field: string): string {
  if (format !== 'csv') return field;
  const [name = '', ...inner] = field.split('.').filter((part) => !/^\d+$/.test(part));
  const short = { summaries: 'summary', headnotes: 'headnote' }[name];
  if (short) return inner[0] === undefined || inner[0] === 'text' ? short : `${short}_${inner[0]}`;
  return [name, ...inner].join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What a decision cites, each once, and not itself. */
function othersOf({ ecli, identifier, cites }: ImportedDecision): string[] {
  const own = identifierKey(ecli || identifier || '');
  const others = new Map(cites.map((one) => [identifierKey(one), one]));
  others.delete(own);
  return [...others.values()];
}

/** What is known to be cited by decisions that are here, in capitals. */
async function knownCitations(tx: Transaction, ids: readonly string[]) {
  const rows = await tx
    .select({ citing: citations.citing, identifier: citations.identifier })
    .from(citations)
    .where(sql`${citations.citing} = any(${sql.param([...ids])}::uuid[])`);
  const groups = Map.groupBy(rows, ({ citing }) => citing);
  return new Map(
    [...groups].map(([citing, some]) => [
      citing,
      new Set(some.map(({ identifier }) => identifierKey(identifier))),
    ]),
  );
}

type Court = Pick<typeof courts.$inferSelect, 'code' | 'ecliCode'>;

function columnsOf({ ecli, identifier, fine, ...rest }: ImportedDecision, court: Court) {
  const { cites: _, ...facts } = rest;
  const given = ecli || identifier || '';
  const parsed = parseEcli(given);
  return {
    ...facts,
    court: court.code,
    identifier: parsed ? spellEcli(parsed, court.ecliCode) : given,
    isEcli: parsed !== null,
    fineAmount: fine ? fine.amount.toFixed(2) : null,
    fineCurrency: fine?.currency ?? null,
  };
}

type Asked = { tx: Transaction; isDryRun: boolean };

/** Names each row that has a number alone, and finds what is here already. */
async function identify({ tx, isDryRun }: Asked, read: readonly Row[], errors: ImportError[]) {
  const named = await withTargets(tx, read, errors);
  const seen = new Map<string, Row>();
  const rows = named.filter((row) => {
    // A record that gets an ECLI has two names.
    const keys = [row.target, row.columns.identifier].map(identifierKey);
    const first = keys.flatMap((key) => seen.get(key) ?? [])[0];
    if (first) errors.push({ row: row.number, field: 'identifier', ...clashOf(first, row) });
    else for (const key of keys) seen.set(key, row);
    return first === undefined;
  });
  const known = await knownBy({ tx, isDryRun }, rows);
  const kept = rows.filter(({ number: row, target }) => {
    const before = known.get(identifierKey(target));
    if (before?.state !== 'withdrawn') return true;
    const problem = before.mergedInto ? 'merged' : 'withdrawn';
    errors.push({ row, field: 'identifier', problem: `decision-import.problem.${problem}` });
    return false;
  });
  return { rows: kept, known };
}

/** Why two rows cannot both be imported: they are one decision, or two that would become one record. */
function clashOf(
  { number, columns: first }: Row,
  { columns, target }: Row,
): Pick<ImportError, 'problem' | 'values'> {
  const { identifier, isEcli, decidedOn, type } = columns;
  const problem = (name: string) => `decision-import.problem.${name}`;
  const isNamedAlike = identifierKey(identifier) === identifierKey(first.identifier);
  if (!isNamedAlike && isEcli && first.isEcli)
    return { problem: problem('one-record'), values: { row: number, identifier: target } };
  if (isNamedAlike && !isEcli && (decidedOn !== first.decidedOn || type !== first.type))
    return { problem: problem('identifier-taken'), values: { identifier } };
  return { problem: problem('twice'), values: { row: number } };
}

async function knownBy({ tx, isDryRun }: Asked, rows: readonly Row[]): Promise<Map<string, Known>> {
  const identifiers = rows.map(({ target }) => identifierKey(target));
  const query = tx
    .select()
    .from(records)
    .where(sql`upper(${records.identifier}) = any(${sql.param(identifiers)}::text[])`)
    .orderBy(records.id);
  const found = await (isDryRun ? query : query.for('update'));
  return new Map(found.map((one) => [identifierKey(one.identifier), one]));
}

function changesOf(before: Known, row: Columns): string[] {
  const { identifier, ...others } = row;
  // In other letters it is the same.
  const facts = identifierKey(identifier) === identifierKey(before.identifier) ? others : row;
  const had: Record<string, unknown> = before;
  return Object.entries(facts).flatMap(([name, value]) =>
    isDeepStrictEqual(had[name], value) ? [] : [name],
  );
}

/**
 * What the file does not say of a decision stays as it is, above all who may read it. A file may have
 * the summary or headnote of one language: those in others stay, as does the author of one that it does
 * not name.
 */
function onlyGiven(before: Known, { columns, given }: Row): Columns {
  const { fineAmount, fineCurrency, summaries, ...facts } = columns;
  const had: Record<string, unknown> = before;
  const kept = Object.keys(facts).filter((name) => !given.has(name) && !isIdentity(name));
  const fine = given.has('fine') ? { fineAmount, fineCurrency } : {};
  const named = new Set(summaries.map(summaryKey));
  const others = before.summaries.filter((one) => !named.has(summaryKey(one)));
  const authored = summaries.map((summary) => {
    const same = before.summaries.find(
      (one) => summaryKey(one) === summaryKey(summary) && one.text === summary.text,
    );
    return summary.author === '' && same ? same : summary;
  });
  return {
    ...columns,
    isEcli: before.isEcli || columns.isEcli,
    fineAmount: before.fineAmount,
    fineCurrency: before.fineCurrency,
    ...fine,
    ...Object.fromEntries(kept.map((name) => [name, had[name]])),
    summaries: headnotesLast([...authored, ...others]),
  };
}

const isIdentity = (name: string) => name === 'identifier' || name === 'isEcli';
