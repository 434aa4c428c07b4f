import { APIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { requireOwnPassword } from '~/features/identity/accounts/accounts.server';
import { countSecondStep } from '~/features/identity/sign-in/throttle.server';
import { authorise } from '~/policy/permissions';
import { auth } from '~/platform/auth.server';
import { secret } from '~/platform/secret.server';
import { matchingTotpStep } from './one-time-password.server';
import { acceptRecoveryCode, normalizeCode } from './recovery-codes.server';

const { passkeys, secondFactors, signInSessions } = schema;

/** The account of who acts. */
export function ownId(actor: Actor): string {
  authorise(actor, 'second-factor.set-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor.id;
}

/** Whether a person has a confirmed authenticator app. For other front doors. */
export async function hasAuthenticator(userId: string): Promise<boolean> {
  const [row] = await db()
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return row !== undefined;
}

/** Whether a person has a passkey. */
export async function hasPasskey(userId: string): Promise<boolean> {
  return (await db().$count(passkeys, eq(passkeys.userId, userId))) > 0;
}

/** What a person shows again before a factor changes. */
export type Proof = {
  password: string;
  code?: string | undefined;
  /** What a passkey has answered, as JSON, and the headers with the cookie that belongs to the question. */
  passkey?: { answer: string; headers: Headers };
};

/**
 * Makes sure that who acts has what the account is protected by: the password and, where there is an
 * authenticator app or a passkey, a number, a recovery code or the passkey (OWASP ASVS 5.0 7.5.1). Else
 * whoever finds a browser left open and knows the password could take the second factor away.
 * @throws AppError `error.auth/wrong-password`, `error.auth/wrong-code`,
 *   `error.auth/passkey-not-confirmed`, `error.auth/too-many-requests`
 */
export async function requireOwnFactors(actor: Actor, proof: Proof): Promise<void> {
  const userId = ownId(actor);
  await requireOwnPassword(actor, proof.password);
  const [hasApp, hasKey] = await Promise.all([hasAuthenticator(userId), hasPasskey(userId)]);
  if (!hasApp && !hasKey) return;
  const attempt = await countSecondStep(userId);
  const isRight =
    hasKey && proof.passkey
      ? await isOwnPasskey(userId, proof.passkey)
      : await transaction((tx) => acceptCode(tx, userId, proof.code ?? ''));
  if (!isRight)
    throw new AppError(hasApp ? 'error.auth/wrong-code' : 'error.auth/passkey-not-confirmed');
  await attempt.succeeded();
}

async function isOwnPasskey(
  userId: string,
  { answer, headers }: NonNullable<Proof['passkey']>,
): Promise<boolean> {
  const found = await verifyPasskeyAnswer(parsed(answer), headers).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!found) return false;
  // Nobody signs in here.
  await db().delete(signInSessions).where(eq(signInSessions.id, found.sessionId));
  return found.userId === userId;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const passkeyAnswer = z.strictObject({
  step: z.literal('verify'),
  /** At a sign-in: whether the session is to outlast the browser. */
  keepSignedIn: z.boolean().default(false),
  response: z.object({
    id: z.string(),
    rawId: z.string(),
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}),
    response: z.object({
      clientDataJSON: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
      userHandle: z.string().optional(),
    }),
  }),
});

/**
 * Whose passkey has answered. The sign-in library makes a session at once, which the caller keeps or
 * ends.
 * @param sent what the script of the page has sent
 * @param headers with the cookie that belongs to the question
 * @throws AppError `error.invalid-input`, `error.auth/invalid-credential`
 */
export async function verifyPasskeyAnswer(sent: unknown, headers: Headers) {
  const input = passkeyAnswer.safeParse(sent);
  if (!input.success) throw new AppError('error.invalid-input');
  try {
    const { response, headers: answer } = await auth().api.verifyPasskeyAuthentication({
      body: { response: input.data.response },
      headers,
      returnHeaders: true,
    });
    const { id: sessionId, userId, token } = response.session;
    const { keepSignedIn } = input.data;
    return { sessionId, userId, token, keepSignedIn, cookies: answer.getSetCookie() };
  } catch (error) {
    if (error instanceof APIError)
      throw new AppError('error.auth/invalid-credential', { cause: error });
    throw error;
  }
}

/**
 * Checks the code of the second step, from the app or from the printed sheet. Each is accepted
 * once, also of several at the same moment. For the sign-in, inside its transaction.
 */
export async function acceptCode(tx: Transaction, userId: string, typed: string): Promise<boolean> {
  const code = normalizeCode(typed);
  return /^\d{6}$/.test(code)
    ? acceptAppCode(tx, userId, code)
    : acceptRecoveryCode(tx, userId, code);
}

async function acceptAppCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const isEnrolled = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  const [row] = await tx.select().from(secondFactors).where(isEnrolled);
  if (!row) return false;
  const plain = await symmetricDecrypt({ key: secret(), data: row.secret });
  const step = matchingTotpStep(plain, code, new Date());
  if (step === null) return false;
  const accepted = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(isEnrolled, lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return accepted.length > 0;
}
