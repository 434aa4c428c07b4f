import { publish } from '~/platform/live.server';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { type Database, schema, type Transaction } from '~/db/db.server';
import type { Change } from '~/features/identity/proposals/change';
import { revokeAccess } from './access.server';
import { requireRemainingAdministrator, lockSubordinate } from './administrators.server';

const { accountProposals, membershipApplications: applications, users } = schema;

/** Whether an account is suspended: none of its links works, and none is sent. */
export async function isSuspended(
  connection: Transaction | Database,
  userId: string,
): Promise<boolean> {
  const suspended = and(eq(users.id, userId), isNotNull(users.suspendedAt));
  return (await connection.$count(users, suspended)) > 0;
}

/**
 * Suspends an account: it cannot sign in, is signed out everywhere at once, and its links stop
 * working. For other front doors, which authorise, inside their transaction.
 * @param at the moment of the decision; it tells later which decision the suspension is of
 * @returns false when it was suspended already, and stays so since then
 * @throws AppError `error.last-administrator`, `error.rank` when the person stands above the actor
 */
export async function suspendAccount(
  tx: Transaction,
  actor: Actor,
  { userId, at }: { userId: string; at: Date },
): Promise<boolean> {
  await lockSubordinate(tx, actor, userId);
  await requireRemainingAdministrator(tx, userId);
  const suspended = await tx
    .update(users)
    .set({ suspendedAt: at, updatedAt: new Date(), version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)))
    .returning({ id: users.id });
  await dropProposals(tx, userId);
  await dropApprovals(tx, userId);
  await revokeAccess(tx, userId);
  return suspended.length > 0;
}

/**
 * What was proposed about the account was meant for it as it stood.
 * @param kind when only this has been settled
 */
export async function dropProposals(
  tx: Transaction,
  userId: string,
  kind?: Change['kind'],
): Promise<void> {
  const isSettled = kind && eq(accountProposals.kind, kind);
  await tx.delete(accountProposals).where(and(eq(accountProposals.userId, userId), isSettled));
}

/**
 * The first of two approvals counts only from an administrator, and does not come back with the account:
 * another has to give it again. When it was given stays, so that the page can say so. The table is of an
 * area further up, but every way of losing the rights leads through here.
 */
export async function dropApprovals(tx: Transaction, userId: string): Promise<void> {
  const dropped = await tx
    .update(applications)
    .set({
      firstApprovedBy: null,
      updatedAt: new Date(),
      version: sql`${applications.version} + 1`,
    })
    .where(and(eq(applications.firstApprovedBy, userId), isNull(applications.decidedAt)))
    .returning({ id: applications.id });
  // The topic of their queue.
  if (dropped.length > 0) await publish(tx, 'applications');
}

/**
 * Lifts a suspension. For other front doors, which authorise, inside their transaction.
 * @returns false when the account was not suspended
 * @throws AppError `error.rank` when the person stands above the actor
 */
export async function liftSuspension(
  tx: Transaction,
  actor: Actor,
  userId: string,
): Promise<boolean> {
  await lockSubordinate(tx, actor, userId);
  const lifted = await tx
    .update(users)
    .set({ suspendedAt: null, updatedAt: new Date(), version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)))
    .returning({ id: users.id });
  await dropProposals(tx, userId, 'reactivate');
  return lifted.length > 0;
}
