import { z } from 'zod';

/**
 * Rows of a table, which travel as JSON in one field.
 * @param maximum of rows
 */
export function rowsField<Row>(row: z.ZodType<Row>, maximum: number) {
  return z
    .string()
    .max(200_000, { error: 'form.too-long' })
    .optional()
    .transform((text, context): unknown => {
      try {
        return text ? JSON.parse(text) : [];
      } catch {
        context.addIssue({ code: 'custom', message: 'form.invalid' });
        return z.NEVER;
      }
    })
    .pipe(z.array(row, { error: 'form.invalid' }).max(maximum, { error: 'form.too-long' }));
}

/** The name that a row has been given once, such as that of a question. */
export const rowName = z.string().regex(/^[\w-]{1,40}$/, { error: 'form.invalid' });
