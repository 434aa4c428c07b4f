import { and, desc, eq, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  findPublicProfile,
  queueAccountNotice,
  requireOwnPassword,
  revokeAccess,
  setPassword,
} from '~/features/identity/accounts/accounts.server';
import { ownFieldNames } from '~/features/identity/settings/own-fields';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { findOwnSessionId } from '~/features/identity/sign-in/sign-in.server';
import { getOwnSubscription } from '~/features/identity/subscriptions/subscriptions.server';
import { noteSecurityEvent } from '~/platform/security-events.server';
import { deviceName } from './device-name';
import { authorise, type Permission } from '~/policy/permissions';

const { signInSessions } = schema;

function signedIn(actor: Actor, permission: Permission) {
  authorise(actor, permission);
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor;
}

/** What people can change about their own account. */
export async function getOwnSettings(actor: Actor) {
  const { id, email } = signedIn(actor, 'user.update-own');
  const subscription = await getOwnSubscription(actor);
  const profile = config().flags.publicProfiles ? await findPublicProfile(id) : null;
  const [user] = await db().select().from(schema.users).where(eq(schema.users.id, id));
  const fields = Object.fromEntries(ownFieldNames.map((name) => [name, user?.[name] ?? '']));
  return { fields, email, version: user?.version ?? 0, subscription, profile };
}

/**
 * Changes the actor's own password and ends the sessions on all other devices.
 * @returns null when done, else why the new password is refused
 * @throws AppError `error.auth/wrong-password`, `error.auth/too-many-requests`
 */
export async function changeOwnPassword(
  actor: Actor,
  input: { currentPassword: string; newPassword: string },
  headers: Headers,
) {
  const { id } = signedIn(actor, 'user.update-own');
  await requireOwnPassword(actor, input.currentPassword);
  const keepSession = await findOwnSessionId(headers);
  return transaction(async (tx) => {
    const weakness = await setPassword(tx, { userId: id, keepSession }, input.newPassword);
    if (weakness) return weakness;
    await queueAccountNotice(tx, { userId: id, kind: 'password-changed' });
    await appendAudit(tx, actor, {
      action: 'user.change-password',
      target: { kind: 'user', id },
      subjectId: id,
    });
    return null;
  });
}

/** Where the actor is signed in, the latest use first. */
export async function listOwnSessions(actor: Actor, headers: Headers) {
  const { id } = signedIn(actor, 'session.list-own');
  const current = await findOwnSessionId(headers);
  const rows = await db()
    .select({
      id: signInSessions.id,
      createdAt: signInSessions.createdAt,
      lastUse: signInSessions.updatedAt,
      userAgent: signInSessions.userAgent,
    })
    .from(signInSessions)
    .where(and(eq(signInSessions.userId, id), sql`${signInSessions.expiresAt} > now()`))
    .orderBy(desc(signInSessions.updatedAt));
  return rows.map(({ userAgent, ...session }) => ({
    ...session,
    ...deviceName(userAgent),
    isCurrent: session.id === current,
  }));
}

/** Ends one of the actor's own sessions. What is over already, or somebody else's, is none to end. */
export async function endOwnSession(actor: Actor, sessionId: string): Promise<void> {
  const { id } = signedIn(actor, 'session.list-own');
  const ended = await db()
    .delete(signInSessions)
    .where(and(eq(signInSessions.id, sessionId), eq(signInSessions.userId, id)))
    .returning({ id: signInSessions.id });
  if (ended.length === 0) return;
  await noteSecurityEvent({ ...sessionEnd, detail: 'one-device', userId: id });
}

/** Ends every other way into the actor's account: sessions on other devices, links, begun sign-ins. */
export async function endOtherSessions(actor: Actor, headers: Headers): Promise<void> {
  const { id } = signedIn(actor, 'session.list-own');
  const current = await findOwnSessionId(headers);
  if (!current) throw new AppError('error.auth/session-expired');
  await transaction(async (tx) => {
    await revokeAccess(tx, id, { session: current });
    await noteSecurityEvent({ ...sessionEnd, detail: 'other-devices', userId: id }, tx);
  });
}

const sessionEnd = { event: 'session.end', outcome: 'success' } as const;
