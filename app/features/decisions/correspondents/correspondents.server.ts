import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';

const { correspondents, courts, users } = schema;

/** All correspondents, by name. */
export async function listCorrespondents(actor: Actor) {
  authorise(actor, 'decision.manage');
  return db()
    .select({
      userId: correspondents.userId,
      country: correspondents.country,
      name: fullName(users),
      email: users.email,
      isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
    })
    .from(correspondents)
    .innerJoin(users, eq(users.id, correspondents.userId))
    .orderBy(asc(users.lastName), asc(users.firstName));
}

/**
 * Appoints a member as correspondent for a State. A second appointment changes nothing.
 * @returns the field that is wrong, null when it was done
 */
export async function appointCorrespondent(
  actor: Actor,
  { email, country }: { email: string; country: string },
): Promise<'email' | 'country' | null> {
  authorise(actor, 'decision.manage');
  return transaction(async (tx) => {
    const [member] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(sql`lower(${users.email}) = lower(${email})`, isNull(users.suspendedAt)));
    if (!member) return 'email';
    if ((await tx.$count(courts, eq(courts.country, country))) === 0) return 'country';
    const appointed = await tx
      .insert(correspondents)
      .values({ userId: member.id, country, createdBy: actor.id })
      .onConflictDoNothing()
      .returning({ country: correspondents.country });
    if (appointed.length > 0)
      await appendAudit(tx, actor, {
        action: 'correspondent.name',
        target: { kind: 'user', id: member.id },
        subjectId: member.id,
        changes: { country: { to: country } },
      });
    return null;
  });
}

/** Ends an appointment at once. One that has ended already stays so. */
export async function endCorrespondent(
  actor: Actor,
  { userId, country }: { userId: string; country: string },
): Promise<void> {
  authorise(actor, 'decision.manage');
  await transaction(async (tx) => {
    const ended = await tx
      .delete(correspondents)
      .where(and(eq(correspondents.userId, userId), eq(correspondents.country, country)))
      .returning({ country: correspondents.country });
    if (ended.length > 0)
      await appendAudit(tx, actor, {
        action: 'correspondent.end',
        target: { kind: 'user', id: userId },
        subjectId: userId,
        changes: { country: { from: country } },
      });
  });
}

/** The States of which the actor is correspondent. */
export async function listOwnStates(actor: Actor): Promise<string[]> {
  authorise(actor, 'decision.check-proposals');
  const rows = await db()
    .select({ country: correspondents.country })
    .from(correspondents)
    .where(sql`${correspondents.userId} = ${actor.id}`)
    .orderBy(asc(correspondents.country));
  return rows.map(({ country }) => country);
}
