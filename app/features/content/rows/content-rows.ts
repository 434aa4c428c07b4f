import { z } from 'zod';
import { parseEcli } from '~/features/citations/ecli';
import { isCountryCode } from '~/lib/format/display-names';
import { longTextField, textField } from '~/lib/forms/text-field';
import { isDay } from '~/lib/time/wall-time';
import { safeHref } from '~/rich-text/rich-text';
import { rowsField, rowTick } from '~/ui/fields/rows-input';

/** Rows of words only, such as topics; what is typed in several lines is one. */
export const wordsField = (most: number, longest = 120) =>
  rowsField(
    z
      .strictObject({ words: longTextField(1, longest) })
      .transform(({ words }) => words.replaceAll(/\s+/g, ' ')),
    most,
  );

/** Such words as the rows of the form. */
export const wordRows = (entries: readonly string[]): string =>
  JSON.stringify(entries.map((words) => ({ words })));

const webAddress = z
  .string({ error: 'form.required' })
  .trim()
  .min(1, { error: 'form.required' })
  .pipe(safeHref);

const dayField = textField(1, 10).refine((text) => isDay(text), { error: 'form.day' });

/** Further reading: words and address. */
export const linksField = rowsField(
  z.strictObject({ label: textField(1, 200), url: webAddress }),
  30,
);

/** What was corrected after publication, and when. */
export const correctionsField = rowsField(
  z.strictObject({ date: dayField, text: textField(1, 1000) }),
  50,
);

/** Corrections as versions are compared. */
export function correctionLines(corrections: readonly { date: string; text: string }[]): string {
  return corrections.map(({ date, text }) => `${date} · ${text}`).join('\n');
}

/** Who has written an article; an invented person is marked as an example. */
export const authorsField = rowsField(
  z
    .strictObject({
      name: textField(1, 200),
      function: textField(1, 200),
      country: textField(1, 2).refine(isCountryCode, { error: 'form.choose' }),
      example: rowTick,
    })
    .transform(({ example, ...author }) => (example ? { ...author, example } : author)),
  20,
);

/** A decision as it is typed; the details are read where the site does not have it. */
export const decisionsField = rowsField(
  z.strictObject({
    decision: textField(1, 300),
    // As long as the site's own may be, which is shown here again.
    caseNumber: textField(0, 300).default(''),
    name: textField(0, 300).default(''),
    court: textField(0, 200).default(''),
    dateDecided: textField(0, 10)
      .refine((text) => text === '' || isDay(text), { error: 'form.day' })
      .default(''),
    sourceUrl: z.union([z.literal(''), webAddress], { error: 'form.web-address' }).default(''),
  }),
  40,
);
export type TypedDecision = z.output<typeof decisionsField>[number];

/** The ECLI that was typed, in its one spelling; null for a number or a name. */
export const typedEcli = ({ decision }: TypedDecision): string | null =>
  parseEcli(decision)?.text ?? null;

/** What is known of a decision that a text cites. */
export type CitedDetails = {
  ecli: string;
  caseNumber: string;
  name: string;
  court: string;
  dateDecided: string;
  sourceUrl: string | null;
};
