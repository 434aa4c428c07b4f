import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { schema, type Transaction } from '~/db/db.server';
import { keepAnAdministrator, lockSubordinate } from './administrators.server';
import { endLinksOf } from './passwords.server';

const { users } = schema;

/**
 * Suspends an account: it cannot sign in, is signed out everywhere at once, and its links stop
 * working. For other front doors, which authorise, inside their transaction. Nothing happens when
 * it is suspended already.
 * @param at the moment of the decision; it tells later which decision the suspension is of
 * @throws AppError `error.last-administrator`, `error.rank` when the person stands above the actor
 */
export async function suspendAccount(
  tx: Transaction,
  actor: Actor,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await lockSubordinate(tx, actor, userId);
  await keepAnAdministrator(tx, userId);
  await tx
    .update(users)
    .set({ suspendedAt: at, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)));
  await tx.delete(schema.signInSessions).where(eq(schema.signInSessions.userId, userId));
  await endLinksOf(tx, userId);
}

/**
 * Lifts a suspension. For other front doors, which authorise, inside their transaction.
 * @throws AppError `error.rank` when the person stands above the actor
 */
export async function liftSuspension(tx: Transaction, actor: Actor, userId: string): Promise<void> {
  await lockSubordinate(tx, actor, userId);
  await tx
    .update(users)
    .set({ suspendedAt: null, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
}
