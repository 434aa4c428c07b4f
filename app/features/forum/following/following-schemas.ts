import { z } from 'zod';
import { tickField } from '~/lib/forms/text-field';

export const followLevelNames = ['at-once', 'daily', 'weekly', 'never'] as const;
export type FollowLevel = (typeof followLevelNames)[number];

export const followSchema = z.strictObject({
  intent: z.literal('follow'),
  kind: z.enum(['topic', 'category']),
  target: z.uuid({ error: 'form.invalid' }),
  /** Empty: as the category, or not at all. */
  level: z.union([z.literal(''), z.enum(followLevelNames)]),
});
export type FollowInput = z.output<typeof followSchema>;

export const mailSettingsSchema = z.strictObject({
  intent: z.literal('mail-settings'),
  wantsQuotes: tickField,
  wantsMentions: tickField,
  followsOwnTopics: tickField,
});
export type MailSettingsInput = z.output<typeof mailSettingsSchema>;
