import { z } from 'zod';
import type { EventQuestion } from '~/features/content/reading/event-translation';
import type { RegistrationAnswer } from '~/db/schema/events/registrations';
import { isCountryCode } from '~/lib/format/display-names';
import { emailField, longTextField, textField, tickField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';

const optionalText = (maximum: number) =>
  textField(0, maximum)
    .optional()
    .transform((text) => text || null);

const mode = z.enum(['on-site', 'online'], { error: 'form.choose' });

/** Who sees the list of participants, each more people than the one before. */
const listAudiences = ['nobody', 'participants', 'members'] as const;
export type ListAudience = (typeof listAudiences)[number];

/** Whether consent to be named to one audience covers the audience that sees the list now. */
export const coversAudience = (agreed: ListAudience, now: ListAudience): boolean =>
  listAudiences.indexOf(agreed) >= listAudiences.indexOf(now);

/** The audience that the form showed: the list may have a larger one by now. */
const listConsent = z
  .string()
  .max(20)
  .optional()
  .transform((agreed) => listAudiences.find((one) => one === agreed) ?? null);

export type RegistrationInput = {
  mode: 'on-site' | 'online';
  needs: string | null;
  listConsent: ListAudience | null;
  photoConsent: boolean;
  answers: RegistrationAnswer[];
};

/** The name of the field of a question. */
export const questionField = (id: string) => `question-${id}`;

function answerField(question: EventQuestion): z.ZodType<string> {
  if (question.kind === 'text') return longTextField(question.required ? 1 : 0, 2000);
  const choices = question.kind === 'yes-no' ? ['yes', 'no'] : question.options;
  return z
    .string({ error: 'form.choose' })
    .refine((given) => choices.includes(given) || (given === '' && !question.required), {
      error: 'form.choose',
    });
}

const placeFields = {
  mode,
  needs: longTextField(0, 1000)
    .optional()
    .transform((text) => text || null),
  needsConsent: tickField,
  listConsent,
  photoConsent: tickField,
};

/** What may say something of a person's health is taken with explicit consent alone (GDPR 9(2)(a)). */
const isAgreedTo = ({ needs, needsConsent }: { needs: string | null; needsConsent: boolean }) =>
  !needs || needsConsent;
const askedConsent = { path: ['needsConsent'], error: 'form.needs-consent', when: () => true };

const answerFields = (questions: readonly EventQuestion[]) =>
  Object.fromEntries(
    questions.map((question) => [
      questionField(question.id),
      question.required ? answerField(question) : answerField(question).optional(),
    ]),
  );

type GivenPlace = Omit<RegistrationInput, 'answers'>;

function inputOf(questions: readonly EventQuestion[], place: GivenPlace): RegistrationInput {
  const given: Record<string, unknown> = place;
  const answers = questions.flatMap(({ id, label }) => {
    const answer = given[questionField(id)];
    return typeof answer === 'string' && answer !== '' ? [{ id, question: label, answer }] : [];
  });
  const { mode: chosen, needs, listConsent: agreed, photoConsent } = place;
  return { mode: chosen, needs, listConsent: agreed, photoConsent, answers };
}

/** The form of one event: its ways of taking part and its questions. */
export const registrationSchema = (questions: readonly EventQuestion[]) =>
  z
    .strictObject({ intent: z.literal('register'), ...placeFields, ...answerFields(questions) })
    .refine(isAgreedTo, askedConsent)
    .transform((place) => inputOf(questions, place));

/** The same of a registration that there is, with the version that the form was begun on. */
export const changeSchema = (questions: readonly EventQuestion[]) =>
  z
    .strictObject({
      intent: z.literal('change'),
      version: versionField,
      ...placeFields,
      ...answerFields(questions),
    })
    .refine(isAgreedTo, askedConsent)
    .transform((place) => ({ version: place.version, input: inputOf(questions, place) }));

/** What can be changed at any time: consent is withdrawn as easily as it is given (GDPR 7(3)). */
export const consentSchema = z.strictObject({
  intent: z.literal('consents'),
  listConsent,
  photoConsent: tickField,
  removeNeeds: tickField,
});

export const cancelSchema = z.strictObject({ intent: z.literal('cancel') });

const country = z
  .union([z.literal(''), z.string().refine(isCountryCode, { error: 'form.invalid' })])
  .optional()
  .transform((code) => code || null);

export const guestSchema = z.strictObject({
  intent: z.literal('invite'),
  name: textField(2, 200),
  email: emailField,
  court: optionalText(200),
  country,
});
export type GuestInput = Omit<z.output<typeof guestSchema>, 'intent'>;

export const addSchema = z.strictObject({
  intent: z.literal('add'),
  name: optionalText(200),
  email: emailField,
  court: optionalText(200),
  country,
  mode,
  beyondCapacity: tickField,
});
export type AddInput = Omit<z.output<typeof addSchema>, 'intent'>;

export const decisions = ['confirm', 'decline', 'cancel', 'attended', 'not-attended'] as const;
export type Decision = (typeof decisions)[number];

export const registrationAdminSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.enum(decisions), version: versionField, beyondCapacity: tickField }),
  z.strictObject({
    intent: z.literal('move'),
    version: versionField,
    mode,
    beyondCapacity: tickField,
  }),
  z.strictObject({ intent: z.literal('delete'), reason: textField(3, 300) }),
]);

export const registrationStates = [
  'pending',
  'confirmed',
  'waitlisted',
  'declined',
  'cancelled',
  'attended',
] as const;

/** The filter of the list from the search parameters; invalid values fall back to the default. */
export const listFilterSchema = z.object({
  state: z.enum(['all', ...registrationStates]).catch('all'),
  mode: z.enum(['all', 'on-site', 'online']).catch('all'),
  search: z.string().max(100).catch(''),
});
export type ListFilter = z.output<typeof listFilterSchema>;

/** The list as a file, filtered as it was shown. */
export const listExportSchema = z.strictObject({
  ...listFilterSchema.shape,
  reason: textField(3, 300),
});
