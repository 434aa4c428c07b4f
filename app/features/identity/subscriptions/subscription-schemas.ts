import { z } from 'zod';
import { mailingLists, openLists } from '~/lib/mailing-lists';
import { emailField, tickField } from '~/lib/forms/text-field';

/** What a visitor asks for at /newsletter. */
export const subscribeForm = z
  .strictObject({
    email: emailField,
    list: z.array(z.enum(openLists, { error: 'form.invalid' })),
    agreed: tickField,
  })
  .refine(({ list }) => list.length > 0, { path: ['list'], error: 'form.choose-one' })
  .refine(({ agreed }) => agreed, { path: ['agreed'], error: 'form.required' });

/** The page behind the link of a mail; `List-Unsubscribe` is what RFC 8058 sends. */
export const unsubscribeForm = z.union([
  z
    .strictObject({
      intent: z.enum(['leave', 'leave-all', 'undo', 'pause', 'resume'], { error: 'form.invalid' }),
      list: z.array(z.enum(mailingLists, { error: 'form.invalid' })),
    })
    .refine(({ intent, list }) => intent !== 'leave' || list.length > 0, {
      path: ['list'],
      error: 'form.choose-one',
    }),
  z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
]);
