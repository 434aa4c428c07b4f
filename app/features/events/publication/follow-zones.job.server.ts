import { and, eq, gte } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import type { EventRecord } from '~/features/events/events.server';
import { isZone, instantOf } from '~/lib/time/zoned-time.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { invalidateTags } from '~/platform/page-invalidation.server';

const { events } = schema;

const day = 24 * 3_600_000;

/**
 * What was agreed on is the wall time of an event. The rules of its zone may change until then, as
 * when a country gives up summer time: a newer Node knows them, and the moments of what is to come
 * follow.
 */
export const followZones: Job<object> = {
  name: 'follow-zones',
  schedule: '10 3 * * *',
  run: async () => {
    const isToCome = gte(events.endsAtInstant, new Date(Date.now() - day));
    for (const event of await db().select().from(events).where(isToCome)) {
      if (isZone(event.zone)) await follow(event);
    }
  },
};

async function follow(event: EventRecord): Promise<void> {
  const { id, version, zone, startsAt, endsAt, opensAt, closesAt } = event;
  const moments = {
    startsAtInstant: instantOf(startsAt, zone),
    endsAtInstant: instantOf(endsAt, zone),
    opensAtInstant: opensAt === null ? null : instantOf(opensAt, zone),
    closesAtInstant: closesAt === null ? null : instantOf(closesAt, zone),
  };
  const isSame =
    Number(moments.startsAtInstant) === Number(event.startsAtInstant) &&
    Number(moments.endsAtInstant) === Number(event.endsAtInstant) &&
    Number(moments.opensAtInstant) === Number(event.opensAtInstant) &&
    Number(moments.closesAtInstant) === Number(event.closesAtInstant);
  if (isSame) return;
  await transaction(async (tx) => {
    // A concurrent save has already derived them again.
    const isAsRead = and(eq(events.id, id), eq(events.version, version));
    await tx.update(events).set(moments).where(isAsRead);
    await invalidateTags(tx, 'events');
  });
}
