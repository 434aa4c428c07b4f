import { z } from 'zod';
import { isCountryCode, isWorkingLanguage } from '~/lib/format/display-names';
import { emailField, longTextField, textField, tickField } from '~/lib/forms/text-field';
import { memberCategories } from '~/features/membership/member-categories';
import { versionField } from '~/lib/forms/version-field';

/** A field that may stay empty; then it is null. */
function optional(field: z.ZodType<string, string>) {
  return z
    .string()
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(field.optional())
    .transform((text) => text ?? null);
}

const country = z
  .string({ error: 'form.required' })
  .min(1, { error: 'form.required' })
  .refine(isCountryCode, { error: 'form.invalid' });
const language = z
  .string({ error: 'form.required' })
  .min(1, { error: 'form.required' })
  .refine(isWorkingLanguage, { error: 'form.invalid' });
const year = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text ? Number(text) : null))
  .pipe(
    z
      .number({ error: 'form.year' })
      .int({ error: 'form.year' })
      .min(1940, { error: 'form.year' })
      .refine((given) => given <= new Date().getFullYear(), { error: 'form.year' })
      .nullable(),
  );
const mustAccept = tickField.refine((isTicked) => isTicked, { error: 'form.must-accept' });

/** The application form (domain: membership application). */
export const applicationSchema = z
  .strictObject({
    title: optional(textField(1, 40)),
    firstName: textField(1, 100),
    lastName: textField(1, 100),
    email: emailField,
    phone: optional(textField(5, 40)),
    memberCategory: z.enum(memberCategories, { error: 'form.choose' }),
    function: textField(2, 200),
    courtName: textField(2, 200),
    courtCity: textField(2, 200),
    country,
    appointedSince: year,
    gdprExperience: longTextField(20, 2000),
    workingLanguages: z
      .array(language)
      .min(1, { error: 'form.choose-one' })
      .max(20, { error: 'form.too-long' })
      .transform((codes) => [...new Set(codes)]),
    preferredLanguage: language,
    referee: optional(textField(2, 200)),
    message: optional(longTextField(1, 2000)),
    newsletterConsent: tickField,
    acceptStatutes: mustAccept,
    acceptEndUserAgreement: mustAccept,
    privacyNoticeSeen: mustAccept,
  })
  .refine(
    ({ workingLanguages, preferredLanguage }) => workingLanguages.includes(preferredLanguage),
    {
      error: 'form.preferred-language',
      path: ['preferredLanguage'],
    },
  );
export type ApplicationInput = z.output<typeof applicationSchema>;

export const applicationLists = ['workingLanguages'];

export const answerSchema = z.strictObject({
  intent: z.literal('answer'),
  text: longTextField(1, 4000),
});

/** The actions on an application; `version` is the state that the administrator saw. */
export const reviewSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('start-review'), version: versionField }),
  z.strictObject({
    intent: z.literal('assign'),
    version: versionField,
    assignedTo: z.union([z.uuid(), z.literal('')], { error: 'form.invalid' }),
  }),
  z.strictObject({ intent: z.literal('note'), text: longTextField(1, 4000) }),
  z.strictObject({
    intent: z.literal('verify'),
    version: versionField,
    method: textField(3, 300),
  }),
  z.strictObject({
    intent: z.literal('ask'),
    version: versionField,
    text: longTextField(10, 4000),
  }),
  z.strictObject({
    intent: z.literal('approve'),
    version: versionField,
    reference: optional(textField(1, 100)),
    // Absent at a first approval, which writes nothing to the applicant.
    text: optional(longTextField(10, 4000)),
  }),
  z.strictObject({
    intent: z.literal('reject'),
    version: versionField,
    reference: optional(textField(1, 100)),
    reason: longTextField(10, 2000),
    text: longTextField(10, 4000),
  }),
  z.strictObject({ intent: z.literal('invite'), version: versionField }),
  z.strictObject({
    intent: z.literal('fee'),
    version: versionField,
    feeStatus: z.enum(['not-due', 'requested', 'paid', 'waived'], { error: 'form.choose' }),
  }),
  z.strictObject({
    intent: z.literal('preview'),
    template: z.enum(['question', 'approved', 'rejected']),
    text: longTextField(10, 4000),
  }),
]);
export type ReviewInput = z.output<typeof reviewSchema>;
