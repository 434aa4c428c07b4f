import { z } from 'zod';
import type { TextKey } from '~/i18n/translate';
import { longTextField, optionalTextField, textField, tickField } from '~/lib/forms/text-field';
import { isWallTime } from '~/lib/time/wall-time';

/** What is said of a field of an event, once; everything else follows (docs/recipes.md). */
type Facts = {
  /** What it is called in the form, beside a refusal and where versions are compared. */
  label?: TextKey;
  /** What a new event begins with. */
  start?: string;
  /** Names or concerns a person (GDPR article 4): shown in the register of processing. */
  isPersonal?: true;
  /** The section of the form that draws it as one text field, in the order of the declarations. */
  part?: 'about';
  hint?: TextKey;
  isRequired?: true;
  /** Characters. */
  maximum?: number;
  /** Lines of its field in the form; absent: one. */
  rows?: number;
  type?: 'url';
};

type Declared<Typed extends z.ZodType, Kept extends z.ZodType> = Facts & {
  /** How it comes out of the form; errors are keys of texts. */
  typed: Typed;
  /** How a version keeps it. */
  kept: Kept;
  /** As it stands in the form. */
  text?: (value: z.output<Kept>) => string;
  /** As it is compared between versions, where that is not how it stands in the form. */
  compared?: (value: z.output<Kept>) => string;
};

/** A field of the form. */
export function field<Typed extends z.ZodType, Kept extends z.ZodType>({
  text = plainText,
  compared = text,
  ...declared
}: Declared<Typed, Kept>) {
  const { kept } = declared;
  return {
    ...declared,
    text: (value: unknown) => text(kept.parse(value)),
    compared: (value: unknown) => compared(kept.parse(value)),
  };
}

/** What is part of an event but changed elsewhere than in its form. */
export function fieldBeside<Kept extends z.ZodType>({
  compared = plainText,
  ...declared
}: Facts & { kept: Kept; compared?: (value: z.output<Kept>) => string }) {
  const { kept } = declared;
  return { ...declared, compared: (value: unknown) => compared(kept.parse(value)) };
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Wall time as a date field takes it. */
export const fieldTime = (wallTime: string | null) =>
  wallTime ? wallTime.replace(' ', 'T').slice(0, 16) : '';

type TextFacts = Facts & { maximum: number };

/** One line that an event needs. */
export const line = (facts: TextFacts) =>
  field({ ...facts, isRequired: true, typed: textField(1, facts.maximum), kept: z.string() });

const textOrNothing = z.string().nullable().default(null);

/** One line that may be absent. */
export const optionalLine = (facts: TextFacts) =>
  field({
    ...facts,
    typed: optionalTextField(facts.maximum),
    kept: textOrNothing,
  });

/** Several lines that may be absent. */
export const optionalText = (facts: TextFacts) =>
  field({
    ...facts,
    typed: longTextField(0, facts.maximum)
      .optional()
      .transform((text) => text || null),
    kept: textOrNothing,
  });

export const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  facts: Facts,
) => field({ ...facts, typed: z.enum(values, { error: 'form.choose' }), kept: z.enum(values) });

export const tick = (facts: Facts) => field({ ...facts, typed: tickField, kept: z.boolean() });

/** Local wall time of a date field, to the minute. */
export const typedWallTime = z
  .string({ error: 'form.required' })
  .min(1, { error: 'form.required' })
  .refine(isWallTime, { error: 'form.date-time' })
  .transform((text) => `${text.slice(0, 16)}:00`);

/** The database writes a space where forms have a T. */
const keptWallTime = z.string().transform((moment) => moment.replace(' ', 'T'));

export const wallTime = (facts: Facts) =>
  field({ ...facts, isRequired: true, typed: typedWallTime, kept: keptWallTime, text: fieldTime });

export const optionalWallTime = (facts: Facts) =>
  field({
    ...facts,
    typed: z
      .string()
      .optional()
      .transform((text) => text || undefined)
      .pipe(typedWallTime.optional())
      .transform((text) => text ?? null),
    kept: keptWallTime.nullable(),
    text: fieldTime,
  });

/** A number of places; absent: no limit. */
export const capacity = (facts: Facts) =>
  field({
    ...facts,
    typed: z
      .string()
      .optional()
      .transform((text) => (text?.trim() ? Number(text) : null))
      .pipe(
        z
          .number({ error: 'form.number' })
          .int({ error: 'form.number' })
          .min(0, { error: 'form.number' })
          .max(100_000, { error: 'form.number' })
          .nullable(),
      ),
    kept: z.number().nullable(),
  });

export const webAddress = (facts: Facts) =>
  field({
    ...facts,
    typed: z
      .string()
      .optional()
      .transform((text) => text?.trim() || undefined)
      .pipe(
        z
          .string()
          .max(2000, { error: 'form.too-long' })
          .regex(/^https?:\/\/[^\s\p{Cc}]+$/iu, { error: 'form.web-address' })
          .refine((text) => URL.canParse(text), { error: 'form.web-address' })
          .optional(),
      )
      .transform((text) => text ?? null),
    kept: textOrNothing,
    type: 'url',
  });
