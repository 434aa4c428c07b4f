import { eq } from 'drizzle-orm';
import { type Actor, anonymous } from '~/actor';
import { config } from '~/config.server';
import { db, schema } from '~/db/db.server';
import type { ErrorCode } from '~/errors';
import { auth, sessionCookie } from '~/platform/auth.server';

const { accountSuspensions, users, profiles } = schema;

export type ResolvedSession = {
  actor: Actor;
  /** `Set-Cookie` values the answer must carry: a renewed session, or the end of a lost one. */
  cookies: string[];
  /** Why a session that the browser still believed in is over (spec section 4). */
  lost?: Extract<ErrorCode, 'error.auth/session-expired' | 'error.firestore/account-not-found'>;
};

const expiredCookie = `${sessionCookie}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;

function hasSessionCookie(headers: Headers): boolean {
  return (headers.get('cookie') ?? '').includes(`${sessionCookie}=`);
}

/**
 * Who is asking, from the session cookie. A cookie without a living session ends with
 * `error.auth/session-expired`; a session whose user record (or profile record, when public
 * profiles are on) is missing is ended with `error.firestore/account-not-found`.
 */
export async function resolveSession(headers: Headers): Promise<ResolvedSession> {
  if (!hasSessionCookie(headers)) return { actor: anonymous, cookies: [] };
  const { response, headers: answer } = await auth().api.getSession({
    headers,
    returnHeaders: true,
  });
  if (!response) {
    return { actor: anonymous, cookies: [expiredCookie], lost: 'error.auth/session-expired' };
  }
  const actor = await findActor(response.user.id);
  if (!actor) {
    await endSessionsOf(response.user.id);
    return {
      actor: anonymous,
      cookies: [expiredCookie],
      lost: 'error.firestore/account-not-found',
    };
  }
  return { actor, cookies: answer.getSetCookie() };
}

/**
 * The actor of a user record, or null when the record is missing, or the profile record is while
 * public profiles are on, or the account is suspended.
 */
export async function findActor(userId: string): Promise<Actor | null> {
  const [row] = await db()
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      profileId: profiles.id,
      suspendedAt: accountSuspensions.createdAt,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.publicProfile))
    .leftJoin(accountSuspensions, eq(accountSuspensions.userId, users.id))
    .where(eq(users.id, userId));
  if (!row || row.suspendedAt || (config().flags.publicProfiles && !row.profileId)) return null;
  const { profileId: _profile, suspendedAt: _suspended, ...actor } = row;
  return actor;
}

/** Ends every session of a person at once, on every device. */
export async function endSessionsOf(userId: string): Promise<void> {
  await db().delete(schema.signInSessions).where(eq(schema.signInSessions.userId, userId));
}
