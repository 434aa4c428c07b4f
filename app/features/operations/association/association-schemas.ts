import { z } from 'zod';
import { emailField, textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { isColour, isReadable, type Theme } from './brand-colours';

const webAddress = textField(1, 300).pipe(
  z.string().regex(/^https:\/\/[^\s/]+\.[^\s/]+(?:\/\S*)?$/u, { error: 'form.web-address' }),
);

/** `#rrggbb`, or empty for the colour of the site. */
const colour = (theme: Theme) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === '' || isColour(text), { error: 'form.colour' })
    .refine((text) => !isColour(text) || isReadable(text, theme), { error: 'form.colour-contrast' })
    .transform((text) => text || null);

export const associationForm = z.strictObject({
  intent: z.literal('save'),
  version: versionField,
  name: textField(1, 150),
  shortName: textField(1, 40),
  address: textField(1, 300),
  email: emailField,
  vat: textField(1, 40),
  networkUrl: webAddress,
  lightColour: colour('light'),
  darkColour: colour('dark'),
});

type Form = z.output<typeof associationForm>;
export type AssociationInput = Omit<Form, 'intent' | 'version'>;
