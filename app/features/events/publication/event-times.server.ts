import { isZone, instantOf, wallTimeOccurrence } from '~/lib/time/zoned-time.server';
import type { EventInput } from '~/features/events/editor/event-schemas';

type Timed = Pick<
  EventInput,
  'zone' | 'allDay' | 'startsAt' | 'endsAt' | 'opensAt' | 'closesAt' | 'sessions'
>;
type FieldErrors = Record<string, string>;
type Instants = {
  startsAt: string;
  endsAt: string;
  startsAtInstant: Date;
  endsAtInstant: Date;
  opensAtInstant: Date | null;
  closesAtInstant: Date | null;
};

const timeFields = ['startsAt', 'endsAt', 'opensAt', 'closesAt'] as const;

/**
 * Puts the wall times of an event on the world's clock.
 * @returns the moments, or the texts of what is wrong, by field: an unknown zone, a time that the
 *   clock skips in that zone, an end before the beginning, a session that is not within the event
 */
export function timesOf(
  input: Timed,
): { ok: true; times: Instants } | { ok: false; fieldErrors: FieldErrors } {
  const { zone } = input;
  if (!isZone(zone)) return { ok: false, fieldErrors: { zone: 'form.zone' } };
  const startsAt = input.allDay ? `${input.startsAt.slice(0, 10)}T00:00:00` : input.startsAt;
  const endsAt = input.allDay ? `${input.endsAt.slice(0, 10)}T23:59:00` : input.endsAt;
  const fieldErrors: FieldErrors = {};
  for (const name of timeFields) {
    const given = input[name];
    // A whole day begins with its first minute, whatever the clock does at midnight.
    const isWholeDay = input.allDay && (name === 'startsAt' || name === 'endsAt');
    if (given && !isWholeDay && wallTimeOccurrence(given, zone) === 'skipped') {
      fieldErrors[name] = 'form.time-skipped';
    }
  }
  const moment = (wallTime: string | null) => (wallTime ? instantOf(wallTime, zone) : null);
  const times = {
    startsAt,
    endsAt,
    startsAtInstant: instantOf(startsAt, zone),
    endsAtInstant: instantOf(endsAt, zone),
    opensAtInstant: moment(input.opensAt),
    closesAtInstant: moment(input.closesAt),
  };
  if (times.endsAtInstant < times.startsAtInstant) fieldErrors.endsAt ??= 'form.ends-before';
  const { opensAtInstant: opens, closesAtInstant: closes } = times;
  if (opens && opens >= (closes ?? times.startsAtInstant))
    fieldErrors.opensAt ??= 'form.opens-late';
  if (closes && closes > times.endsAtInstant) fieldErrors.closesAt ??= 'form.closes-late';
  const sessionError = sessionProblem(input, { startsAt, endsAt });
  if (sessionError) fieldErrors.sessions = sessionError;
  return Object.keys(fieldErrors).length > 0 ? { ok: false, fieldErrors } : { ok: true, times };
}

function sessionProblem(
  { sessions, zone }: Timed,
  { startsAt, endsAt }: { startsAt: string; endsAt: string },
): string | null {
  for (const session of sessions) {
    const isWithin =
      session.startsAt.slice(0, 10) >= startsAt.slice(0, 10) &&
      session.endsAt.slice(0, 10) <= endsAt.slice(0, 10);
    if (!isWithin) return 'form.session-outside';
    const times = [session.startsAt, session.endsAt];
    if (times.some((time) => wallTimeOccurrence(time, zone) === 'skipped')) {
      return 'form.time-skipped';
    }
  }
  return null;
}

/** Fields whose wall time comes twice on that day; the first of the two is meant. */
export function repeatedTimes(event: {
  startsAt: string;
  endsAt: string;
  opensAt: string | null;
  closesAt: string | null;
  zone: string;
  allDay: boolean;
}): string[] {
  return timeFields.filter((name) => {
    const given = event[name];
    const isWholeDay = event.allDay && (name === 'startsAt' || name === 'endsAt');
    return given && !isWholeDay && wallTimeOccurrence(given, event.zone) === 'twice';
  });
}
