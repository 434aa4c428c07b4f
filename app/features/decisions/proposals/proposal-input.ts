import { z } from 'zod';
import { ecliField, sourceUrlField } from '~/features/decisions/records/decision-fields';
import { isTopic } from '~/features/decisions/records/topics';
import { longTextField, optionalTextField, textField } from '~/lib/forms/text-field';

/** What a member knows of a decision: an ECLI or a number is enough. */
export const proposalSchema = z
  .strictObject({
    ecli: ecliField,
    caseNumber: textField(0, 100),
    court: optionalTextField(40),
    decidedOn: z.union([z.literal('').transform(() => null), z.iso.date()], {
      error: 'form.decision-day',
    }),
    name: textField(0, 300),
    sourceUrl: sourceUrlField,
    topics: z.array(z.string().refine(isTopic, { error: 'form.invalid' })),
    reason: longTextField(0, 2_000),
  })
  .refine(({ ecli, caseNumber }) => ecli !== null || caseNumber !== '', {
    error: 'form.ecli-or-case-number',
    path: ['ecli'],
  })
  .refine(({ ecli, decidedOn }) => !ecli || !decidedOn || decidedOn.startsWith(`${ecli.year}-`), {
    error: 'form.ecli-other-year',
    path: ['decidedOn'],
  });

/** Why a proposal is declined. */
export const declineSchema = z.strictObject({
  intent: z.literal('decline'),
  proposal: z.uuid({ error: 'form.invalid' }),
  reason: longTextField(1, 1000),
});

export type ProposalInput = z.output<typeof proposalSchema>;
