import { betterAuth, type GenericEndpointContext } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { eq } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { newId } from '~/lib/new-id';
import { hostedProviders, passkeys, readingTokens, startingSessions } from './auth-plugins.server';
import type { SignedInActor } from '~/policy/actor';
import { secret } from './secret.server';
import { absoluteEnd } from './session-ends.server';
import { sessionTokenHash, withHashedSessionTokens } from './session-tokens.server';
import { hashPassword, verifyPassword } from './password-hash.server';
import { association, onAssociationChange } from './association.server';

type SessionTimes = { createdAt: Date; expiresAt: Date };

/** Names of the cookies; the prefix binds them to this very host over HTTPS (RFC 6265bis 4.1.3). */
export const sessionCookie = '__Host-session';
const shortSessionCookie = '__Host-session-only';

const thirtyDays = 30 * 24 * 3600;
const oneDay = 24 * 3600;

function create() {
  return betterAuth({
    appName: association().shortName,
    baseURL: config().server.origin,
    secret: secret(),
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: withHashedSessionTokens(
      drizzleAdapter(db(), {
        provider: 'pg',
        transaction: true,
        schema: {
          user: schema.signInAccounts,
          session: schema.signInSessions,
          account: schema.signInMethods,
          verification: schema.signInVerifications,
          passkey: schema.passkeys,
        },
      }),
    ),
    plugins: [startingSessions(), readingTokens(), passkeys(), ...hostedProviders()],
    account: {
      storeStateStrategy: 'cookie',
      // A hosted sign-in opens an account only when both sides have confirmed the same address.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    databaseHooks: {
      session: { create: { before: startSession }, update: { before: keepEnd } },
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    },
    onAPIError: { errorURL: `${config().server.origin}/login` },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 12,
      // The rules are applied by us, in characters; here only a bound for the hash's input.
      maxPasswordLength: 1024,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      expiresIn: thirtyDays,
      updateAge: oneDay,
      // Where it matters the password is asked for again.
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    // Sign-in is throttled by ourselves, in the database, by account and address.
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: '__Host-site',
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: {
        session_token: { name: sessionCookie },
        dont_remember: { name: shortSessionCookie },
      },
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId() },
    },
  });
}

/**
 * However someone signs in: a closed account gets no session, and no session lasts longer than one
 * of its person may.
 */
async function startSession<Fields extends SessionTimes & { userId: string }>(session: Fields) {
  const [user] = await db()
    .select({ suspendedAt: schema.users.suspendedAt, role: schema.users.role })
    .from(schema.users)
    .where(eq(schema.users.id, session.userId));
  if (user?.suspendedAt) return false;
  if (!user) return;
  const expiresAt = earlier(session.expiresAt, absoluteEnd(session.createdAt, user.role));
  return { data: { ...session, expiresAt } };
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);

/** The provider is asked who someone is and nothing more, so its tokens are not kept. */
async function withoutTokens<Fields extends object>(account: Fields) {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...account, ...none } };
}

/**
 * What the database knows the session of a cookie by, when the signature below its token is ours;
 * null otherwise. The database is not asked.
 */
export async function readTokenHash(headers: Headers): Promise<string | null> {
  if (!headers.get('cookie')?.includes(`${sessionCookie}=`)) return null;
  const { token } = await auth().api.readSessionToken({ headers });
  return token && sessionTokenHash(token);
}

/** Whether a session was asked to outlast the browser: its own times tell, whatever the browser says. */
function isLasting({ createdAt, expiresAt }: SessionTimes): boolean {
  return expiresAt.getTime() - createdAt.getTime() > 2 * oneDay * 1000;
}

/** Whether the sign-in library has to renew a session: once a day, unless it ends with the browser. */
export function mustRenew(
  session: SessionTimes,
  role: SignedInActor['role'],
  now: number,
): boolean {
  const isDue = session.expiresAt.getTime() < now + (thirtyDays - oneDay) * 1000;
  return isDue && isLasting(session) && session.expiresAt < absoluteEnd(session.createdAt, role);
}

/** The library renews what comes without the cookie of a short session; such a one ends all the same. */
async function keepEnd(change: { expiresAt?: Date }, context: GenericEndpointContext | null) {
  const session = context?.context.session?.session;
  if (!session) return;
  if (!isLasting(session)) return { data: { ...change, expiresAt: session.expiresAt } };
  if (!change.expiresAt) return;
  // A session of an administrator is never a lasting one: it has its whole time from the beginning.
  const expiresAt = earlier(change.expiresAt, absoluteEnd(session.createdAt, 'USER'));
  return { data: { ...change, expiresAt } };
}

let instance: ReturnType<typeof create> | undefined;

/** The sign-in library, bound to the open database. Used by the accounts feature only. */
export function auth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}

export function resetAuth(): void {
  instance = undefined;
}

// Authenticators are told the name of the association.
onAssociationChange(resetAuth);
