import { z } from 'zod';
import { nameField } from '~/features/identity/accounts/account-schemas';
import type { TextKey } from '~/i18n/translate';
import { namesOf, partOf } from '~/lib/forms/form';

type OwnField = {
  /** How it comes out of the form; null where it may be absent. */
  typed: z.ZodType<string | null>;
  label: TextKey;
  isRequired?: true;
  autoComplete?: string;
};

/**
 * What people say of themselves in their settings, each declared once under the name of its column
 * of `users`. What the settings accept and show, and that it is personal data, follow from it.
 */
export const ownFields = {
  firstName: {
    typed: nameField,
    label: 'field.first-name',
    isRequired: true,
    autoComplete: 'given-name',
  },
  lastName: {
    typed: nameField,
    label: 'field.last-name',
    isRequired: true,
    autoComplete: 'family-name',
  },
} satisfies Record<string, OwnField>;

export const ownFieldNames = namesOf(ownFields);
export const typedOwnFields = partOf(ownFields, 'typed');
export const ownFieldsSchema = z.strictObject(typedOwnFields);
export type OwnFields = z.output<typeof ownFieldsSchema>;

/** The declaration of a field, for whoever draws it. */
export const ownField = (name: (typeof ownFieldNames)[number]): OwnField => ownFields[name];
