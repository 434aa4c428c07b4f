import { z } from 'zod';
import type { TextKey } from '~/i18n/translate';
import { correctionLines } from '~/features/content/editor/line-lists';
import { newId } from '~/lib/new-id';
import { richTextSchema } from '~/rich-text/rich-text';
import { eventModes, eventTypes } from './event-kinds';
import { fieldTime, valuesOf } from './event-values';

const text = z.string();
const textOrNothing = z.string().nullable();
/** The database writes a space where forms have a T. */
const wallTime = z.string().transform((moment) => moment.replace(' ', 'T'));
const number = z.number().nullable();
const tick = z.boolean();

/**
 * What an event says and how one takes part in it, as its versions keep it. Fields that come later
 * need a default, so that old versions stay readable.
 */
export const eventContent = z.object({
  slug: text,
  language: text,
  visibility: z.enum(['public', 'members']),
  title: text,
  summary: text,
  body: richTextSchema,
  type: z.enum(eventTypes),
  startsAt: wallTime,
  endsAt: wallTime,
  zone: text,
  allDay: tick,
  sessions: z.array(
    z.object({
      id: text.default(() => newId()),
      startsAt: text,
      endsAt: text,
      title: text,
      room: text.optional(),
      speakers: z.array(text),
    }),
  ),
  mode: z.enum(eventModes),
  venue: textOrNothing,
  address: textOrNothing,
  city: textOrNothing,
  country: textOrNothing,
  joinUrl: textOrNothing,
  organiser: text,
  partners: z.array(text),
  externalUrl: textOrNothing,
  contact: text,
  workingLanguages: z.array(text),
  feeText: textOrNothing,
  registration: z.enum(['none', 'internal', 'external']),
  opensAt: wallTime.nullable(),
  closesAt: wallTime.nullable(),
  capacityOnSite: number,
  capacityOnline: number,
  approval: tick,
  waitingList: tick,
  questions: z.array(
    z.object({
      id: text,
      label: text,
      kind: z.enum(['text', 'choice', 'yes-no']),
      options: z.array(text),
      required: tick,
    }),
  ),
  attendeeList: z.enum(['nobody', 'participants', 'members']),
  chathamHouse: tick,
  photoPolicy: textOrNothing,
  documents: z.array(z.object({ label: text, url: text })),
  corrections: z.array(z.object({ date: text, text })),
  cover: textOrNothing,
  coverAlt: text,
  coverCredit: text,
  attachments: z.array(text),
});
export type EventContent = z.output<typeof eventContent>;

/** An event as texts by field, to be compared; the body is added by those who can read it. */
export function comparableFields(event: EventContent): Record<string, string> {
  const { sessions, questions, documents, corrections, cover, attachments } = event;
  return {
    ...valuesOf(event),
    sessions: sessions.map(sessionLine).join('\n'),
    questions: questions.map(({ label, options }) => [label, ...options].join(' · ')).join('\n'),
    documents: documents.map(({ label, url }) => `${label} · ${url}`).join('\n'),
    corrections: correctionLines(corrections),
    cover: cover ?? '',
    attachments: attachments.join('\n'),
  };
}

function sessionLine({
  startsAt,
  endsAt,
  title,
  room,
  speakers,
}: EventContent['sessions'][number]) {
  const times = `${fieldTime(startsAt).replace('T', ' ')} – ${fieldTime(endsAt).slice(11)}`;
  return [times, title, room, ...speakers].filter(Boolean).join(' · ');
}

/** What the fields are called where versions are compared. */
export const eventFieldLabels: Record<string, TextKey> = {
  slug: 'event-editor.slug',
  language: 'event-editor.language',
  visibility: 'event-editor.visibility',
  title: 'event-editor.event-title',
  summary: 'event-editor.summary',
  body: 'event-editor.body',
  type: 'event-editor.type',
  startsAt: 'event-editor.starts',
  endsAt: 'event-editor.ends',
  zone: 'event-editor.zone',
  allDay: 'event-editor.all-day',
  sessions: 'events.programme',
  mode: 'event-editor.mode',
  venue: 'event-editor.venue',
  address: 'event-editor.address',
  city: 'event-editor.city',
  country: 'event-editor.country',
  joinUrl: 'event-editor.join-url',
  organiser: 'events.organiser',
  partners: 'event-editor.partners',
  externalUrl: 'event-editor.external-url',
  contact: 'event-editor.contact',
  workingLanguages: 'events.languages',
  feeText: 'event-editor.fee',
  registration: 'event-editor.registration',
  opensAt: 'event-editor.opens',
  closesAt: 'event-editor.closes',
  capacityOnSite: 'event-editor.capacity-on-site',
  capacityOnline: 'event-editor.capacity-online',
  approval: 'event-editor.approval',
  waitingList: 'event-editor.waiting-list',
  questions: 'event-editor.questions',
  attendeeList: 'event-editor.attendee-list',
  chathamHouse: 'event-editor.chatham-house',
  photoPolicy: 'event-editor.photo-policy',
  documents: 'event-editor.documents',
  cover: 'content.cover',
  attachments: 'content.attachments',
};
