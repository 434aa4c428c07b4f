import { and, eq, inArray, ne } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';

const { emailChanges, oneTimeTokens, signInSessions } = schema;

/** Links and steps that lead into an account, or move it to another address. */
const leadIn = ['reset-password', 'second-step', 'change-email-old', 'change-email-new'] as const;

type Kept = {
  /** The session of the person who asks for it. */
  session?: string | null;
  /** The invitation of a person who has not come in yet. */
  invitation?: boolean;
};

/**
 * Ends every way into an account that is open: sessions on all devices (their live streams end with
 * them), second steps that were begun, links that were mailed, a change of address under way. Called
 * wherever password, address, role or factors change, and for suspension (OWASP ASVS 5.0 7.4.2 to
 * 7.4.5). For other front doors, inside their transaction.
 */
export async function revokeAccess(
  tx: Transaction,
  userId: string,
  kept: Kept = {},
): Promise<void> {
  const isOf = eq(signInSessions.userId, userId);
  const ended = kept.session ? and(isOf, ne(signInSessions.id, kept.session)) : isOf;
  await tx.delete(signInSessions).where(ended);
  const purposes = kept.invitation ? [...leadIn] : [...leadIn, 'invitation' as const];
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, purposes)));
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
}
