import { z } from 'zod';
import { textField } from '~/lib/forms/text-field';

/** The address of a list of the administration. */
const list = z
  .string({ error: 'form.invalid' })
  .max(100, { error: 'form.invalid' })
  .regex(/^\/administration\/[a-z][a-z/-]*[a-z]$/, { error: 'form.invalid' });
const query = z.string({ error: 'form.invalid' }).max(1000, { error: 'form.too-long' });

export const viewSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('save'), list, query, name: textField(1, 60) }),
  z.strictObject({
    intent: z.literal('delete'),
    list,
    query,
    view: z.uuid({ error: 'form.invalid' }),
  }),
]);
