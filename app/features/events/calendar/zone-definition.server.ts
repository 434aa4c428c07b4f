import { Temporal } from 'temporal-polyfill';

const lineBreak = '\r\n';

type Onset = { local: Temporal.PlainDateTime; from: number; to: number; isSummer: boolean };

/**
 * The definition of a zone for calendar files (RFC 5545 section 3.6.5): the offset in force when
 * the years begin and each change within them, written out one by one, so that it holds for zones
 * whose changes follow no rule as well.
 * @param years the first and the last year for which it has to be right
 */
export function zoneDefinition(zone: string, years: { from: number; to: number }): string {
  const begin = Temporal.PlainDate.from({ year: years.from, month: 1, day: 1 }).toZonedDateTime(
    zone,
  );
  const end = Temporal.PlainDate.from({ year: years.to + 1, month: 1, day: 1 })
    .toZonedDateTime(zone)
    .add({ days: 1 });
  const onsets = [firstOnset(begin)];
  let change = begin.getTimeZoneTransition('next');
  while (change && change.epochMilliseconds < end.epochMilliseconds) {
    onsets.push(onsetAt(change));
    change = change.getTimeZoneTransition('next');
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...onsets.flatMap(observance), 'END:VTIMEZONE'].join(
    lineBreak,
  );
}

const minutesOf = (moment: Temporal.ZonedDateTime) =>
  Math.round(moment.offsetNanoseconds / 60_000_000_000);

/** What is in force at the beginning, from the change before it. */
function firstOnset(begin: Temporal.ZonedDateTime): Onset {
  const before = begin.getTimeZoneTransition('previous');
  if (before) return onsetAt(before);
  const offset = minutesOf(begin);
  const local = Temporal.PlainDateTime.from('1970-01-01T00:00:00');
  return { local, from: offset, to: offset, isSummer: false };
}

function onsetAt(change: Temporal.ZonedDateTime): Onset {
  const from = minutesOf(change.subtract({ nanoseconds: 1 }));
  const to = minutesOf(change);
  // The onset in the offset before it (RFC 5545 section 3.6.5).
  const local = Temporal.Instant.fromEpochMilliseconds(change.epochMilliseconds + from * 60_000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime();
  return { local, from, to, isSummer: to > from };
}

function observance({ local, from, to, isSummer }: Onset): string[] {
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD';
  const start = local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}
