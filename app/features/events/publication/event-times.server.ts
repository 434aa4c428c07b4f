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

/** Times as far as they can be read; undefined is one that cannot. */
type ReadableTimes = Pick<Timed, 'allDay'> & {
  zone: string | undefined;
  startsAt: string | undefined;
  endsAt: string | undefined;
  opensAt: string | null | undefined;
  closesAt: string | null | undefined;
  /** By their rows in the form. */
  sessions: readonly { startsAt: string | undefined; endsAt: string | undefined }[];
};

/** Whole days go from their first minute to their last. */
const withinDays = (time: string | undefined, { allDay }: { allDay: boolean }, minute: string) =>
  time && allDay ? `${time.slice(0, 10)}T${minute}` : time;

/**
 * What is wrong with the times of an event, by field, as far as they can be read: an unknown zone, a
 * time that the clock skips in that zone, an end before the beginning, a session that is not within
 * the event.
 */
export function timeProblems(input: ReadableTimes): FieldErrors {
  const fieldErrors: FieldErrors = {};
  if (input.zone && !isZone(input.zone)) fieldErrors.zone = 'form.zone';
  // Where the zone is not known, they are compared as they stand.
  const zone = input.zone && isZone(input.zone) ? input.zone : 'UTC';
  for (const name of timeFields) {
    const given = input[name];
    // A whole day begins with its first minute, whatever the clock does at midnight.
    const isWholeDay = input.allDay && (name === 'startsAt' || name === 'endsAt');
    if (given && !isWholeDay && wallTimeOccurrence(given, zone) === 'skipped') {
      fieldErrors[name] = 'form.time-skipped';
    }
  }
  const moment = (wallTime: string | null | undefined) =>
    wallTime ? instantOf(wallTime, zone) : undefined;
  const starts = moment(withinDays(input.startsAt, input, '00:00:00'));
  const ends = moment(withinDays(input.endsAt, input, '23:59:00'));
  const opens = moment(input.opensAt);
  const closes = moment(input.closesAt);
  if (starts && ends && ends < starts) fieldErrors.endsAt ??= 'form.ends-before';
  const opensBefore = input.closesAt === null ? starts : closes;
  if (opens && opensBefore && opens >= opensBefore) fieldErrors.opensAt ??= 'form.opens-late';
  if (closes && ends && closes > ends) fieldErrors.closesAt ??= 'form.closes-late';
  return { ...fieldErrors, ...sessionProblems(input, zone) };
}

/** Said at each session, and of the programme as a whole. */
function sessionProblems(input: ReadableTimes, zone: string): FieldErrors {
  const problems = input.sessions.flatMap(({ startsAt, endsAt }, at) => {
    const days = [startsAt, endsAt].map((time) => time?.slice(0, 10));
    const isOutside = days.some(
      (day) =>
        day &&
        ((input.startsAt && day < input.startsAt.slice(0, 10)) ||
          (input.endsAt && day > input.endsAt.slice(0, 10))),
    );
    if (startsAt && endsAt && endsAt < startsAt) return [[`${at}.endsAt`, 'form.ends-before']];
    if (isOutside) return [[`${at}`, 'form.session-outside']];
    const isSkipped = [startsAt, endsAt].some(
      (time) => time && wallTimeOccurrence(time, zone) === 'skipped',
    );
    return isSkipped ? [[`${at}`, 'form.time-skipped']] : [];
  });
  const [first] = problems;
  return {
    ...(first?.[1] ? { sessions: first[1] } : {}),
    ...Object.fromEntries(problems.map(([place, error]) => [`sessions.${place}`, error])),
  };
}

/**
 * Puts the wall times of an event on the world's clock.
 * @returns the moments, or the texts of what is wrong, by field
 */
export function timesOf(
  input: Timed,
): { ok: true; times: Instants } | { ok: false; fieldErrors: FieldErrors } {
  const fieldErrors = timeProblems(input);
  if (Object.keys(fieldErrors).length > 0) return { ok: false, fieldErrors };
  const { zone } = input;
  const startsAt = withinDays(input.startsAt, input, '00:00:00') ?? input.startsAt;
  const endsAt = withinDays(input.endsAt, input, '23:59:00') ?? input.endsAt;
  const moment = (wallTime: string | null) => (wallTime ? instantOf(wallTime, zone) : null);
  const times = {
    startsAt,
    endsAt,
    startsAtInstant: instantOf(startsAt, zone),
    endsAtInstant: instantOf(endsAt, zone),
    opensAtInstant: moment(input.opensAt),
    closesAtInstant: moment(input.closesAt),
  };
  return { ok: true, times };
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
