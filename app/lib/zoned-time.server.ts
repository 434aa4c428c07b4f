import { Temporal } from 'temporal-polyfill';

/**
 * The moment that a wall time means in a zone. A time that the clock change skips means the later
 * one, a time that happens twice the earlier (RFC 5545 section 3.3.5).
 * @param wallTime `2027-05-20T09:00`, without zone
 * @param zone IANA name such as `Europe/Brussels`
 * @throws RangeError for an unknown zone or a malformed time
 */
export function momentOf(wallTime: string, zone: string): Date {
  const local = Temporal.PlainDateTime.from(wallTime.replace(' ', 'T'));
  return new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** The moments at which a year of the site's zone begins and ends. */
export function yearBounds(year: number, zone: string): { from: Date; to: Date } {
  return {
    from: momentOf(`${year}-01-01T00:00`, zone),
    to: momentOf(`${year + 1}-01-01T00:00`, zone),
  };
}

/** What the clocks of a zone show at a moment: `2027-05-20T09:00:00`. */
export function wallTimeOf(moment: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
}
