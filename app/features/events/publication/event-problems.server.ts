import { and, eq, ne } from 'drizzle-orm';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { eventFields } from '~/features/events/editor/event-fields';
import { typedWallTime } from '~/features/events/editor/event-field-kinds';
import { findProblems } from '~/features/events/editor/event-writing.server';
import { rowsOf } from '~/lib/forms/form';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { timeProblems } from './event-times.server';
import { moveSessions } from './moved-sessions.server';

const { events } = schema;

/**
 * What of a form goes against the rules of an event, also where other fields cannot be read, so that
 * all is said at once: the keys of the texts, by field.
 * @param id of the event, or of what will be one
 * @param values as they were typed
 */
export async function findEventProblems(
  actor: Actor,
  id: string | undefined,
  values: Record<string, string>,
): Promise<Record<string, string>> {
  authorise(actor, 'event.manage');
  const slug = eventFields.slug.typed.safeParse(values['slug']).data;
  return transaction(async (tx) => {
    const before = id ? (await tx.select().from(events).where(eq(events.id, id)))[0] : undefined;
    const fields = {
      mode: eventFields.mode.typed.safeParse(values['mode']).data,
      language: eventFields.language.typed.safeParse(values['language']).data,
      coverAlt: eventFields.coverAlt.typed.safeParse(values['coverAlt']).data,
    };
    const times = timesIn(values);
    const isMoved = before && values['moveSessions'] === 'on';
    return {
      ...timeProblems(isMoved ? { ...times, ...moveSessions(before, times) } : times),
      ...(before ? await findProblems(tx, before, fields) : {}),
      ...(slug && (await isTaken(tx, slug, id)) ? { slug: 'error.event.slug-taken' } : {}),
    };
  });
}

const isTaken = async (tx: Transaction, slug: string, id: string | undefined) =>
  (await tx.$count(events, and(eq(events.slug, slug), id ? ne(events.id, id) : undefined))) > 0;

function timesIn(values: Record<string, string>) {
  const time = (text: string | undefined) => typedWallTime.safeParse(text).data;
  return {
    zone: values['zone']?.trim(),
    allDay: values['allDay'] === 'on',
    startsAt: time(values['startsAt']),
    endsAt: time(values['endsAt']),
    opensAt: eventFields.opensAt.typed.safeParse(values['opensAt']).data,
    closesAt: eventFields.closesAt.typed.safeParse(values['closesAt']).data,
    sessions: rowsOf(values['sessions']).map(({ id, startsAt, endsAt }) => ({
      id,
      startsAt: time(startsAt),
      endsAt: time(endsAt),
    })),
  };
}
