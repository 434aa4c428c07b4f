import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  hasAuthenticator,
  verifyPasskeyAnswer,
} from '~/features/identity/second-factor/second-factor.server';
import { authorise } from '~/policy/permissions';
import { auth, resetAuth } from '~/platform/auth.server';
import { arePasskeysPossible, hostedProviderId } from '~/platform/auth-plugins.server';
import { asWished, endWithoutPasskey, sessionOrSecondStep } from './second-step.server';
import { notingSignIn } from './noted-sign-in.server';
import { findActor } from './session.server';
import { countSignInStart } from './throttle.server';

/** The browser's headers and the address it really comes from. */
export type SignInRequest = { headers: Headers; clientAddress: string };

/** The other ways to sign in that the login page offers. */
export function otherWays() {
  return {
    hasHostedProvider: config().hostedProvider !== null,
    hasPasskeys: arePasskeysPossible(),
  };
}

/** What the browser needs to look for a passkey; names no person. */
export async function beginPasskeySignIn(actor: Actor, { clientAddress }: SignInRequest) {
  authorise(actor, 'session.start');
  await countSignInStart(clientAddress);
  const { response, headers } = await auth().api.generatePasskeyAuthenticationOptions({
    headers: new Headers(),
    returnHeaders: true,
  });
  return { body: { options: response }, cookies: headers.getSetCookie() };
}

/**
 * Signs in with a passkey, which is two factors in one: the device and what unlocks it.
 * @throws AppError `error.auth/invalid-credential`, `error.firestore/account-not-found`,
 *   `error.auth/too-many-requests`, `error.invalid-input`
 */
export async function finishPasskeySignIn(
  actor: Actor,
  sent: unknown,
  { headers, clientAddress }: SignInRequest,
) {
  authorise(actor, 'session.start');
  return notingSignIn('passkey', {}, () => openByPasskey(sent, { headers, clientAddress }));
}

async function openByPasskey(sent: unknown, { headers, clientAddress }: SignInRequest) {
  await countSignInStart(clientAddress);
  const made = await verifyPasskeyAnswer(sent, headers);
  if (!(await findActor(made.userId))) throw new AppError('error.firestore/account-not-found');
  const { keepSignedIn } = made;
  const cookies = await asWished(made, { keepSignedIn, headers });
  const result = { body: {}, cookies };
  return { userId: made.userId, result };
}

/**
 * Begins a sign-in with the hosted provider (spec section 1).
 * @returns the provider's address and the cookies that hold what was asked
 * @throws AppError `error.auth/hosted-sign-in-failed` when the provider does not answer
 */
export async function beginHostedSignIn(actor: Actor, { clientAddress }: SignInRequest) {
  authorise(actor, 'session.start');
  if (!config().hostedProvider) throw new AppError('error.not-found');
  await countSignInStart(clientAddress);
  try {
    const { response, headers } = await auth().api.signInSocial({
      body: { provider: hostedProviderId, disableRedirect: true, callbackURL: '/' },
      headers: new Headers(),
      returnHeaders: true,
    });
    if (!response.url) throw new AppError('error.auth/hosted-sign-in-failed');
    return { address: response.url, cookies: headers.getSetCookie() };
  } catch (error) {
    // The provider is asked for its addresses once; if it was away then, it is asked again.
    resetAuth();
    throw new AppError('error.auth/hosted-sign-in-failed', { cause: error });
  }
}

/** What else it means that the person has come in, in a transaction: an invitation is accepted. */
type Arrival = { onProven: (tx: Transaction, userId: string) => Promise<void> };

/**
 * The provider's answer: opens the account with the same confirmed address, never a new one.
 * @param url the address the provider has sent the browser to
 * @returns the cookies of the session or of the second step
 * @throws AppError `error.auth/hosted-sign-in-failed`, `error.auth/passkey-required`
 */
export async function finishHostedSignIn(
  actor: Actor,
  url: string,
  arriving: SignInRequest & Arrival,
): Promise<string[]> {
  authorise(actor, 'session.start');
  if (!config().hostedProvider) throw new AppError('error.not-found');
  return notingSignIn('hosted', {}, () => openByProvider(url, arriving));
}

async function openByProvider(
  url: string,
  { headers, clientAddress, onProven }: SignInRequest & Arrival,
) {
  await countSignInStart(clientAddress);
  const ownAddress = new URL(config().server.origin);
  ownAddress.pathname = `/api/auth/callback/${hostedProviderId}`;
  ownAddress.search = new URL(url).search;
  const request = new Request(ownAddress, { headers: cookiesAndDevice(headers) });
  const cookies = (await auth().handler(request)).headers.getSetCookie();
  const found = await sessionOf(cookies);
  const person = found && (await findActor(found.userId));
  if (!person) throw new AppError('error.auth/hosted-sign-in-failed');
  await endWithoutPasskey(person, found.token);
  await transaction((tx) => onProven(tx, found.userId));
  const { userId, token } = found;
  if (await hasAuthenticator(userId)) {
    const made = { ...found, cookies, keepSignedIn: false };
    return { userId: null, result: await sessionOrSecondStep(made, token, headers) };
  }
  const wish = { keepSignedIn: false, headers };
  return { userId, result: await asWished({ ...found, cookies }, wish) };
}

const cookiesAndDevice = (headers: Headers) =>
  new Headers({
    cookie: headers.get('cookie') ?? '',
    'user-agent': headers.get('user-agent') ?? '',
  });

/** The session that the cookies of an answer open. */
async function sessionOf(cookies: readonly string[]) {
  const cookie = cookies.map((value) => value.split(';', 1)[0]).join('; ');
  const found = await auth().api.getSession({ headers: new Headers({ cookie }) });
  return found ? { userId: found.session.userId, token: found.session.token } : null;
}
