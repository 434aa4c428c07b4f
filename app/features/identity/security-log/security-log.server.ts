import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { type Actor, isSignedIn } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';

const { securityEvents, users } = schema;

const outcomes = ['success', 'failure', 'refused'] as const;
const eventsPerPage = 100;

/** What of a query is understood; the rest is as if it were not there. */
export const securityFilterSchema = z.object({
  outcome: z.enum(outcomes).optional().catch(undefined),
  before: z.uuid().optional().catch(undefined),
});
export type SecurityFilter = z.output<typeof securityFilterSchema>;

/** What bore on the safety of the site, the newest first. */
export async function listSecurityEvents(actor: Actor, { outcome, before }: SecurityFilter) {
  authorise(actor, 'audit.read');
  return page(before, outcome && eq(securityEvents.outcome, outcome));
}

/** The same about the actor's own account. */
export async function listOwnSecurityEvents(actor: Actor, before?: string) {
  authorise(actor, 'audit.read-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return page(before, eq(securityEvents.userId, actor.id));
}

async function page(before: string | undefined, where: SQL | undefined) {
  const rows = await db()
    .select({
      id: securityEvents.id,
      at: securityEvents.at,
      event: securityEvents.event,
      outcome: securityEvents.outcome,
      detail: securityEvents.detail,
      client: securityEvents.client,
      count: securityEvents.count,
      addressHash: securityEvents.addressHash,
      name: sql<string | null>`nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`,
    })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    // Ids are made in the order of time (RFC 9562 section 5.7).
    .where(and(where, before ? lt(securityEvents.id, before) : undefined))
    .orderBy(desc(securityEvents.id))
    .limit(eventsPerPage + 1);
  const events = rows.slice(0, eventsPerPage);
  return { events, next: rows.length > eventsPerPage ? (events.at(-1)?.id ?? null) : null };
}

export type ShownSecurityEvent = Awaited<ReturnType<typeof page>>['events'][number];
