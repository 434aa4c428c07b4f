import { eq, type InferInsertModel, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';

const { signInAccounts, users } = schema;

/** First and last name, in the record and in the account to sign in with; others in the record. */
export async function writeNames(
  tx: Transaction,
  person: { id: string; firstName: string; lastName: string },
  others: Partial<InferInsertModel<typeof users>> & { updatedBy: string },
): Promise<void> {
  const { id, firstName, lastName } = person;
  await tx
    .update(users)
    .set({
      firstName,
      lastName,
      ...others,
      updatedAt: new Date(),
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id));
  await tx
    .update(signInAccounts)
    .set({ name: `${firstName} ${lastName}`, updatedAt: new Date() })
    .where(eq(signInAccounts.id, id));
}
