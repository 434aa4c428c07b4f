import { and, eq, isNotNull, lt, ne, notExists, type SQL } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { appendAudit, type JobActor } from '~/features/identity/audit/audit.server';
import { retentionPeriods } from '~/lib/time/retention-periods';

const { mails, profiles, signInAccounts, signInMethods, subscriptions, users } = schema;

const days = retentionPeriods.unconfirmedAccount;

/**
 * Condition on `signInAccounts`: opened with an address that nobody has confirmed, so perhaps not by
 * its owner, and nobody can sign in with it. Those of a hosted provider are not meant, which knows its
 * people, nor suspended ones, since the person would only open another.
 */
const isUnconfirmed = (): SQL | undefined =>
  and(
    eq(signInAccounts.emailVerified, false),
    notExists(
      db()
        .select({ id: signInMethods.id })
        .from(signInMethods)
        .where(
          and(
            eq(signInMethods.userId, signInAccounts.id),
            ne(signInMethods.providerId, 'credential'),
          ),
        ),
    ),
    notExists(
      db()
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, signInAccounts.id), isNotNull(users.suspendedAt))),
    ),
  );

/** Whether an address has an account, not counting one that is unconfirmed. For other front doors. */
export async function hasAccount(tx: Pick<Transaction, '$count'>, email: string): Promise<boolean> {
  const unconfirmed = db()
    .select({ id: signInAccounts.id })
    .from(signInAccounts)
    .where(and(eq(signInAccounts.id, users.id), isUnconfirmed()));
  return (await tx.$count(users, and(eq(users.email, email), notExists(unconfirmed)))) > 0;
}

/**
 * Removes the unconfirmed account of an address, if there is one: whoever opened it has chosen its
 * password, and may not be the owner of the address. For those who authorise.
 */
export async function removeUnconfirmedAccount(
  tx: Transaction,
  actor: Actor,
  email: string,
): Promise<void> {
  await remove(tx, actor, and(eq(signInAccounts.email, email), isUnconfirmed()));
}

/**
 * Removes accounts whose address was not confirmed within a week. Each goes in a transaction of its
 * own: a person who confirms at this moment keeps the account.
 */
export async function removeUnconfirmedAccounts(now = new Date()): Promise<void> {
  const unused = and(
    isUnconfirmed(),
    lt(signInAccounts.createdAt, new Date(now.getTime() - days * 86_400_000)),
  );
  const old = await db().select({ id: signInAccounts.id }).from(signInAccounts).where(unused);
  for (const { id } of old) {
    const isStill = and(eq(signInAccounts.id, id), unused);
    await transaction((tx) => remove(tx, { job: 'nightly-tidying' }, isStill));
  }
}

/** Removes the one account that `where` fits, with all that hangs on it. */
async function remove(
  tx: Transaction,
  actor: Actor | JobActor,
  where: SQL | undefined,
): Promise<void> {
  const [gone] = await tx.delete(signInAccounts).where(where).returning({ id: signInAccounts.id });
  if (!gone) return;
  const { id } = gone;
  const [user] = await tx
    .delete(users)
    .where(eq(users.id, id))
    .returning({ profile: users.publicProfile });
  // It was there before, by the address's owner.
  await tx.update(subscriptions).set({ userId: null }).where(eq(subscriptions.userId, id));
  if (user?.profile) await tx.delete(profiles).where(eq(profiles.id, user.profile));
  await tx.delete(mails).where(eq(mails.userId, id));
  await appendAudit(tx, actor, {
    action: 'user.purge',
    target: { kind: 'user', id },
    subjectId: id,
  });
}
