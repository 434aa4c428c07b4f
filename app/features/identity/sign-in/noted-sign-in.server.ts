import { findAccountByEmail } from '~/features/identity/accounts/accounts.server';
import { noteRepeatedEvent, noteSecurityEvent } from '~/platform/security-events.server';
import { AppError } from '~/policy/errors';

export type Door = 'password' | 'second-step' | 'passkey' | 'hosted';

/** Who wants to come in, as far as it is known: the account, or the address that was typed. */
type Who = { userId?: string | null; email?: string };

const reasons: Partial<Record<string, string>> = {
  'error.auth/too-many-requests': 'throttled',
  'error.auth/user-disabled': 'suspended',
  'error.auth/passkey-required': 'passkey-required',
};

/**
 * Does what a sign-in does and notes how it ended, by whichever door (OWASP ASVS 5.0 16.3.1).
 * @param work tells whose session it is, or null while a further step is needed
 */
export async function notingSignIn<Result>(
  door: Door,
  who: Who,
  work: () => Promise<{ userId: string | null; result: Result }>,
): Promise<Result> {
  try {
    const { userId, result } = await work();
    if (userId) await noteSecurityEvent({ event, outcome: 'success', detail: door, userId });
    return result;
  } catch (error) {
    if (error instanceof AppError) await noteRefusal(door, who, error.code);
    throw error;
  }
}

const event = 'session.start';

async function noteRefusal(door: Door, who: Who, code: string): Promise<void> {
  const reason = reasons[code];
  const detail = reason ? `${door}-${reason}` : door;
  // One row an hour for a place, whatever is typed there: a program can be refused thousands of times, and
  // is not to learn by the time it takes which address has an account.
  if (reason === 'throttled')
    return noteRepeatedEvent({ event, outcome: 'refused', detail, userId: who.userId ?? null });
  const account = who.email === undefined ? null : await findAccountByEmail(who.email);
  const userId = who.userId ?? account?.id ?? null;
  await noteSecurityEvent({
    event,
    outcome: reason ? 'refused' : 'failure',
    detail,
    userId,
    ...(userId === null && who.email !== undefined ? { typedEmail: who.email } : {}),
  });
}
