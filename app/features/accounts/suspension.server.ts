import { and, eq, isNull, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { keepAnAdministrator, lockAdministrators } from './administrators.server';

const { users } = schema;

/**
 * Suspends an account: it cannot sign in and is signed out everywhere at once. For other front
 * doors, which authorise, inside their transaction. Nothing happens when it is suspended already.
 * @throws AppError `error.last-administrator`
 */
export async function suspendAccount(tx: Transaction, userId: string): Promise<void> {
  await lockAdministrators(tx);
  await keepAnAdministrator(tx, userId);
  await tx
    .update(users)
    .set({ suspendedAt: new Date(), version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)));
  await tx.delete(schema.signInSessions).where(eq(schema.signInSessions.userId, userId));
}

/** Lifts a suspension. For other front doors, which authorise, inside their transaction. */
export async function liftSuspension(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ suspendedAt: null, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
}
