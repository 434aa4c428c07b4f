import { APIError } from 'better-auth/api';
import type { Actor, SignedInActor } from '~/policy/actor';
import { transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  acceptCode,
  hasAuthenticator,
  refuseWithoutPasskey,
} from '~/features/identity/second-factor/second-factor.server';
import { authorise } from '~/policy/permissions';
import { auth, sessionCookie } from '~/platform/auth.server';
import { noteDevice } from './device.server';
import { findTokenOwner, issueToken, useToken } from './one-time-token.server';
import { notingSignIn } from './noted-sign-in.server';
import { endReplacedSession, endSession } from './session.server';
import { countSecondStep } from './throttle.server';

/** Holds the right to enter a code; the password was right. */
const secondStepCookie = '__Host-second-step';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';
const minutes = 10;
/** After the token in the cookie: the session is to outlast the browser. */
const keepMark = '.keep';

export const clearedSecondStepCookie = `${secondStepCookie}=; ${attributes}; Max-Age=0`;

/**
 * Ends the session that a sign-in without a passkey has made, where the site wants one of this person.
 * @throws AppError `error.auth/passkey-required`
 */
export async function endWithoutPasskey(person: SignedInActor, sessionToken: string) {
  try {
    await refuseWithoutPasskey(person);
  } catch (error) {
    await endSession(sessionToken);
    throw error;
  }
}

/** Whether the cookies of a sign-in lead to the second step instead of a session. */
export function leadsToSecondStep(cookies: readonly string[]): boolean {
  return cookies.some((cookie) => cookie.startsWith(`${secondStepCookie}=`));
}

/**
 * What follows when someone has shown who they are once: the session just made, or, when the
 * account has a second factor, its end and the cookie for the second step.
 */
export async function sessionOrSecondStep(
  found: { userId: string; cookies: string[]; keepSignedIn: boolean },
  sessionToken: string,
  headers: Headers,
): Promise<string[]> {
  if (!(await hasAuthenticator(found.userId))) {
    await endReplacedSession(headers);
    await noteDevice(found.userId, headers);
    return found.cookies;
  }
  await endSession(sessionToken);
  const token = await transaction((tx) =>
    issueToken(tx, { purpose: 'second-step', userId: found.userId, minutes }),
  );
  const value = `${token}${found.keepSignedIn ? keepMark : ''}`;
  return [`${secondStepCookie}=${value}; ${attributes}; Max-Age=${minutes * 60}`];
}

/**
 * Puts a session that lasts as the person wished in the place of one that the library has just made:
 * with passkeys and the hosted provider it knows no such wish.
 * @returns the `Set-Cookie` values of the new session, and the others of the answer
 */
export async function asWished(
  { userId, token, cookies }: { userId: string; token: string; cookies: readonly string[] },
  { keepSignedIn, headers }: { keepSignedIn: boolean; headers: Headers },
): Promise<string[]> {
  await endSession(token);
  const others = cookies.filter((cookie) => !cookie.startsWith(`${sessionCookie}=`));
  return [...others, ...(await startSession(userId, keepSignedIn, headers))];
}

function readCookie(headers: Headers): { token: string; keepSignedIn: boolean } | null {
  const pattern = new RegExp(`(?:^|;\\s*)${secondStepCookie}=([A-Za-z0-9_-]+)(\\.keep)?(?:;|$)`);
  const match = pattern.exec(headers.get('cookie') ?? '');
  return match?.[1] ? { token: match[1], keepSignedIn: match[2] !== undefined } : null;
}

/** Whether a code may be entered now. Changes nothing. */
export async function isSecondStepOpen(actor: Actor, headers: Headers): Promise<boolean> {
  authorise(actor, 'session.start');
  const cookie = readCookie(headers);
  return cookie !== null && (await findTokenOwner('second-step', cookie.token)) !== null;
}

/**
 * The second step of a sign-in: a code of the authenticator app or of the printed sheet.
 * @returns the `Set-Cookie` values of the new session
 * @throws AppError `error.auth/expired-action-code` (begin again), `error.auth/wrong-code`,
 *   `error.auth/too-many-requests`, `error.auth/user-disabled`
 */
export async function finishSecondStep(
  actor: Actor,
  code: string,
  headers: Headers,
): Promise<string[]> {
  authorise(actor, 'session.start');
  const cookie = readCookie(headers);
  const userId = cookie && (await findTokenOwner('second-step', cookie.token));
  if (!cookie || !userId) throw new AppError('error.auth/expired-action-code');
  return notingSignIn('second-step', { userId }, async () => {
    const attempt = await countSecondStep(userId);
    await transaction(async (tx) => {
      if (!(await acceptCode(tx, userId, code))) throw new AppError('error.auth/wrong-code');
      const owner = await useToken(tx, { purpose: 'second-step', token: cookie.token });
      if (!owner) throw new AppError('error.auth/expired-action-code');
    });
    await attempt.succeeded();
    const cookies = await startSession(userId, cookie.keepSignedIn, headers);
    return { userId, result: [...cookies, clearedSecondStepCookie] };
  });
}

async function startSession(
  userId: string,
  rememberMe: boolean,
  headers: Headers,
): Promise<string[]> {
  const { headers: answer } = await auth()
    .api.startSession({
      body: { userId, rememberMe },
      headers: new Headers({ 'user-agent': headers.get('user-agent') ?? '' }),
      returnHeaders: true,
    })
    .catch((error: unknown) => {
      // Suspended between the two steps: password and code were right, so the person may know.
      if (!(error instanceof APIError)) throw error;
      throw new AppError('error.auth/user-disabled', { cause: error });
    });
  await endReplacedSession(headers);
  await noteDevice(userId, headers);
  return answer.getSetCookie();
}
