import { z } from 'zod';
import { resourceNameField, textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { maxSelected } from '~/features/library/entries/selection';

const id = z.uuid({ error: 'form.invalid' });
/** A folder's id, or nothing for the top level. */
const place = z.union([z.literal('').transform(() => null), id]);
/** Several ids as one field, which a form can carry. */
const ids = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .pipe(
    z.array(id).min(1, { error: 'form.required' }).max(maxSelected, { error: 'form.too-long' }),
  );

/** The numbers shown in a dialog: folders, documents and their bytes. */
const told = z
  .string()
  .regex(/^\d{1,9} \d{1,9} \d{1,15}$/, { error: 'form.invalid' })
  .transform((text) => text.split(' ').map(Number))
  .transform(([folders = 0, documents = 0, bytes = 0]) => ({ folders, documents, bytes }));

/** What the forms of a folder page ask for, by `intent`. */
export const folderIntentSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('create-folder'), title: resourceNameField }),
  z.strictObject({
    intent: z.literal('rename'),
    id,
    version: versionField,
    title: resourceNameField,
  }),
  z.strictObject({ intent: z.literal('move'), ids, to: place, from: place.optional() }),
  z.strictObject({
    intent: z.literal('delete'),
    ids,
    reason: textField(0, 500).optional(),
    told: told.optional(),
  }),
]);
