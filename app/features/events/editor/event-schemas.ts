import { z } from 'zod';
import { isCountryCode } from '~/lib/format/display-names';
import { correctionsField } from '~/features/content/editor/line-lists';
import { newId } from '~/lib/new-id';
import { safeHref } from '~/rich-text/rich-text';
import { richTextFields, withRichText } from '~/rich-text/rich-text-input';
import { rowName, rowsField } from '~/features/content/editor/rows-input';
import { emailField, longTextField, textField, tickField } from '~/lib/forms/text-field';
import { isWallTime } from '~/lib/time/wall-time';
import { isWorkingLanguage } from './working-languages';
import { eventModes, eventTypes } from './event-kinds';
import { versionField } from '~/lib/forms/version-field';

const longestBody = 60_000;

const optionalText = (maximum: number) =>
  textField(0, maximum)
    .optional()
    .transform((text) => text || null);

const optionalLongText = (maximum: number) =>
  longTextField(0, maximum)
    .optional()
    .transform((text) => text || null);

/** Local wall time of a date field, to the minute. */
const wallTime = z
  .string({ error: 'form.required' })
  .min(1, { error: 'form.required' })
  .refine(isWallTime, { error: 'form.date-time' })
  .transform((text) => `${text.slice(0, 16)}:00`);

const optionalWallTime = z
  .string()
  .optional()
  .transform((text) => text || undefined)
  .pipe(wallTime.optional())
  .transform((text) => text ?? null);

const capacity = z
  .string()
  .optional()
  .transform((text) => (text?.trim() ? Number(text) : null))
  .pipe(
    z
      .number({ error: 'form.number' })
      .int({ error: 'form.number' })
      .min(0, { error: 'form.number' })
      .max(100_000, { error: 'form.number' })
      .nullable(),
  );

const webAddress = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined)
  .pipe(
    z
      .string()
      .max(2000, { error: 'form.too-long' })
      .regex(/^https?:\/\/[^\s\p{Cc}]+$/iu, { error: 'form.web-address' })
      .refine((text) => URL.canParse(text), { error: 'form.web-address' })
      .optional(),
  )
  .transform((text) => text ?? null);

const names = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((name) => name.trim())
    .filter(Boolean);

const session = z
  .strictObject({
    id: rowName.optional(),
    startsAt: wallTime,
    endsAt: wallTime,
    title: textField(1, 200),
    room: textField(0, 100),
    speakers: textField(0, 500),
  })
  .refine((row) => row.endsAt >= row.startsAt, { error: 'form.ends-before' })
  .transform(({ id, room, speakers, ...row }) => ({
    id: id ?? newId(),
    ...row,
    ...(room ? { room } : {}),
    speakers: names(speakers, /[;\n]/),
  }));

/** A session that was copied is another one. */
function namedOnce<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const isFirst = ({ id }: Row, at: number) => rows.findIndex((row) => row.id === id) === at;
  return rows.map((row, at) => (isFirst(row, at) ? row : { ...row, id: newId() }));
}

const question = z
  .strictObject({
    id: rowName,
    label: textField(1, 300),
    kind: z.enum(['text', 'choice', 'yes-no'], { error: 'form.choose' }),
    options: textField(0, 1000),
    required: z.boolean(),
  })
  .transform((row) => ({ ...row, options: row.kind === 'choice' ? names(row.options, /;/) : [] }))
  .refine((row) => row.kind !== 'choice' || row.options.length >= 2, {
    error: 'form.two-options',
  });

