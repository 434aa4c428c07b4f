import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { siteZone } from '~/lib/format/format-date';
import { dayRange } from '~/features/identity/audit/day-range';
import { dayBounds } from '~/lib/time/zoned-time.server';
import { type Actor, isSignedIn } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { rowsPerPage } from '~/ui/data-table/table-query';

const { securityEvents, users } = schema;

const outcomes = ['success', 'failure', 'refused'] as const;
/** The latest of one’s own. */
const mostOwn = 100;

/** What of a query is understood; the rest is as if it were not there. */
export const securityFilterSchema = z.object({
  outcome: z.enum(outcomes).optional().catch(undefined),
  ...dayRange,
  before: z.uuid().optional().catch(undefined),
});
export type SecurityFilter = z.output<typeof securityFilterSchema>;

/** What bore on the safety of the site, the newest first, and where the next page begins. */
export async function listSecurityEvents(
  actor: Actor,
  { outcome, before, perPage = rowsPerPage, ...range }: SecurityFilter & { perPage?: number },
) {
  authorise(actor, 'audit.read');
  const days = dayBounds(range, siteZone);
  const isWanted = and(
    outcome && eq(securityEvents.outcome, outcome),
    days.from ? gte(securityEvents.at, days.from) : undefined,
    days.to ? lt(securityEvents.at, days.to) : undefined,
    // Ids are made in the order of time (RFC 9562 section 5.7).
    before ? lt(securityEvents.id, before) : undefined,
  );
  const rows = await latest(isWanted, perPage + 1);
  const events = rows.slice(0, perPage);
  return { events, next: rows.length > perPage ? (events.at(-1)?.id ?? null) : null };
}

/** The same about the actor's own account. */
export async function listOwnSecurityEvents(actor: Actor) {
  authorise(actor, 'audit.read-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return latest(eq(securityEvents.userId, actor.id), mostOwn);
}

function latest(where: SQL | undefined, most: number) {
  return db()
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
    .where(where)
    .orderBy(desc(securityEvents.id))
    .limit(most);
}

export type ShownSecurityEvent = Awaited<ReturnType<typeof latest>>[number];
