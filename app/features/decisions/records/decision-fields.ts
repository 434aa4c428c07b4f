import { z } from 'zod';
import { parseEcli } from '~/features/citations/ecli';
import { textField } from '~/lib/forms/text-field';
import { decisionOutcomes } from './decision-kinds';

/** An ECLI as it is typed; null where there is none. */
export const ecliField = textField(0, 80).transform((text, context) => {
  if (!text) return null;
  const ecli = parseEcli(text);
  if (ecli) return ecli;
  context.addIssue({ code: 'custom', message: 'form.ecli' });
  return z.NEVER;
});

/** Where a court publishes a decision; null where that is not said. */
export const sourceUrlField = textField(0, 500)
  .refine((text) => !text || (/^https?:\/\//.test(text) && URL.canParse(text)), {
    error: 'form.web-address',
  })
  .transform((text) => text || null);

export const outcomeField = z.union(
  [z.literal('').transform(() => null), z.enum(decisionOutcomes)],
  { error: 'form.choose' },
);

export const formationField = textField(0, 200);

export const celexField = textField(0, 20).transform((text) => text || null);
