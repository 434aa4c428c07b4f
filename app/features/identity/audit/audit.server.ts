import { createHash, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { type Actor, commandLine, isSignedIn } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import type { AuditChanges } from '~/db/schema/identity/audit';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { currentRequestId } from '~/platform/log/log.server';
import { isNotOwnReview, isDisclosedTo } from './own-reviews.server';

export { isDisclosedTo };

const { auditChecks, auditEntries, users } = schema;

/** Serialises the appending, so that each entry knows the one before it. */
const chainLock = 7_413_002;
const chainStart = '0'.repeat(64);

/** A job of the product acting by itself, for entries that no person caused. */
export type JobActor = { job: string };

export type AuditEvent = {
  /** What happened, as `noun.verb`, such as `user.update-role`. */
  action: string;
  target: { kind: string; id: string };
  /** Whom it is about, when it is about a person. */
  subjectId?: string;
  /** Codes, states and ids only: never secrets, texts or personal data. */
  changes?: AuditChanges;
  reason?: string;
  result?: 'done' | 'refused';
};

type HashedFields = Omit<typeof auditEntries.$inferSelect, 'hash'>;

/** The hash of an entry over all its fields and the hash before it. */
const hashOf = (entry: HashedFields): string =>
  createHash('sha256').update(hashedText(entry)).digest('hex');

function hashedText(entry: Omit<HashedFields, 'seq'> & { seq: number | string }): string {
  const { at, changes, ...others } = entry;
  const fields = { ...others, at: at.toISOString(), changes: canonical(changes) };
  return JSON.stringify(canonical(fields));
}

/** The same value with the keys of every object in order, since jsonb keeps none. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, field]) => [key, canonical(field)]),
  );
}

/** Takes the turn to append, as part of a statement that comes before `appendAuditInTurn`. */
export const auditTurn: SQL = sql`pg_advisory_xact_lock(${sql.raw(String(chainLock))})`;

/**
 * Appends an entry as part of `tx`: it stands if and only if the change it tells of does. Call it
 * last in the transaction; entries are written one after the other.
 */
export async function appendAudit(
  tx: Transaction,
  actor: Actor | JobActor,
  event: AuditEvent,
): Promise<void> {
  await tx.execute(sql`select ${auditTurn}`);
  await appendAuditInTurn(tx, actor, event);
}

/**
 * The same where `auditTurn` has been taken by an earlier statement: this one has to see what
 * the previous holder of the lock has written (PostgreSQL 15, section 13.2.1).
 */
export async function appendAuditInTurn(
  tx: Transaction,
  actor: Actor | JobActor,
  event: AuditEvent,
): Promise<void> {
  const entry = {
    at: new Date(),
    ...whoActs(actor),
    action: event.action,
    targetKind: event.target.kind,
    targetId: event.target.id,
    subjectId: event.subjectId ?? null,
    changes: event.changes ?? {},
    reason: event.reason ?? null,
    requestId: currentRequestId() ?? null,
    result: event.result ?? 'done',
  } as const;
  const newest = (column: 'seq' | 'hash') =>
    sql`(select ${sql.identifier(column)} from ${auditEntries} order by seq desc limit 1)`;
  const seq = sql<number>`coalesce(${newest('seq')}, 0) + 1`;
  const previousHash = sql<string>`coalesce(${newest('hash')}, ${chainStart})`;
  const hash = hashInSql(entry, { seq, previousHash });
  await tx.insert(auditEntries).values({ ...entry, seq, previousHash, hash });
}

/** `hashOf`, where only the database knows the number of the entry and the hash before it. */
function hashInSql(
  entry: Omit<HashedFields, 'seq' | 'previousHash'>,
  known: { seq: SQL; previousHash: SQL },
): SQL<string> {
  const [seqMark, hashMark] = [randomUUID(), randomUUID()];
  const text = hashedText({ ...entry, seq: seqMark, previousHash: hashMark });
  const [before = '', rest = ''] = text.split(hashMark);
  const [between = '', after = ''] = rest.split(`"${seqMark}"`);
  return sql`encode(sha256(convert_to(concat(${before}::text, ${known.previousHash},
    ${between}::text, ${known.seq}, ${after}::text), 'UTF8')), 'hex')`;
}

/** Reaching above one's rank, for the last administrator, or for one's own account in this way. */
const refusalsToKeep: ReadonlySet<string> = new Set([
  'error.rank',
  'error.last-administrator',
  'error.own-account',
]);

/**
 * Does `work`, which has a transaction of its own; when it is refused for one of the reasons that
 * should be known later, the log keeps that it was tried.
 * @param event what was to happen
 * @throws what `work` throws
 */
export async function keepingRefusals<Result>(
  actor: Actor,
  event: Pick<AuditEvent, 'action' | 'target' | 'subjectId' | 'reason'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && refusalsToKeep.has(error.code))
      await transaction((tx) => appendAudit(tx, actor, { ...event, result: 'refused' }));
    throw error;
  }
}

