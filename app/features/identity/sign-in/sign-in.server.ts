import { APIError } from 'better-auth/api';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  confirmEmail,
  findAccountByEmail,
  isSuspended,
  queueAccountNotice,
  renewHash,
  setPassword,
} from '~/features/identity/accounts/accounts.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { translateIn } from '~/i18n/translations.server';
import { authorise } from '~/policy/permissions';
import { auth } from '~/platform/auth.server';
import { enqueue, type Job } from '~/platform/jobs/job-queue.server';
import { queueMail } from '~/platform/mail/mail.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { noteSecurityEvent } from '~/platform/security-events.server';
import {
  acceptInvitation,
  inviteUser,
  isInvitationUsable,
} from '~/features/identity/sign-up/invitation.server';
import {
  findTokenOwner,
  hasRecentToken,
  isTokenUsable,
  issueToken,
  useToken,
} from './one-time-token.server';
import { resetPasswordEmail } from '~/features/identity/passwords/reset-password.email';
import { notingSignIn } from './noted-sign-in.server';
import { endWithoutPasskey, leadsToSecondStep, sessionOrSecondStep } from './second-step.server';
import { endSessionsOf, findActor, findOwnSessionId } from './session.server';
import type { SignInInput } from './sign-in-schemas';
import { countMailRequest, countSignInTry, isRepeatedSignIn } from './throttle.server';
import { association } from '~/platform/association.server';

export {
  acceptInvitation,
  endSessionsOf,
  findOwnSessionId,
  inviteUser,
  isInvitationUsable,
  isRepeatedSignIn,
  issueToken,
  findTokenOwner,
  isTokenUsable,
  useToken,
};

/** Lifetime of a reset link, in minutes. */
const resetMinutes = 60;
/** So long a link that was just sent is not replaced: else anybody could keep making it useless. */
const resetAgainMinutes = 10;

/**
 * Signs in with e-mail and password (spec section 4). Succeeds only once the user record exists.
 * @param request the browser's headers and the address it really comes from
 * @returns the `Set-Cookie` values of the new session: lasting when `keepSignedIn`, else until the
 *   browser is closed; or the one that leads to the second step (`leadsToSecondStep`)
 * @throws AppError `error.auth/invalid-credential` (the same for an unknown account, a wrong
 *   password and an unconfirmed address), `error.auth/too-many-requests`, `error.auth/user-disabled`,
 *   `error.firestore/account-not-found`, `error.auth/passkey-required`
 */
export async function signIn(
  actor: Actor,
  input: Pick<SignInInput, 'email' | 'password' | 'keepSignedIn'>,
  request: { headers: Headers; clientAddress: string },
): Promise<string[]> {
  authorise(actor, 'session.start');
  return notingSignIn('password', { email: input.email }, () => openByPassword(input, request));
}

async function openByPassword(
  input: Pick<SignInInput, 'email' | 'password' | 'keepSignedIn'>,
  request: { headers: Headers; clientAddress: string },
) {
  const attempt = await countSignInTry(input.email, request.clientAddress);
  const { userId, sessionToken, cookies } = await checkPassword(input, request.headers);
  const person = await findActor(userId);
  if (!person) {
    await endSessionsOf(userId);
    throw new AppError('error.firestore/account-not-found');
  }
  await attempt.succeeded();
  await endWithoutPasskey(person, sessionToken);
  await renewHash(userId, input.password);
  const found = { userId, cookies, keepSignedIn: input.keepSignedIn };
  const result = await sessionOrSecondStep(found, sessionToken, request.headers);
  return { userId: leadsToSecondStep(result) ? null : userId, result };
}

async function checkPassword(
  input: Pick<SignInInput, 'email' | 'password' | 'keepSignedIn'>,
  headers: Headers,
): Promise<{ userId: string; sessionToken: string; cookies: string[] }> {
  try {
    const { response, headers: answer } = await auth().api.signInEmail({
      body: { email: input.email, password: input.password, rememberMe: input.keepSignedIn },
      headers: new Headers({ 'user-agent': headers.get('user-agent') ?? '' }),
      returnHeaders: true,
    });
    return {
      userId: response.user.id,
      sessionToken: response.token,
      cookies: answer.getSetCookie(),
    };
  } catch (error) {
    if (error instanceof APIError && (await isClosed(input.email, error)))
      throw new AppError('error.auth/user-disabled', { cause: error });
    if (error instanceof APIError)
      throw new AppError('error.auth/invalid-credential', { cause: error });
    throw error;
  }
}

