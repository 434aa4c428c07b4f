import { z } from 'zod';
import { commaSeparatedIn, separatedIn } from '~/lib/forms/form';
import { textField } from '~/lib/forms/text-field';

/**
 * Rows of a table, which arrive as one JSON text (`gatherRows`). Rows in which nothing is filled in
 * are left out; what is wrong is said at the row as the form has it.
 * @param maximum of rows
 * @param longest of all that is typed into them
 */
export function rowsField<Row>(row: z.ZodType<Row>, maximum: number, longest = 200_000) {
  return z
    .string()
    .max(longest, { error: 'form.too-long' })
    .optional()
    .transform((text, context): Row[] => {
      const refuse = (message: string, path: PropertyKey[] = []) =>
        context.addIssue({ code: 'custom', message, path });
      const given = listIn(text);
      if (!given) {
        refuse('form.invalid');
        return z.NEVER;
      }
      const rows = given.flatMap((one, at) => {
        if (isEmpty(one)) return [];
        const result = row.safeParse(one);
        if (result.success) return [result.data];
        for (const { message, path } of result.error.issues) refuse(message, [at, ...path]);
        return [];
      });
      if (rows.length > maximum) refuse('form.too-long');
      return rows;
    });
}

/** The places of the rows that `rowsField` has read, among those that the form has. */
export const filledRows = (text: string | undefined): number[] =>
  (listIn(text) ?? []).flatMap((row, at) => (isEmpty(row) ? [] : [at]));

/** The list that a JSON text is; null of any other text. */
export function listIn(text: string | undefined): unknown[] | null {
  try {
    const list: unknown = text ? JSON.parse(text) : [];
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** Whether a row has no word in it; the name that it was given does not count, nor a tick. */
function isEmpty(row: unknown): boolean {
  return (
    typeof row === 'object' &&
    row !== null &&
    Object.entries(row).every(
      ([name, value]) =>
        name === 'id' || value === 'on' || (typeof value === 'string' && /^\n*$/.test(value)),
    )
  );
}

/** The name that a row has been given once, such as that of a question. */
export const rowName = z.string().regex(/^[\w-]{1,40}$/, { error: 'form.invalid' });

/** A box in a row; one that is not ticked is not sent. */
export const rowTick = z
  .enum(['on', ''], { error: 'form.invalid' })
  .optional()
  .transform((value) => value === 'on');

/**
 * A cell of several values, each in a field of its own; empty ones have their place.
 * @param most values
 * @param longest characters of each
 */
export const severalCell = (most: number, longest: number) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const refuse = (message: string, path: number[]) =>
        context.addIssue({ code: 'custom', message, path });
      const values = separatedIn(text);
      if (values.length > most) refuse('form.too-long', []);
      return values.map((value, at) => {
        const result = textField(0, longest).safeParse(value);
        if (!result.success) refuse(result.error.issues[0]?.message ?? 'form.invalid', [at]);
        return result.data ?? '';
      });
    });

type SeveralLimits = {
  most: number;
  /** Characters of each. */
  longest: number;
  /** The text for more values than `most`. */
  tooMany: string;
  /** One spelling for all, by which doubles are found. */
  tidy?: (value: string) => string;
};

/** Several values, each in a field of its own (`ListField`); none comes twice. */
export const listField = ({ most, longest, tooMany, tidy = (value) => value }: SeveralLimits) =>
  z.union([z.string(), z.array(z.string())]).transform((given, context) => {
    const values = commaSeparatedIn([given].flat().join(',')).map((value, at) => {
      const result = textField(0, longest).safeParse(tidy(value));
      if (result.success) return result.data;
      const message = result.error.issues[0]?.message ?? 'form.invalid';
      context.addIssue({ code: 'custom', message, path: [at] });
      return '';
    });
    const different = [...new Set(values.filter(Boolean))];
    if (different.length > most) context.addIssue({ code: 'custom', message: tooMany });
    return different;
  });
