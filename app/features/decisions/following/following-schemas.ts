import { z } from 'zod';
import { textField } from '~/lib/forms/text-field';
import { followRhythms } from './follow-rhythms';

/** A longer filter is not one that a person has put together. */
const longestFilter = 1_000;

const id = z.uuid({ error: 'form.invalid' });
const moment = z.coerce.date().min(new Date('2000-01-01')).max(new Date('2200-01-01'));
/** Which page the form is on. */
const from = z.enum(['settings', 'page']).optional();

/** What the forms about following send, on whichever page they are. */
export const followingSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('follow-filter'), filter: z.string().max(longestFilter) }),
  z.strictObject({
    intent: z.literal('follow-decision'),
    identifier: textField(1, 200),
  }),
  z.strictObject({ intent: z.literal('follow-folder'), folder: id }),
  z.strictObject({ intent: z.literal('stop'), follow: id, from }),
  z.strictObject({ intent: z.literal('rhythm'), follow: id, rhythm: z.enum(followRhythms) }),
  z.strictObject({ intent: z.literal('seen'), until: moment, from }),
]);
export type FollowingInput = z.output<typeof followingSchema>;