function whoActs(actor: Actor | JobActor) {
  if (actor === commandLine)
    return { actorKind: 'job' as const, actorId: null, role: 'command-line' };
  if ('job' in actor) return { actorKind: 'job' as const, actorId: null, role: actor.job };
  return isSignedIn(actor)
    ? { actorKind: 'user' as const, actorId: actor.id, role: actor.role }
    : { actorKind: 'anonymous' as const, actorId: null, role: actor.role };
}

/**
 * Checks the whole chain, and that it still holds what it held at the last check that found it sound:
 * without that, the newest entries could be taken off unnoticed.
 * @returns null when it is sound, else the number of the first entry that does not fit
 */
export async function findBrokenAuditEntry(): Promise<number | null> {
  return (await walkChain()).brokenSeq;
}

async function walkChain() {
  const [known] = await db()
    .select()
    .from(auditChecks)
    .where(isNull(auditChecks.brokenSeq))
    .orderBy(desc(auditChecks.entries))
    .limit(1);
  let expected = { seq: 1, previousHash: chainStart };
  const found = (brokenSeq: number | null) => ({
    brokenSeq,
    entries: expected.seq - 1,
    lastHash: expected.previousHash,
  });
  const batchSize = 1000;
  for (;;) {
    const batch = await db()
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.seq, expected.seq - 1))
      .orderBy(asc(auditEntries.seq))
      .limit(batchSize);
    for (const { hash, ...entry } of batch) {
      const fits = entry.seq === expected.seq && entry.previousHash === expected.previousHash;
      const isReplaced = known?.lastHash && entry.seq === known.entries && hash !== known.lastHash;
      if (!fits || isReplaced || hashOf(entry) !== hash) return found(expected.seq);
      expected = { seq: entry.seq + 1, previousHash: hash };
    }
    if (batch.length < batchSize) break;
  }
  return found(known && expected.seq <= known.entries ? expected.seq : null);
}

/** What happened to one thing, newest first, with the names of those who still have an account. */
export function listAuditEntriesOf(actor: Actor, target: { kind: string; id: string }) {
  authorise(actor, 'audit.read');
  return selectAuditEntries()
    .where(
      and(
        eq(auditEntries.targetKind, target.kind),
        eq(auditEntries.targetId, target.id),
        isNotOwnReview(actor),
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(100);
}

/** The newest entries about one person, for that person's record in the administration. */
export function listAuditEntriesAbout(actor: Actor, subjectId: string) {
  authorise(actor, 'user.read-record');
  return selectAuditEntries()
    .where(and(eq(auditEntries.subjectId, subjectId), isNotOwnReview(actor)))
    .orderBy(desc(auditEntries.seq))
    .limit(100);
}

/** The entries with the name of who acted. For this feature and lists of one thing's history. */
export function selectAuditEntries() {
  return db()
    .select({
      seq: auditEntries.seq,
      at: auditEntries.at,
      actorKind: auditEntries.actorKind,
      actorId: auditEntries.actorId,
      role: auditEntries.role,
      action: auditEntries.action,
      targetKind: auditEntries.targetKind,
      targetId: auditEntries.targetId,
      subjectId: auditEntries.subjectId,
      changes: auditEntries.changes,
      reason: auditEntries.reason,
      result: auditEntries.result,
      actorName: sql<
        string | null
      >`nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .$dynamic();
}

/**
 * Checks the whole chain and keeps what came of it; run by the nightly job and on request.
 * @returns null when it is sound, else the number of the first entry that does not fit
 */
export async function checkAuditChain(): Promise<number | null> {
  const found = await walkChain();
  await db().insert(auditChecks).values(found);
  return found.brokenSeq;
}

/** What came of the last check of the chain, for administrators; null before the first. */
export async function findLastAuditCheck(actor: Actor) {
  authorise(actor, 'audit.read');
  const [last] = await db().select().from(auditChecks).orderBy(desc(auditChecks.at)).limit(1);
  return last ?? null;
}
