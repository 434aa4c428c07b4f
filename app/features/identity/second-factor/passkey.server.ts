import { APIError } from 'better-auth/api';
import { and, eq } from 'drizzle-orm';
import type { PasskeyRegistration } from './passkey-schemas';
import { type Actor, isSignedIn } from '~/policy/actor';
import { schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { findOwnSessionId } from '~/features/identity/sign-in/sign-in.server';
import { authorise } from '~/policy/permissions';
import { auth } from '~/platform/auth.server';
import { arePasskeysPossible } from '~/platform/auth-plugins.server';
import { notePasskeyChange, type Proof, requireOwnFactors } from './second-factor.server';

const { passkeys } = schema;

/** Whether this site can have passkeys; they need a host name. */
export const arePasskeysOffered = arePasskeysPossible;

/** The proof as forms send it. */
export function proofOf(
  sent: { password: string; code?: string | undefined; passkey?: string | undefined },
  headers: Headers,
): Proof {
  const { passkey: answer, ...proof } = sent;
  return answer ? { ...proof, passkey: { answer, headers } } : proof;
}

/** What the browser needs to make a passkey, and the cookie that belongs to it. */
export async function beginPasskey(actor: Actor, proof: Proof, headers: Headers) {
  authorise(actor, 'second-factor.set-own');
  await requireOwnFactors(actor, proof);
  const { response, headers: answer } = await auth().api.generatePasskeyRegistrationOptions({
    headers,
    returnHeaders: true,
  });
  return { options: response, cookies: answer.getSetCookie() };
}

/**
 * Keeps the passkey that the browser has made.
 * @throws AppError `error.invalid-input` when it does not fit what was asked for
 */
export async function addPasskey(
  actor: Actor,
  { name, response }: PasskeyRegistration,
  headers: Headers,
): Promise<void> {
  authorise(actor, 'second-factor.set-own');
  try {
    await auth().api.verifyPasskeyRegistration({ body: { response, name }, headers });
  } catch (error) {
    if (error instanceof APIError) throw new AppError('error.invalid-input', { cause: error });
    throw error;
  }
  await notePasskeyChange(actor, 'added', await findOwnSessionId(headers));
}

/** Removes one of the actor's own passkeys. @throws AppError `error.not-found` */
export async function removePasskey(
  actor: Actor,
  { id, ...proof }: Proof & { id: string },
  headers: Headers,
): Promise<void> {
  authorise(actor, 'second-factor.set-own');
  if (!isSignedIn(actor)) return;
  await requireOwnFactors(actor, proof);
  await transaction(async (tx) => {
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, actor.id)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw new AppError('error.not-found');
  });
  await notePasskeyChange(actor, 'removed', await findOwnSessionId(headers));
}
