import { z } from 'zod';
import { richTextFields, withRichText } from '~/rich-text/rich-text-input';
import { openLists } from '~/lib/mailing-lists';
import { textField, tickField } from '~/lib/forms/text-field';
import { isWallTime } from '~/lib/time/wall-time';
import { itemOf } from '~/features/newsletters/composing/newsletter-items';
import { versionField } from '~/lib/forms/version-field';

/** What is composed. */
export const newsletterForm = z
  .strictObject({
    /** Of one that is made, which its form was given. */
    id: z.uuid({ error: 'form.invalid' }).optional(),
    version: versionField,
    subject: textField(3, 120),
    language: z.enum(['en', 'fr', 'de'], { error: 'form.invalid' }),
    list: z.enum(openLists, { error: 'form.invalid' }),
    onlyLanguage: tickField,
    inArchive: tickField,
    item: z.array(z.string()).max(40, { error: 'form.too-many-items' }),
    ...richTextFields,
  })
  .transform(
    withRichText({ maximum: 20_000, mayBeEmpty: true, hasHeadings: true, hasTables: true }),
  )
  .transform(({ item, ...others }) => ({
    ...others,
    items: item.map(itemOf).filter((one) => one !== null),
  }));
export type NewsletterInput = z.output<typeof newsletterForm>;
/** @property writtenFor the deleted draft whose form is saved as a new draft */
export type SentNewsletter = NewsletterInput & { writtenFor?: string | null };

/** Where its writers’ unsaved changes are kept. @param id null for a new newsletter */
export const newsletterDraftPlace = (id: string | null) => `newsletter/${id ?? 'new'}`;

/** When it is to be sent: at once, or at a time of Brussels. */
export const sendingForm = z
  .strictObject({
    version: versionField,
    when: z.enum(['now', 'later'], { error: 'form.required' }),
    at: z.string().max(30).optional(),
  })
  .refine(({ when, at = '' }) => when === 'now' || isWallTime(at), {
    path: ['at'],
    error: 'form.date-time',
  });

export const stepForm = z.strictObject({
  version: versionField,
  intent: z.enum(['cancel', 'pause', 'resume', 'delete', 'test'], { error: 'form.invalid' }),
});
export type NewsletterStep = z.output<typeof stepForm>['intent'];

export const againForm = z.strictObject({
  intent: z.literal('again'),
  delivery: z.uuid({ error: 'form.invalid' }),
});