const document = z.strictObject({
  label: textField(1, 200),
  url: z
    .string({ error: 'form.required' })
    .trim()
    .min(1, { error: 'form.required' })
    .pipe(safeHref.refine((href) => !/^(mailto:|#)/i.test(href), { error: 'form.web-address' })),
});

const linesField = (maximum: number) =>
  longTextField(0, 4000)
    .optional()
    .transform((text) => names(text ?? '', /\n/))
    .pipe(
      z
        .array(z.string().max(200, { error: 'form.too-long' }))
        .max(maximum, { error: 'form.too-long' }),
    );

/** Everything of the form but the times, whose rules need the zone (`event-times.server.ts`). */
export const eventSchema = z
  .strictObject({
    intent: z.literal('save'),
    /** Of a new event, given to the form, so that what is sent twice is made once. */
    id: z.uuid().optional(),
    /** The version that was read before writing. */
    baseVersion: versionField,
    slug: z
      .string()
      .optional()
      .transform((text) => text?.trim() || undefined)
      .pipe(
        z
          .string()
          .max(100, { error: 'form.too-long' })
          .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'form.slug' })
          .refine((text) => text !== 'overview', { error: 'form.slug' })
          .optional(),
      )
      .transform((text) => text ?? null),
    visibility: z.enum(['public', 'members'], { error: 'form.choose' }),
    title: textField(1, 160),
    summary: textField(1, 300),
    type: z.enum(eventTypes, { error: 'form.choose' }),
    startsAt: wallTime,
    endsAt: wallTime,
    zone: textField(1, 100),
    allDay: tickField,
    sessions: rowsField(session, 200).transform(namedOnce),
    mode: z.enum(eventModes, { error: 'form.choose' }),
    venue: optionalText(200),
    address: optionalText(300),
    city: optionalText(100),
    country: z
      .union([z.literal(''), z.string().refine(isCountryCode, { error: 'form.invalid' })])
      .optional()
      .transform((code) => code || null),
    joinUrl: webAddress,
    organiser: textField(1, 200),
    partners: linesField(50),
    externalUrl: webAddress,
    contact: emailField,
    workingLanguages: z
      .array(z.string().refine(isWorkingLanguage, { error: 'form.invalid' }))
      .transform((codes) => [...new Set(codes)]),
    feeText: optionalLongText(500),
    registration: z.enum(['none', 'internal', 'external'], { error: 'form.choose' }),
    opensAt: optionalWallTime,
    closesAt: optionalWallTime,
    capacityOnSite: capacity,
    capacityOnline: capacity,
    approval: tickField,
    waitingList: tickField,
    questions: rowsField(question, 30).refine(
      (rows) => new Set(rows.map(({ id }) => id)).size === rows.length,
      { error: 'form.invalid' },
    ),
    attendeeList: z.enum(['nobody', 'participants', 'members'], { error: 'form.choose' }),
    chathamHouse: tickField,
    photoPolicy: optionalLongText(1000),
    documents: rowsField(document, 50),
    corrections: correctionsField.default([]),
    coverAlt: textField(0, 300).default(''),
    coverCredit: textField(0, 200).default(''),
    /** In which the event is written. */
    language: z
      .string()
      .regex(/^[a-z]{2}$/, { error: 'form.invalid' })
      .optional(),
    /** What the version is called that this save makes. */
    versionName: textField(0, 100).default(''),
    /** A minor correction without a notification to participants. */
    quiet: tickField,
    ...richTextFields,
  })
  .refine((event) => event.mode === 'online' || event.city !== null, {
    error: 'form.required',
    path: ['city'],
  })
  .refine((event) => event.registration !== 'external' || event.externalUrl !== null, {
    error: 'form.required',
    path: ['externalUrl'],
  })
  .transform(withRichText({ maximum: longestBody, hasHeadings: true }))
  .transform(({ baseVersion, ...event }) => ({ ...event, version: baseVersion }));
export type EventInput = z.output<typeof eventSchema>;

export const eventLists = ['workingLanguages'];

/** What can be done with an event as a whole. */
export const stepSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('publish'), version: versionField }),
  z.strictObject({ intent: z.literal('schedule'), version: versionField, publishAt: wallTime }),
  z.strictObject({ intent: z.literal('unschedule'), version: versionField }),
  z
    .strictObject({
      intent: z.literal('cancel'),
      version: versionField,
      reason: longTextField(3, 1000),
      // In the further languages of the event: the first reason is in the first of the languages.
      languages: z.array(z.string().refine(isWorkingLanguage)).default([]),
      reasons: z.array(longTextField(0, 1000)).default([]),
    })
    .refine(({ languages, reasons }) => languages.length === reasons.length),
  z.strictObject({
    intent: z.literal('withdraw'),
    version: versionField,
    reason: longTextField(5, 500),
  }),
  z.strictObject({ intent: z.literal('restore'), version: versionField }),
  z.strictObject({ intent: z.literal('delete'), version: versionField }),
]);
export type Step = z.output<typeof stepSchema>;

/** Fields of a step that may come several times. */
export const stepLists = { cancel: ['languages', 'reasons'] } as const;

/** The filter of the list from the search parameters; invalid values fall back to the default. */
export const eventFilterSchema = z.object({
  show: z.enum(['upcoming', 'past', 'drafts', 'archived', 'all']).catch('upcoming'),
  type: z.enum(['', ...eventTypes]).catch(''),
  search: z.string().max(100).catch(''),
});
export type EventFilter = z.output<typeof eventFilterSchema>;
