import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, commandLine, isSignedIn } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import type { AuditChanges } from '~/db/schema/identity/audit';
import type { TextKey } from '~/i18n/translate';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { currentRequestId, log } from '~/platform/log/log.server';
import { forgetAuditAnchor, keepAuditAnchor, readAuditAnchor } from './audit-anchor.server';
import {
  supersedes,
  auditKeyId,
  type ChainHead,
  chainStart,
  clearMismatchedHeads,
  hashOf,
  listMismatchedHeads,
  sealOf,
  walkChain,
} from './audit-chain.server';
import { noteSecurityEvent } from '~/platform/security-events.server';
import { isNotOwnReview, isDisclosedTo } from './own-reviews.server';

export { forgetAuditAnchor, isDisclosedTo };

const { auditChecks, auditEntries, users } = schema;

/** A job of the product acting by itself, for entries that no person caused. */
export type JobActor = { job: string };

type ActionOf<Key> = Key extends `audit.action.${infer Action}` ? Action : never;

/** What the log has words for in every language. */
export type AuditAction = ActionOf<TextKey>;

export type AuditEvent = {
  /** What happened, as `noun.verb`, such as `user.update-role`. */
  action: AuditAction;
  target: { kind: string; id: string };
  /** Whom it is about, when it is about a person. */
  subjectId?: string;
  /** Codes, states and ids only: never secrets, texts or personal data. */
  changes?: AuditChanges;
  reason?: string;
  result?: 'done' | 'refused';
};

/** The newest entry of the chain, as the database knows it while nobody else appends. */
type NewestEntry = ChainHead & { keyId: string | null };

/** What `auditTurn` gives: null where the log has no entry yet. */
export type AuditTurn = NewestEntry | null;

/**
 * Takes the turn to append, so that each entry knows the one before it, and gives the newest entry
 * (`AuditTurn`) to `appendAuditInTurn`: part of a statement that a transaction makes anyway.
 */
export const auditTurn: SQL<AuditTurn> = sql`audit_turn()`;

/**
 * Appends an entry as part of `tx`: it stands if and only if the change it tells of does. Call it
 * last in the transaction; entries are written one after the other.
 */
export async function appendAudit(
  tx: Transaction,
  actor: Actor | JobActor,
  event: AuditEvent,
): Promise<void> {
  const { rows } = await tx.execute<{ turn: AuditTurn }>(sql`select ${auditTurn} as turn`);
  await appendAuditInTurn(tx, actor, { event, newest: rows[0]?.turn ?? null });
}

/** The same where an earlier statement of the transaction has taken `auditTurn`. */
export async function appendAuditInTurn(
  tx: Transaction,
  actor: Actor | JobActor,
  { event, newest }: { event: AuditEvent; newest: AuditTurn },
): Promise<void> {
  const keyId = auditKeyId();
  if (!newest) return void (await insertAfter(tx, { seq: 0, hash: chainStart }, [actor, event]));
  if (newest.keyId === keyId) return void (await insertAfter(tx, newest, [actor, event]));
  // What was there is sealed from here on, and the log says since when.
  const changes = { key: { ...(newest.keyId ? { from: newest.keyId } : {}), to: keyId } };
  const mark = { action: keyChange, target: { kind: 'audit', id: 'key' }, changes } as const;
  const marked = await insertAfter(tx, newest, [{ job: 'audit' }, mark]);
  log().warn({ entry: marked.seq, key: keyId }, 'the audit log is sealed with another key');
  if (event.action !== keyChange) await insertAfter(tx, marked, [actor, event]);
}

const keyChange = 'audit.change-key';

/**
 * What is done with accounts and with what protects them, and data that leaves: noted as security events,
 * too. Who deletes the own account is in the audit log alone: no event about the person outlives it. So is
 * what is proposed: whom it concerns is not to learn of it before it takes effect.
 */
const bearsOnSecurity =
  /^(user\.(?!delete-own$|propose$|refuse-proposal$|withdraw-proposal$)|second-factor\.|passkey\.|[a-z]+\.export$|audit\.change-key)/;

async function insertAfter(
  tx: Transaction,
  before: ChainHead,
  [actor, event]: [Actor | JobActor, AuditEvent],
): Promise<ChainHead> {
  const entry = {
    seq: before.seq + 1,
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
    previousHash: before.hash,
  } as const;
  if (bearsOnSecurity.test(event.action)) {
    const outcome = entry.result === 'refused' ? 'refused' : 'success';
    const userId = entry.subjectId ?? entry.actorId;
    const isByOther = entry.actorId !== null && userId !== entry.actorId;
    await noteSecurityEvent({ event: event.action, outcome, userId, isByOther }, tx);
  }
  const hash = hashOf(entry);
  await tx.insert(auditEntries).values({ ...entry, hash, keyId: auditKeyId(), seal: sealOf(hash) });
  return { seq: entry.seq, hash };
}

