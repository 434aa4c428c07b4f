import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { prepared } from '~/db/prepared.server';
import type { ErrorCode } from '~/policy/errors';
import { warnUnlessOutage } from '~/answers/failure.server';
import { mustEnrol } from '~/features/identity/second-factor/second-factor.server';
import { auth, mustRenew, readTokenHash, sessionCookie } from '~/platform/auth.server';
import { absoluteEnd, isLivingSession } from '~/platform/session-ends.server';
import { sessionTokenHash } from '~/platform/session-tokens.server';

const { users, profiles } = schema;

export type ResolvedSession = {
  actor: Actor;
  /** `Set-Cookie` values the answer must carry: a renewed session, or the end of a lost one. */
  cookies: string[];
  /** Why a session that the browser still believed in is over (spec section 4). */
  lost?: Extract<ErrorCode, 'error.auth/session-expired' | 'error.firestore/account-not-found'>;
  /** An administrator who has to set up the second factor before anything else. */
  mustEnrol?: boolean;
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
  const known = await findKnown(headers);
  if (known) return known;
  const { response, headers: answer } = await auth().api.getSession({
    headers,
    returnHeaders: true,
  });
  if (!response) {
    return { actor: anonymous, cookies: [expiredCookie], lost: 'error.auth/session-expired' };
  }
  const actor = await findActor(response.user.id);
  if (actor && absoluteEnd(response.session.createdAt, actor.role) < new Date()) {
    await endSession(response.session.token);
    return { actor: anonymous, cookies: [expiredCookie], lost: 'error.auth/session-expired' };
  }
  if (!actor) {
    await endSessionsOf(response.user.id);
    return {
      actor: anonymous,
      cookies: [expiredCookie],
      lost: 'error.firestore/account-not-found',
    };
  }
  return withinRights(actor, answer.getSetCookie());
}

async function withinRights(actor: SignedInActor, cookies: string[]): Promise<ResolvedSession> {
  if (!(await mustEnrol(actor))) return { actor, cookies };
  // Until then the rights are those of any member at most; pages lead to the enrolment.
  return { actor: { ...actor, role: 'USER' }, cookies, mustEnrol: true };
}

/**
 * The plain case, which is nearly every request, in one query: a living session of a living record
 * that need not be renewed yet. Null for everything else, which the sign-in library then judges.
 */
async function findKnown(headers: Headers): Promise<ResolvedSession | null> {
  const token = await readTokenHash(headers);
  if (!token) return null;
  const [row] = await livingSession().execute({ token });
  if (!row) return null;
  const { profileId, createdAt, expiresAt, usedAt, ...actor } = row;
  if (mustRenew({ createdAt, expiresAt }, row.role, Date.now())) return null;
  if (config().flags.publicProfiles && !profileId) return null;
  if (usedAt.getTime() < Date.now() - hour)
    await noteUse(token).catch((error: unknown) =>
      warnUnlessOutage(error, 'use of a session not noted'),
    );
  return withinRights(actor, []);
}

/** When a session was used is known to the hour, so that reading pages writes next to nothing. */
const hour = 3_600_000;

async function noteUse(token: string): Promise<void> {
  const { signInSessions: sessions } = schema;
  const isOld = lt(sessions.updatedAt, new Date(Date.now() - hour));
  await db()
    .update(sessions)
    .set({ updatedAt: new Date() })
    .where(and(eq(sessions.token, token), isOld));
}

/** Prepared once: PostgreSQL and we read it once for each connection, not for each request. */
const livingSession = prepared((database) => {
  const { signInSessions: sessions } = schema;
  return database
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      profileId: profiles.id,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      usedAt: sessions.updatedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.id, users.publicProfile))
    .where(
      and(
        eq(sessions.token, sql.placeholder('token')),
        isLivingSession(),
        isNull(users.suspendedAt),
      ),
    )
    .prepare('living_session');
});

/**
 * The actor of a user record, or null when the record is missing or suspended, or the profile
 * record is while public profiles are on.
 */
export async function findActor(userId: string): Promise<SignedInActor | null> {
  const [row] = await db()
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      profileId: profiles.id,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.publicProfile))
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)));
  if (!row || (config().flags.publicProfiles && !row.profileId)) return null;
  const { profileId: _, ...actor } = row;
  return actor;
}

/** Ends every session of a person at once, on every device. */
export async function endSessionsOf(userId: string): Promise<void> {
  await db().delete(schema.signInSessions).where(eq(schema.signInSessions.userId, userId));
}

/** Ends the one session that has this token. */
export async function endSession(token: string): Promise<void> {
  const { signInSessions: sessions } = schema;
  await db()
    .delete(sessions)
    .where(eq(sessions.token, sessionTokenHash(token)));
}

/** The session of this very request, so that ending the others spares it. */
export async function findOwnSessionId(headers: Headers): Promise<string | null> {
  const session = await auth().api.getSession({ headers, query: { disableRefresh: true } });
  return session?.session.id ?? null;
}

/**
 * Ends the session that this browser had before the new one (OWASP ASVS 5.0 7.2.4): anyone who
 * knows the old one, or put it there, has nothing of the new one.
 * @param headers of the request that signs in
 */
export async function endReplacedSession(headers: Headers): Promise<void> {
  if (!hasSessionCookie(headers)) return;
  const id = await findOwnSessionId(headers);
  if (id) await db().delete(schema.signInSessions).where(eq(schema.signInSessions.id, id));
}
