import { z } from 'zod';
import {
  correctionLines,
  correctionsField,
  wordRows,
  wordsField,
} from '~/features/content/rows/content-rows';
import { coverFocuses, usualFocus } from '~/rich-text/pictures';
import { isCountryCode, isWorkingLanguage } from '~/lib/format/display-names';
import { emailField, textField } from '~/lib/forms/text-field';
import { richTextSchema } from '~/rich-text/rich-text';
import {
  capacity,
  choice,
  field,
  fieldBeside,
  line,
  optionalLine,
  optionalText,
  optionalWallTime,
  tick,
  wallTime,
  webAddress,
} from './event-field-kinds';
import { eventModes, eventTypes } from './event-kinds';
import { documents, questions, sessions } from './event-rows';

const slug = z
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
  .transform((text) => text ?? null);

const country = z
  .union([z.literal(''), z.string().refine(isCountryCode, { error: 'form.invalid' })])
  .optional()
  .transform((code) => code || null);

const workingLanguages = z
  .array(z.string().refine(isWorkingLanguage, { error: 'form.invalid' }))
  .transform((codes) => [...new Set(codes)]);

/**
 * THE fields of an event, each declared once under the name of its column (`db/schema/events.ts`).
 * From here follow: what the form accepts, shows and begins with, what versions keep and how they are
 * compared, what a field is called, and its line in the retention table. A field that comes later
 * has a default in `kept`, so that old versions stay readable.
 */
export const eventFields = {
  slug: field({
    label: 'event-editor.slug',
    maximum: 100,
    hint: 'event-editor.slug-hint',
    typed: slug,
    kept: z.string(),
  }),
  language: field({
    label: 'event-editor.language',
    hint: 'event-editor.language-hint',
    /** In which the event is written. */
    typed: z
      .string()
      .regex(/^[a-z]{2}$/, { error: 'form.invalid' })
      .optional(),
    kept: z.string(),
  }),
  visibility: choice(['public', 'members'], {
    label: 'event-editor.visibility',
    start: 'public',
  }),
  title: line({ label: 'event-editor.event-title', maximum: 160 }),
  summary: line({ label: 'event-editor.summary', hint: 'event-editor.summary-hint', maximum: 300 }),
  body: fieldBeside({ label: 'event-editor.body', kept: richTextSchema }),
  type: choice(eventTypes, { label: 'event-editor.type', start: 'seminar' }),
  startsAt: wallTime({ label: 'event-editor.starts' }),
  endsAt: wallTime({ label: 'event-editor.ends' }),
  zone: line({
    label: 'event-editor.zone',
    hint: 'event-editor.zone-hint',
    maximum: 100,
    start: 'Europe/Brussels',
  }),
  allDay: tick({ label: 'event-editor.all-day' }),
  sessions,
  mode: choice(eventModes, { label: 'event-editor.mode', start: 'on-site' }),
  venue: optionalLine({ label: 'event-editor.venue', maximum: 200 }),
  address: optionalLine({ label: 'event-editor.address', maximum: 300 }),
  city: optionalLine({
    label: 'event-editor.city',
    maximum: 100,
    hint: 'event-editor.city-hint',
  }),
  country: field({
    label: 'event-editor.country',
    typed: country,
    kept: z.string().nullable(),
  }),
  joinUrl: webAddress({ label: 'event-editor.join-url', hint: 'event-editor.join-url-hint' }),
  organiser: line({ label: 'events.organiser', maximum: 200 }),
  contact: field({
    label: 'event-editor.contact',
    isRequired: true,
    isPersonal: true,
    typed: emailField,
    kept: z.string(),
  }),
  partners: field({
    label: 'content.partner.list',
    typed: wordsField(50, 200),
    kept: z.array(z.string()),
    text: wordRows,
    compared: (list) => list.join('\n'),
  }),
  externalUrl: webAddress({
    label: 'event-editor.external-url',
    part: 'about',
    hint: 'event-editor.external-url-hint',
  }),
  feeText: optionalText({ label: 'event-editor.fee', maximum: 500, part: 'about', rows: 2 }),
  photoPolicy: optionalText({
    label: 'event-editor.photo-policy',
    maximum: 1000,
    part: 'about',
    rows: 3,
  }),
  workingLanguages: field({
    label: 'events.languages',
    typed: workingLanguages,
    kept: z.array(z.string()),
    text: (codes) => codes.join(','),
  }),
  chathamHouse: tick({ label: 'event-editor.chatham-house', start: 'on' }),
  registration: choice(['none', 'internal', 'external'], {
    label: 'event-editor.registration',
    start: 'none',
  }),
  opensAt: optionalWallTime({ label: 'event-editor.opens', hint: 'event-editor.opens-hint' }),
  closesAt: optionalWallTime({ label: 'event-editor.closes', hint: 'event-editor.closes-hint' }),
  capacityOnSite: capacity({
    label: 'event-editor.capacity-on-site',
    hint: 'event-editor.no-limit',
  }),
  capacityOnline: capacity({
    label: 'event-editor.capacity-online',
    hint: 'event-editor.no-limit',
  }),
  approval: tick({ label: 'event-editor.approval', hint: 'event-editor.approval-hint' }),
  waitingList: tick({
    label: 'event-editor.waiting-list',
    hint: 'event-editor.waiting-list-hint',
    start: 'on',
  }),
  questions,
  attendeeList: choice(['nobody', 'participants', 'members'], {
    label: 'event-editor.attendee-list',
    hint: 'event-editor.attendee-list-hint',
    start: 'nobody',
  }),
  documents,
  corrections: field({
    hint: 'content.hint.corrections',
    typed: correctionsField,
    kept: z.array(z.object({ date: z.string(), text: z.string() })),
    text: (list) => JSON.stringify(list),
    compared: correctionLines,
  }),
  cover: fieldBeside({ label: 'content.cover', kept: z.string().nullable() }),
  coverAlt: field({
    hint: 'content.hint.cover-alt',
    maximum: 300,
    typed: textField(0, 300).default(''),
    kept: z.string(),
  }),
  coverCredit: field({ maximum: 200, typed: textField(0, 200).default(''), kept: z.string() }),
  coverFocus: field({
    typed: z.enum(coverFocuses, { error: 'form.choose' }).default(usualFocus),
    kept: z.enum(coverFocuses).default(usualFocus),
  }),
  attachments: fieldBeside({
    label: 'content.attachments',
    kept: z.array(z.string()),
    compared: (ids) => ids.join('\n'),
  }),
};
