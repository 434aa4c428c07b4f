import { and, asc, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { AppError } from '~/policy/errors';
import { toCsv } from '~/lib/csv';
import { siteZone } from '~/lib/format/format-date';
import { dayBounds } from '~/lib/time/zoned-time.server';
import { textField } from '~/lib/forms/text-field';
import { authorise } from '~/policy/permissions';
import { rowsPerPage } from '~/ui/data-table/table-query';
import { appendAudit, checkAuditChain, selectAuditEntries } from './audit.server';
import { dayRange } from './day-range';
import { isNotOwnReview, isDisclosedTo } from './own-reviews.server';

const { auditEntries, users } = schema;

const word = z.string().trim().max(100).catch('');

/** What is chosen in the log, as it stands in the address; anything odd counts as not chosen. */
export const auditFilterSchema = z.object({
  person: word,
  action: word,
  target: word,
  ...dayRange,
  before: z.coerce.number().int().min(1).optional().catch(undefined),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

/** Form of the export: the filter again, and why. */
export const auditExportSchema = auditFilterSchema
  .omit({ before: true })
  .extend({ reason: textField(5, 300) })
  .strict();

function matching(actor: Actor, { person, action, target, before, ...range }: AuditFilter) {
  const days = dayBounds(range, siteZone);
  const people = db()
    .select({ id: users.id })
    .from(users)
    .where(
      or(
        hasTypedWords(person, users.firstName, users.lastName, users.email),
        sql`${users.id}::text = ${person}`,
      ),
    );
  return and(
    isNotOwnReview(actor),
    person
      ? or(inArray(auditEntries.actorId, people), inArray(auditEntries.subjectId, people))
      : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    target
      ? or(eq(auditEntries.targetKind, target), sql`${auditEntries.targetId} = ${target}`)
      : undefined,
    days.from ? gte(auditEntries.at, days.from) : undefined,
    days.to ? lt(auditEntries.at, days.to) : undefined,
    before ? lt(auditEntries.seq, before) : undefined,
  );
}

/** A page of the log, newest first, and where the next one begins. */
export async function listAuditEntries(actor: Actor, filter: AuditFilter) {
  authorise(actor, 'audit.read');
  const rows = await selectAuditEntries()
    .where(matching(actor, filter))
    .orderBy(desc(auditEntries.seq))
    .limit(rowsPerPage + 1);
  const entries = rows.slice(0, rowsPerPage);
  return { entries, next: rows.length > rowsPerPage ? (entries.at(-1)?.seq ?? null) : null };
}

/** The actions and kinds of things that occur in the log, to choose from. */
export async function listAuditChoices(actor: Actor) {
  authorise(actor, 'audit.read');
  const [actions, kinds] = await Promise.all([
    db()
      .selectDistinct({ value: auditEntries.action })
      .from(auditEntries)
      .orderBy(asc(auditEntries.action)),
    db()
      .selectDistinct({ value: auditEntries.targetKind })
      .from(auditEntries)
      .orderBy(asc(auditEntries.targetKind)),
  ]);
  return { actions: actions.map(({ value }) => value), kinds: kinds.map(({ value }) => value) };
}

/** One entry with its place in the chain. @throws AppError `error.not-found` */
export async function getAuditEntry(actor: Actor, seq: number) {
  authorise(actor, 'audit.read');
  const [entry] = await selectAuditEntries().where(
    and(eq(auditEntries.seq, seq), isNotOwnReview(actor)),
  );
  const [chain] = await db()
    .select({
      hash: auditEntries.hash,
      previousHash: auditEntries.previousHash,
      requestId: auditEntries.requestId,
    })
    .from(auditEntries)
    .where(eq(auditEntries.seq, seq));
  if (!entry || !chain) throw new AppError('error.not-found');
  return { ...entry, ...chain };
}

/**
 * The entries about the actor, newest first: what was done, when, and in which role, without the
 * names of others.
 */
export async function listOwnAuditEntries(actor: Actor, before?: number) {
  authorise(actor, 'audit.read-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const rows = await db()
    .select({
      seq: auditEntries.seq,
      at: auditEntries.at,
      action: auditEntries.action,
      isOwnDoing: sql<boolean>`coalesce(${auditEntries.actorId} = ${actor.id}, false)`,
      actorKind: auditEntries.actorKind,
      role: auditEntries.role,
      result: auditEntries.result,
    })
    .from(auditEntries)
    .where(and(isDisclosedTo(actor.id), before ? lt(auditEntries.seq, before) : undefined))
    .orderBy(desc(auditEntries.seq))
    .limit(rowsPerPage + 1);
  const entries = rows.slice(0, rowsPerPage);
  return { entries, next: rows.length > rowsPerPage ? (entries.at(-1)?.seq ?? null) : null };
}

/** Entries of one read while exporting. */
const batchSize = 1000;

/**
 * The chosen entries as CSV, oldest first; the export is an entry itself, with its reason.
 * @returns the table, in pieces
 */
export async function exportAuditEntries(
  actor: Actor,
  { reason, ...filter }: z.output<typeof auditExportSchema>,
): Promise<AsyncGenerator<string>> {
  authorise(actor, 'audit.read');
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action: 'audit.export',
      target: { kind: 'audit', id: 'log' },
      reason,
      // The person looked for is not named: the log holds no personal data.
      changes: { filter: { to: { ...filter, person: filter.person ? 'given' : '' } } },
    }),
  );
  return csvOf(actor, filter);
}

async function* csvOf(actor: Actor, filter: AuditFilter): AsyncGenerator<string> {
  yield toCsv([
    ['Number', 'Time', 'Who', 'Name', 'Role', 'Action', 'Kind', 'Target', 'About'].concat(
      'Changes',
      'Reason',
      'Result',
    ),
  ]);
  for (let last = 0; ;) {
    const rows = await selectAuditEntries()
      .where(and(matching(actor, filter), sql`${auditEntries.seq} > ${last}`))
      .orderBy(asc(auditEntries.seq))
      .limit(batchSize);
    if (rows.length > 0) yield withoutMark(toCsv(rows.map((row) => cellsOf(row))));
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.seq ?? last;
  }
}

/** The byte-order mark stands once, at the beginning of the file. */
const withoutMark = (csv: string) => csv.replace(/^\uFEFF/, '');

function cellsOf(entry: Awaited<ReturnType<typeof listAuditEntries>>['entries'][number]) {
  return [
    entry.seq,
    entry.at.toISOString(),
    entry.actorId ?? entry.actorKind,
    entry.actorName,
    entry.role,
    entry.action,
    entry.targetKind,
    entry.targetId,
    entry.subjectId,
    JSON.stringify(entry.changes),
    entry.reason,
    entry.result,
  ];
}

/** Checks the whole chain now. @returns null, or the number of the first entry that does not fit */
export async function checkAuditNow(actor: Actor): Promise<number | null> {
  authorise(actor, 'audit.read');
  return checkAuditChain();
}
