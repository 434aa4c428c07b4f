import { z } from 'zod';
import { tickField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';

export const flagReasonNames = [
  'confidential',
  'personal-data',
  'offensive',
  'illegal',
  'off-topic',
  'spam',
  'other',
] as const;

/** Several lines of typed text: trimmed, NFC, line breaks kept, other control characters refused. */
function longTextField(minimum: number, maximum: number) {
  return z
    .string({ error: 'form.required' })
    .transform((text) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(Math.min(minimum, 1), { error: 'form.required' })
        .min(minimum, { error: 'form.too-short' })
        .max(maximum, { error: 'form.too-long' })
        // oxlint-disable-next-line no-control-regex -- control characters are what is refused
        .regex(/^[^\u0000-\u0008\u000B-\u001F\u007F]*$/, { error: 'form.invalid' }),
    );
}

/** Domain: an explanation is required for what is illegal and for other reasons. */
export const flagSchema = z
  .strictObject({
    reason: z.enum(flagReasonNames, { error: 'form.choose' }),
    explanation: longTextField(0, 2000),
    passage: longTextField(0, 2000),
  })
  .superRefine(({ reason, explanation }, context) => {
    const isRequired = reason === 'illegal' || reason === 'other';
    if (isRequired && explanation === '') {
      context.addIssue({ code: 'custom', path: ['explanation'], message: 'form.required' });
    }
  });
export type FlagInput = z.output<typeof flagSchema>;

export const measureNames = [
  'keep',
  'keep-with-note',
  'ask-to-revise',
  'hide',
  'remove',
  'close-topic',
  'suspend',
] as const;

/** The four parts of a statement of reasons, each in the words of who decides. */
const statement = {
  facts: longTextField(10, 4000),
  rule: longTextField(3, 1000),
  measureText: longTextField(3, 1000),
  appealRoute: longTextField(3, 1000),
};
export const statementFields = ['facts', 'rule', 'measureText', 'appealRoute'] as const;

export const statementSchema = z.strictObject(statement);
export type StatementInput = z.output<typeof statementSchema>;

export const decisionSchema = z.strictObject({
  intent: z.literal('decide'),
  version: versionField,
  measure: z.enum(measureNames, { error: 'form.choose' }),
  ...statement,
});
export type DecisionInput = z.output<typeof decisionSchema>;

export const confirmationSchema = z.strictObject({
  intent: z.enum(['confirm', 'refuse']),
  version: versionField,
});

export const appealDecisionSchema = z.strictObject({
  intent: z.literal('decide-appeal'),
  version: versionField,
  result: z.enum(['upheld', 'reversed'], { error: 'form.choose' }),
  ...statement,
});
export type AppealDecisionInput = z.output<typeof appealDecisionSchema>;

export const assignSchema = z.strictObject({
  intent: z.enum(['take', 'release']),
  version: versionField,
});

export const appealSchema = z.strictObject({
  text: longTextField(10, 4000),
  understood: tickField.optional(),
});
