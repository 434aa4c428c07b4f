import { Temporal } from 'temporal-polyfill';

/**
 * The moment that a wall time means in a zone. A time that the clock change skips means the later
 * one, a time that happens twice the earlier (RFC 5545 section 3.3.5).
 * @param wallTime `2027-05-20T09:00`, without zone
 * @param zone IANA name such as `Europe/Brussels`
 * @throws RangeError for an unknown zone or a malformed time
 */
export function instantOf(wallTime: string, zone: string): Date {
  const local = Temporal.PlainDateTime.from(wallTime.replace(' ', 'T'));
  return new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** The moments at which a year of the site's zone begins and ends. */
export function yearBounds(year: number, zone: string): { from: Date; to: Date } {
  return {
    from: instantOf(`${year}-01-01T00:00`, zone),
    to: instantOf(`${year + 1}-01-01T00:00`, zone),
  };
}

type DayRange = { from?: string | undefined; to?: string | undefined };

/** The moments at which the days of a range begin and are over in a zone; null where it is open. */
export function dayBounds({ from, to }: DayRange, zone: string) {
  const midnight = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime(zone).epochMilliseconds);
  return {
    from: from ? midnight(Temporal.PlainDate.from(from)) : null,
    to: to ? midnight(Temporal.PlainDate.from(to).add({ days: 1 })) : null,
  };
}

/** The moment after `now` at which the next day begins in a zone. */
export function nextMidnight(now: Date, zone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  return new Date(today.toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds);
}

/** Every zone the runtime knows by its name, for a list to choose from. */
export function zoneNames(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
}

/** Whether it is the name of a zone (never a bare offset such as `+01:00`, which knows no summer). */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a wall time exists once in a zone, is skipped when the clock goes forward, or comes twice
 * when it goes back.
 */
export function wallTimeOccurrence(wallTime: string, zone: string): 'once' | 'skipped' | 'twice' {
  const local = Temporal.PlainDateTime.from(wallTime.replace(' ', 'T'));
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return 'once';
  return earlier.toPlainDateTime().equals(local) ? 'twice' : 'skipped';
}

/** What the clocks of a zone show at a moment: `2027-05-20T09:00:00`. */
export function wallTimeOf(moment: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
}
