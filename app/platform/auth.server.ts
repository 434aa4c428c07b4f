import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { config } from '~/config.server';
import { db, schema } from '~/db/db.server';
import { newId } from '~/lib/new-id';
import { secret } from './secret.server';

/** Names of the cookies; the prefix binds them to this very host over HTTPS (RFC 6265bis 4.1.3). */
export const sessionCookie = '__Host-session';
const shortSessionCookie = '__Host-session-only';

const thirtyDays = 30 * 24 * 3600;
const oneDay = 24 * 3600;

function create() {
  return betterAuth({
    appName: config().association.shortName,
    baseURL: config().server.origin,
    secret: secret(),
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db(), {
      provider: 'pg',
      transaction: true,
      schema: {
        user: schema.signInAccounts,
        session: schema.signInSessions,
        account: schema.signInMethods,
        verification: schema.signInVerifications,
      },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 12,
      // The rules are applied by us, in characters; here only a bound for the hash's input.
      maxPasswordLength: 1024,
    },
    session: { expiresIn: thirtyDays, updateAge: oneDay, cookieCache: { enabled: false } },
    // Sign-in is throttled by ourselves, in the database, by account and address.
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
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

let instance: ReturnType<typeof create> | undefined;

/** The sign-in library, bound to the open database. Used by the accounts feature only. */
export function auth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}

export function resetAuth(): void {
  instance = undefined;
}