/**
 * Seals what an earlier release, or one with another secret, has written: with an entry that says so.
 * Run at each start; nothing is written where the newest entry has a seal of the present key. What the
 * data directory keeps of the beginning of that key is noted where it is missing.
 */
export async function continueAuditChain(): Promise<void> {
  const [newest] = await db()
    .select({ keyId: auditEntries.keyId })
    .from(auditEntries)
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  if (newest && newest.keyId !== auditKeyId()) {
    const mark = { action: keyChange, target: { kind: 'audit', id: 'key' } } as const;
    await transaction((tx) => appendAudit(tx, { job: 'audit' }, mark));
  }
  await keepAuditAnchor();
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
 * Checks the whole chain, its seals, and that it still holds what it held at the last check that found
 * it sound: without that, the newest entries could be taken off unnoticed.
 * @returns null when it is sound, else the number of the first entry that does not fit
 */
export async function findBrokenAuditEntry(): Promise<number | null> {
  return (await walkChain(await readAuditAnchor())).brokenSeq;
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

/** The newest entries, for the home of the administration. */
export async function listLatestEntries(actor: Actor, limit: number) {
  authorise(actor, 'audit.read');
  const rows = await selectAuditEntries()
    .where(isNotOwnReview(actor))
    .orderBy(desc(auditEntries.seq))
    .limit(limit);
  return rows.map(({ seq, at, actorKind, actorName, action, result }) => ({
    seq,
    at,
    actorKind,
    actorName,
    action,
    result,
  }));
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
 * Checks the whole chain and keeps what came of it; run by the nightly job and on request. The head
 * of a sound one goes to the log, which may be kept on another machine.
 * A head that does not match is compared again in later checks, until one that `supersedes` it matches.
 * @param head noted earlier, which has to be in the chain
 * @returns null when it is sound, else the number of the first entry that does not fit
 */
export async function checkAuditChain(head?: ChainHead): Promise<number | null> {
  const anchor = await readAuditAnchor().catch(async (error: unknown) => {
    // Nothing is known to be sound any more, and the page of the health says so.
    await db().insert(auditChecks).values({ brokenSeq: 1, entries: 0, lastHash: chainStart });
    throw error;
  });
  const mismatched = await listMismatchedHeads();
  const others = mismatched.filter((other) => !head || !supersedes(head, other));
  const { brokenSeq, entries, lastHash } = await walkChain(anchor, [
    ...others,
    ...(head ? [head] : []),
  ]);
  const isMismatch = head && brokenSeq !== null && brokenSeq <= head.seq;
  const noted = isMismatch ? { entries: head.seq, lastHash: head.hash } : { entries, lastHash };
  await transaction(async (tx) => {
    if (head && !isMismatch) await clearMismatchedHeads(tx, head);
    await tx.insert(auditChecks).values({ brokenSeq, ...noted });
  });
  if (brokenSeq === null) log().info({ entries, hash: lastHash }, 'head of the audit log');
  else log().error({ entry: brokenSeq }, 'the audit log is not whole');
  return brokenSeq;
}

/**
 * Closes all findings by head, once the operator knows why they did not match: mistyped, or of another
 * log. For the command line of the server.
 */
export async function settleAuditHeads(): Promise<void> {
  const target = { kind: 'audit', id: 'head' };
  await transaction(async (tx) => {
    await clearMismatchedHeads(tx);
    await appendAudit(tx, commandLine, { action: 'audit.settle', target });
  });
}

/**
 * Whether the role that the site uses could take the protection of the table away: it could where it
 * owns the table, or may become the one that does.
 */
export async function ownsAuditLog(): Promise<boolean> {
  const { rows } = await db().execute<{ owns: boolean }>(sql`
    select pg_has_role(current_user, relowner, 'MEMBER') as owns from pg_class
    where oid = 'audit_entries'::regclass`);
  return rows[0]?.owns ?? true;
}

/** What came of the last check of the chain, for administrators; null before the first. */
export async function findLastAuditCheck(actor: Actor) {
  authorise(actor, 'audit.read');
  const [last] = await db().select().from(auditChecks).orderBy(desc(auditChecks.at)).limit(1);
  return last ?? null;
}