/** The password was right and the account is closed: then, and only then, the library says so. */
async function isClosed(email: string, error: APIError): Promise<boolean> {
  if (error.body?.code !== 'FAILED_TO_CREATE_SESSION') return false;
  const account = await findAccountByEmail(email);
  return account !== null && (await findActor(account.id)) === null;
}

/**
 * Ends the session of this browser. Nothing happens when there is none.
 * @returns the `Set-Cookie` values that clear the browser's cookies
 */
export async function signOut(actor: Actor, headers: Headers): Promise<string[]> {
  authorise(actor, 'session.end');
  const { headers: answer } = await auth().api.signOut({ headers, returnHeaders: true });
  if (actor.id)
    await noteSecurityEvent({ event: 'session.end', outcome: 'success', userId: actor.id });
  return answer.getSetCookie();
}

/**
 * Asks for a reset link. The answer and the work done are the same whether the account exists:
 * what follows is a background job.
 * @throws AppError `error.auth/too-many-requests`
 */
export async function requestPasswordReset(
  actor: Actor,
  email: string,
  clientAddress: string,
): Promise<void> {
  authorise(actor, 'session.start');
  await countMailRequest(clientAddress);
  await transaction((tx) => enqueue(tx, { name: sendResetLink.name, data: { email } }));
}

/** Sends the reset link to an existing account; an unknown address or a suspended one gets nothing. */
export const sendResetLink: Job<{ email: string }> = {
  name: 'send-reset-link',
  run: async ({ email }) => {
    const account = await findAccountByEmail(email);
    if (!account || (await isSuspended(db(), account.id))) return;
    if (await hasRecentToken('reset-password', account.id, resetAgainMinutes)) return;
    await transaction(async (tx) => {
      if (!(await mayMail(tx, 'reset-password', email))) return;
      const token = await issueToken(tx, {
        purpose: 'reset-password',
        userId: account.id,
        minutes: resetMinutes,
      });
      await queueMail(tx, {
        template: 'reset-password',
        recipient: account.email,
        userId: account.id,
        ...resetPasswordEmail({
          translate: translateIn(config().languages.default),
          site: association().shortName,
          address: `${config().server.origin}/reset-password/${token}`,
          minutes: resetMinutes,
        }),
      });
    });
  },
};

/** Whether a reset link would still work. Changes nothing. */
export function isResetLinkUsable(actor: Actor, token: string): Promise<boolean> {
  authorise(actor, 'session.start');
  return isTokenUsable('reset-password', token);
}

/**
 * Sets a new password by a reset link and ends all sessions of the account.
 * @param onReset what else it means, as part of the same transaction
 * @returns null, or why the password is refused (then the link stays usable)
 * @throws AppError `error.auth/expired-action-code` when the link is unknown, used or over, or the
 *   account is suspended
 */
export async function resetPassword(
  actor: Actor,
  input: { token: string; password: string },
  onReset?: (tx: Transaction, userId: string) => Promise<void>,
) {
  authorise(actor, 'session.start');
  return transaction(async (tx) => {
    const userId = await useToken(tx, { purpose: 'reset-password', token: input.token });
    if (!userId || (await isSuspended(tx, userId)))
      throw new AppError('error.auth/expired-action-code');
    const weakness = await setPassword(tx, { userId }, input.password);
    if (weakness) throw new RefusedPassword(weakness);
    // The link proves access to the mailbox; otherwise an account whose confirmation link
    // has run out could never be used.
    await confirmEmail(tx, userId);
    await onReset?.(tx, userId);
    await queueAccountNotice(tx, { userId, kind: 'password-changed' });
    await appendAudit(tx, actor, {
      action: 'user.reset-password',
      target: { kind: 'user', id: userId },
      subjectId: userId,
    });
    return null;
  }).catch((error: unknown) => {
    if (error instanceof RefusedPassword) return error.weakness;
    throw error;
  });
}

/** Carries the refusal out of the transaction, which rolls the use of the link back. */
class RefusedPassword extends Error {
  readonly weakness: NonNullable<Awaited<ReturnType<typeof setPassword>>>;

  constructor(weakness: RefusedPassword['weakness']) {
    super('password refused');
    this.weakness = weakness;
  }
}
