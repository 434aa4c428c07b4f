import { z } from 'zod';
import { findCellLabel } from '~/features/content/rows/cell-labels';
import type { TextKey } from '~/i18n/translate';
import { namesOf, partOf } from '~/lib/forms/form';
import { eventFields } from './event-fields';

export type EventFieldName = keyof typeof eventFields;
export const eventFieldNames = namesOf(eventFields);

/** What the form accepts, by field. */
export const typedFields = partOf(eventFields, 'typed');
const formFieldNames = namesOf(typedFields);

/** What an event says and how one takes part in it, as its versions keep it. */
export const eventContent = z.object(partOf(eventFields, 'kept'));
export type EventContent = z.output<typeof eventContent>;

/** What the form shows of an event, as the texts of its fields; what is absent is empty. */
export type EventValues = Record<string, string>;

/** The fields of an event as they stand in the form. */
export function valuesOf(event: Record<keyof typeof typedFields, unknown>): EventValues {
  return Object.fromEntries(
    formFieldNames.map((name) => [name, eventFields[name].text(event[name])]),
  );
}

/** An event as texts by field, to be compared; the body is added by those who can read it. */
export function comparableFields(event: EventContent): Record<string, string> {
  return Object.fromEntries(
    eventFieldNames
      .filter((name) => name !== 'body')
      .map((name) => [name, eventFields[name].compared(event[name])]),
  );
}

/** What the fields are called, where that is not `content.field.…`. */
export const eventFieldLabels: Record<string, TextKey> = {
  ...Object.fromEntries(
    eventFieldNames.flatMap((name) => {
      const { label } = eventFields[name];
      return label ? [[name, label]] : [];
    }),
  ),
  versionName: 'content.version-name',
  changeReason: 'event-editor.change-reason',
};

/** What the cells of rows are called that only events have; see `event-form-rows.tsx`. */
export const eventCellLabels = {
  'sessions.startsAt': 'event-editor.starts',
  'sessions.endsAt': 'event-editor.ends',
  'sessions.title': 'event-editor.session-title',
  'sessions.room': 'event-editor.room',
  'sessions.speakers': 'event-editor.speakers',
  'documents.label': 'event-editor.document-label',
  'documents.url': 'event-editor.document-url',
  'questions.label': 'event-editor.question-label',
  'questions.kind': 'event-editor.question-kind',
  'questions.options': 'event-editor.question-options',
  'questions.required': 'event-editor.question-required',
} as const satisfies Record<string, TextKey>;

const byName: Record<string, TextKey> = eventCellLabels;

/** What a cell of an event is called of which the name came with its refusal. */
export const findEventCellLabel = (name: string): TextKey | undefined =>
  byName[name] ?? findCellLabel(name);

/** What a new event begins with. */
export function newEventValues(start: {
  organiser: string;
  contact: string;
  language: string;
}): EventValues {
  const declared = eventFieldNames.flatMap((name) => {
    const { start: value } = eventFields[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(declared), ...start };
}

/** The sections of the form, and the fields that each has. */
export const eventSections = {
  what: ['title', 'summary', 'type', 'slug', 'language', 'visibility', 'body'],
  when: ['startsAt', 'endsAt', 'zone', 'allDay', 'sessions'],
  where: ['mode', 'venue', 'address', 'city', 'country', 'joinUrl'],
  about: [
    'organiser',
    'contact',
    'partners',
    'externalUrl',
    'feeText',
    'photoPolicy',
    'workingLanguages',
    'chathamHouse',
    'documents',
    'corrections',
    'coverAlt',
    'coverCredit',
    'coverFocus',
  ],
  registration: [
    'registration',
    'opensAt',
    'closesAt',
    'capacityOnSite',
    'capacityOnline',
    'approval',
    'waitingList',
    'attendeeList',
    'questions',
  ],
  save: ['versionName', 'changeReason'],
};

export type EventSection = keyof typeof eventSections;
