import { correctionLines } from '~/features/content/editor/line-lists';
import type { Row } from '~/ui/fields/rows-field';

type Session = {
  id: string;
  startsAt: string;
  endsAt: string;
  title: string;
  room?: string;
  speakers: string[];
};
type Question = { id: string; label: string; kind: string; options: string[]; required: boolean };
type Document = { label: string; url: string };
type Correction = { date: string; text: string };

/** What the form shows of an event, as the texts of its fields; what is absent is empty. */
export type EventValues = Record<string, string>;

/** Wall time as a date field takes it. */
export const fieldTime = (wallTime: string | null) =>
  wallTime ? wallTime.replace(' ', 'T').slice(0, 16) : '';

type Editable = {
  sessions: Session[];
  questions: Question[];
  documents: Document[];
  corrections: Correction[];
  partners: string[];
  workingLanguages: string[];
  startsAt: string;
  endsAt: string;
  opensAt: string | null;
  closesAt: string | null;
};

const tick = (is: unknown) => (is === true ? 'on' : '');

const plainNames = [
  'slug',
  'visibility',
  'title',
  'summary',
  'type',
  'zone',
  'mode',
  'venue',
  'address',
  'city',
  'country',
  'joinUrl',
  'organiser',
  'externalUrl',
  'contact',
  'feeText',
  'registration',
  'capacityOnSite',
  'capacityOnline',
  'attendeeList',
  'photoPolicy',
  'language',
  'coverAlt',
  'coverCredit',
] as const;
const tickNames = ['allDay', 'approval', 'waitingList', 'chathamHouse'] as const;
type Plain = Record<(typeof plainNames)[number], string | number | null> &
  Record<(typeof tickNames)[number], boolean>;

/** The fields of an event as values of the form. */
export function valuesOf(event: Editable & Plain): EventValues {
  return {
    ...Object.fromEntries(plainNames.map((name) => [name, String(event[name] ?? '')])),
    ...Object.fromEntries(tickNames.map((name) => [name, tick(event[name])])),
    startsAt: fieldTime(event.startsAt),
    endsAt: fieldTime(event.endsAt),
    opensAt: fieldTime(event.opensAt),
    closesAt: fieldTime(event.closesAt),
    partners: event.partners.join('\n'),
    workingLanguages: event.workingLanguages.join(','),
    sessions: JSON.stringify(event.sessions.map(sessionRow)),
    questions: JSON.stringify(
      event.questions.map((one) => ({ ...one, options: one.options.join('; ') })),
    ),
    documents: JSON.stringify(event.documents),
    corrections: correctionLines(event.corrections),
  };
}

function sessionRow({ id, startsAt, endsAt, title, room = '', speakers }: Session): Row {
  return {
    id,
    startsAt: fieldTime(startsAt),
    endsAt: fieldTime(endsAt),
    title,
    room,
    speakers: speakers.join('; '),
  };
}

/** The rows of a field that travels as JSON. */
export function rowsOf(text: string | undefined): Row[] {
  try {
    const parsed: unknown = JSON.parse(text || '[]');
    return Array.isArray(parsed) ? parsed.filter(isRow) : [];
  } catch {
    return [];
  }
}

function isRow(value: unknown): value is Row {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((part) => typeof part === 'string' || typeof part === 'boolean')
  );
}

/** What a new event begins with. */
export function newEventValues(start: {
  organiser: string;
  contact: string;
  language: string;
}): EventValues {
  return {
    type: 'seminar',
    visibility: 'public',
    mode: 'on-site',
    zone: 'Europe/Brussels',
    registration: 'none',
    attendeeList: 'nobody',
    waitingList: 'on',
    chathamHouse: 'on',
    ...start,
  };
}
