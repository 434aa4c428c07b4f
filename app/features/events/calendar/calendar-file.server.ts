import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { zoneDefinition } from './zone-definition.server';

export type CalendarEntry = {
  /** Stays the same for as long as the event is (RFC 5545 section 3.8.4.7). */
  uid: string;
  sequence: number;
  title: string;
  description?: string;
  location?: string;
  /** Where it can be read. */
  address: string;
  /** Local wall time in `zone`, as `2027-05-20T09:00:00`. */
  startsAt: string;
  endsAt: string;
  zone: string;
  allDay: boolean;
  /** `tentative`: the person waits for a place, so the time stays free. */
  state: 'confirmed' | 'tentative' | 'cancelled';
  createdAt: Date;
  updatedAt: Date;
  /** Whom an invitation is for and from; both or neither. */
  organiser?: { name: string; email: string };
  attendee?: { name: string; email: string };
};

type CalendarFile = {
  name: string;
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  entries: readonly CalendarEntry[];
};

const statuses = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};

const participation = {
  confirmed: ICalAttendeeStatus.ACCEPTED,
  tentative: ICalAttendeeStatus.TENTATIVE,
  cancelled: ICalAttendeeStatus.DECLINED,
};

const plain = (wallTime: string) => Temporal.PlainDateTime.from(wallTime.replace(' ', 'T'));

/** The end of an all-day event is the first day after it (RFC 5545 section 3.6.1). */
const dayAfter = (wallTime: string) => plain(wallTime).toPlainDate().add({ days: 1 });

/**
 * A calendar file (RFC 5545) with the definition of every zone used in it: lines folded, texts
 * escaped, times as local wall time with their zone.
 */
export function calendarFile({ name, method, entries }: CalendarFile): string {
  const years = entries.flatMap(({ startsAt, endsAt }) => [
    plain(startsAt).year,
    plain(endsAt).year,
  ]);
  const calendar = ical({
    name,
    prodId: { company: 'association-website', product: 'events', language: 'EN' },
    method: ICalCalendarMethod[method],
    timezone: {
      name: null,
      generator: (zone) =>
        zoneDefinition(zone, { from: Math.min(...years), to: Math.max(...years) }),
    },
  });
  for (const entry of entries) {
    const { allDay } = entry;
    const event = calendar.createEvent({
      id: entry.uid,
      sequence: entry.sequence,
      summary: entry.title,
      description: entry.description,
      location: entry.location,
      url: entry.address,
      start: allDay ? plain(entry.startsAt).toPlainDate() : plain(entry.startsAt),
      end: allDay ? dayAfter(entry.endsAt) : plain(entry.endsAt),
      allDay,
      timezone: allDay ? null : entry.zone,
      // The same file as long as nothing has changed, so that its mark stays the same.
      stamp: entry.updatedAt,
      created: entry.createdAt,
      lastModified: entry.updatedAt,
      status: statuses[entry.state],
      transparency:
        entry.state === 'confirmed'
          ? ICalEventTransparency.OPAQUE
          : ICalEventTransparency.TRANSPARENT,
      ...(entry.organiser ? { organizer: entry.organiser } : {}),
    });
    if (entry.attendee) {
      event.createAttendee({ ...entry.attendee, status: participation[entry.state], rsvp: false });
    }
  }
  // Every line ends with a line break, the last one as well (RFC 5545 section 3.1).
  return `${calendar.toString().trimEnd()}\r\n`;
}
