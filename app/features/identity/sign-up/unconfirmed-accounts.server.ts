import { and, eq, isNotNull, lt, ne, notExists } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { retentionPeriods } from '~/lib/time/retention-periods';

const { mails, profiles, signInAccounts, signInMethods, subscriptions, users } = schema;

const days = retentionPeriods.unconfirmedAccount;

/**
 * Removes accounts whose address was not confirmed within a week. Those of a hosted provider stay,
 * which knows its people, and suspended ones, since the person would only open another. Each goes in
 * a transaction of its own: a person who confirms at this moment keeps the account.
 */
export async function removeUnconfirmedAccounts(now = new Date()): Promise<void> {
  const unused = and(
    eq(signInAccounts.emailVerified, false),
    lt(signInAccounts.createdAt, new Date(now.getTime() - days * 86_400_000)),
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
  const old = await db().select({ id: signInAccounts.id }).from(signInAccounts).where(unused);
  for (const { id } of old) {
    await transaction(async (tx) => {
      const isStill = and(eq(signInAccounts.id, id), unused);
      const gone = await tx
        .delete(signInAccounts)
        .where(isStill)
        .returning({ id: signInAccounts.id });
      if (gone.length === 0) return;
      const [user] = await tx
        .delete(users)
        .where(eq(users.id, id))
        .returning({ profile: users.publicProfile });
      // It was there before, by the address's owner.
      await tx.update(subscriptions).set({ userId: null }).where(eq(subscriptions.userId, id));
      if (user?.profile) await tx.delete(profiles).where(eq(profiles.id, user.profile));
      await tx.delete(mails).where(eq(mails.userId, id));
      await appendAudit(
        tx,
        { job: 'nightly-tidying' },
        { action: 'user.purge', target: { kind: 'user', id }, subjectId: id },
      );
    });
  }
}
