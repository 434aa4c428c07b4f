import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { z } from 'zod';
import { isOwnIdentifier, parseEcli } from '~/features/citations/ecli';
import {
  ecliField,
  refuseContradictions,
  sourceUrlField,
} from '~/features/decisions/records/decision-fields';
import { isTopic } from '~/features/decisions/records/topics';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { longTextField, optionalTextField, textField } from '~/lib/forms/text-field';

/** What a member knows of a decision: an ECLI or a number is enough. */
export const proposalSchema = z
  .strictObject({
    ecli: ecliField,
    caseNumber: textField(0, 100).refine((text) => text === '' || /\d/.test(text), {
      error: 'form.ecli-or-case-number',
    }),
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
  .superRefine(({ ecli, court, decidedOn }, context) => {
    const known = { ecli: ecli?.text ?? null, court: court ?? '', decidedOn: decidedOn ?? '' };
    refuseContradictions(known, context);
  });

/** By what an administrator begins a decision: its ECLI, or a number as the court writes it. */
export const beginSchema = z.strictObject({
  intent: z.literal('begin'),
  named: textField(0, 100).transform((text, context) => {
    const ecli = parseEcli(text);
    if (ecli) return { ecli, caseNumber: '' };
    if (/\d/.test(text) && !/^ECLI\b/i.test(text) && !isOwnIdentifier(text))
      return { ecli, caseNumber: text };
    const message = /^ECLI\b/i.test(text) ? 'form.ecli' : 'form.ecli-or-case-number';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }),
});

/** Why a proposal is declined. */
export const declineSchema = z.strictObject({
  intent: z.literal('decline'),
  proposal: z.uuid({ error: 'form.invalid' }),
  reason: longTextField(1, 1000),
});

/**
 * For `shouldRevalidate` of a page with forms about a proposal: once someone else has settled it, the
 * page stays as it was opened, with everything typed in any of its forms.
 */
export function reloadUnlessSettled(args: ShouldRevalidateFunctionArgs): boolean {
  const refused = z.object({ error: z.literal('error.decision-proposal.settled') });
  return !refused.safeParse(args.actionResult).success && reloadOwnChangesAndConflicts(args);
}

export type ProposalInput = z.output<typeof proposalSchema>;
