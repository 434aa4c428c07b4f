import { z } from 'zod';
import { organisations } from '~/features/decisions/records/decision-names';
import { textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { isCountryCode } from '~/lib/format/display-names';

/** As the column accepts them; here, because the form in the browser offers them too. */
export const courtKinds = ['court', 'tribunal', 'authority'] as const;

const country = z
  .string()
  .refine((code) => isCountryCode(code) || organisations.includes(code), { error: 'form.choose' });

const facts = {
  name: textField(1, 200),
  nameEn: textField(1, 200),
  // It stands for the ECLI code in the name of the court, where there is none.
  abbreviation: textField(1, 40).refine((text) => /[\p{L}\p{N}]/u.test(text), {
    error: 'form.court-abbreviation',
  }),
  /** Annex of the Council conclusions 2019/C 360/01: 1 to 7 characters, the first a letter. */
  ecliCode: textField(0, 7)
    .refine((code) => /^([A-Z][A-Z0-9]*)?$/i.test(code), { error: 'form.court-code' })
    .transform((code) => code || null),
  kind: z.enum(courtKinds, { error: 'form.choose' }),
  language: z.string().regex(/^[a-z]{2}$/, { error: 'form.choose' }),
};

export const newCourtSchema = z.strictObject({ intent: z.literal('save'), country, ...facts });

/** The country of a court is part of its code here, which decisions name; it stays. */
export const courtSchema = z.strictObject({
  intent: z.literal('save'),
  version: versionField,
  ...facts,
});

export type NewCourt = Omit<z.output<typeof newCourtSchema>, 'intent'>;
export type CourtFacts = Omit<z.output<typeof courtSchema>, 'intent' | 'version'>;
