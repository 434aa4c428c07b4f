import { z } from 'zod';
import { longTextField, optionalTextField, textField, tickField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { richTextFields, withRichText, wrongRichText } from '~/rich-text/rich-text-input';
import { typedFields } from './event-content';
import { typedWallTime } from './event-field-kinds';
import { eventTypes } from './event-kinds';
import { isWorkingLanguage } from '~/lib/format/display-names';

const bodyLimits = { maximum: 60_000, hasHeadings: true, hasTables: true, hasPictures: true };

/** Also where other fields are wrong: all is said at once. */
const when = () => true;

/** Characters of the reason that participants read in the e-mail about a change. */
export const longestChangeReason = 300;

/** How participants are notified of a change. */
export const noticeFields = {
  /** A minor correction without a notification to participants. */
  quiet: tickField,
  /** Why the event is changed; in the e-mail alone. */
  changeReason: optionalTextField(longestChangeReason),
};
export type ChangeNotice = { quiet: boolean; changeReason: string | null };

/** Everything of the form but the times, whose rules need the zone (`event-times.server.ts`). */
export const eventSchema = z
  .strictObject({
    intent: z.literal('save'),
    /** Of a new event, given to the form, so that what is sent twice is made once. */
    id: z.uuid().optional(),
    /** The version that was read before writing. */
    baseVersion: versionField,
    ...typedFields,
    /** What the version is called that this save makes. */
    versionName: textField(0, 100).default(''),
    ...noticeFields,
    /** When the event is moved, its sessions and the end of the registration are moved with it. */
    moveSessions: tickField,
    ...richTextFields,
  })
  .refine((event) => event.mode === 'online' || event.city !== null, {
    error: 'form.required',
    path: ['city'],
    when,
  })
  .refine((event) => event.registration !== 'external' || event.externalUrl !== null, {
    error: 'form.required',
    path: ['externalUrl'],
    when,
  })
  .refine(...wrongRichText(bodyLimits))
  .transform(withRichText(bodyLimits))
  .transform(({ baseVersion, ...event }) => ({ ...event, version: baseVersion }));
export type EventInput = z.output<typeof eventSchema>;

export const eventLists = ['workingLanguages'];

/** Readers see it at the address of an event that was withdrawn. */
export const withdrawalReason = longTextField(5, 500);

/** What can be done with an event as a whole. */
export const stepSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('publish'), version: versionField }),
  z.strictObject({
    intent: z.literal('schedule'),
    version: versionField,
    publishAt: typedWallTime,
  }),
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
    reason: withdrawalReason,
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
