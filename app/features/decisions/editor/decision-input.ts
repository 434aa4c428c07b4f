import { z } from 'zod';
import { parseProvision } from '~/features/citations/provisions';
import {
  mostRelations,
  relationSchema,
  withoutRepeats,
} from '~/features/decisions/procedure/procedure-kinds';
import {
  celexField,
  earliest,
  ecliField,
  formationField,
  isPublishedAfterwards,
  outcomeField,
  publishedOnField,
  refuseContradictions,
  sourceUrlField,
} from '~/features/decisions/records/decision-fields';
import {
  headnotesLast,
  summaryKey,
  summaryKinds,
  withKind,
} from '~/features/decisions/records/headnotes';
import { isTopic } from '~/features/decisions/records/topics';
import { longTextField, textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { decisionTypes, decisionVisibilities } from '~/features/decisions/records/decision-kinds';
import { rowsField } from '~/ui/fields/rows-input';

/** As many names and numbers as an import takes, each as long (`import-schema.server.ts`). */
const lines = longTextField(0, 30_100)
  .transform((text) => [...new Set(text.split('\n').flatMap((line) => line.trim() || []))])
  .refine((all) => all.length <= 100 && all.every((line) => line.length <= 300), {
    error: 'form.lines',
  });

/** ISO 639-1: an import brings other languages than those the form offers at first. */
const languageCode = z.string().regex(/^[a-z]{2}$/, { error: 'form.choose' });

const provisionField = z
  .strictObject({
    instrument: z.string(),
    article: textField(0, 4),
    paragraph: textField(0, 2),
    letter: textField(0, 2),
  })
  .transform(({ instrument, article, paragraph, letter }, context) => {
    const text = [instrument, article, paragraph, letter].join('/').replace(/\/+$/, '');
    if (parseProvision(text.toLowerCase())) return text.toLowerCase();
    const path = [instrument ? 'article' : 'instrument'];
    context.addIssue({ code: 'custom', message: 'form.provision', path });
    return z.NEVER;
  });

const summaryField = z
  .strictObject({
    kind: z.enum(summaryKinds, { error: 'form.choose' }).default('summary'),
    language: languageCode,
    text: longTextField(0, 20_000),
    author: textField(0, 200),
  })
  .transform(({ kind, ...summary }) => (summary.text ? withKind(summary, kind) : null));

/** What the form of a decision sends. */
export const decisionSchema = z
  .strictObject({
    intent: z.enum(['save', 'check']),
    version: versionField,
    /** The member's proposal that it is begun from. */
    proposal: z.uuid({ error: 'form.invalid' }).optional(),
    ecli: ecliField.transform((ecli) => ecli?.text ?? null),
    court: textField(0, 40).refine((text) => text !== '', { error: 'form.choose' }),
    formation: formationField,
    decidedOn: z.iso
      .date({ error: 'form.decision-day' })
      .refine((day) => day >= earliest, { error: 'form.decision-day' }),
    publishedOn: publishedOnField,
    type: z.enum(decisionTypes, { error: 'form.choose' }),
    outcome: outcomeField,
    caseNumbers: lines,
    names: lines,
    languages: z.array(languageCode).max(30, { error: 'form.invalid' }),
    provisions: rowsField(provisionField, 100).transform((all) => [...new Set(all)]),
    procedure: rowsField(relationSchema, mostRelations).transform(withoutRepeats),
    topics: z.array(z.string().refine(isTopic, { error: 'form.invalid' })),
    fineAmount: textField(0, 15).refine((text) => /^(\d{1,12}(\.\d{1,2})?)?$/.test(text), {
      error: 'form.amount',
    }),
    fineCurrency: z.string().regex(/^[A-Z]{3}$/, { error: 'form.choose' }),
    celex: celexField,
    sourceUrl: sourceUrlField,
    summaries: rowsField(summaryField, 200, 1_000_000)
      .transform((all) => headnotesLast(all.filter((summary) => summary !== null)))
      .refine((all) => new Set(all.map(summaryKey)).size === all.length, {
        error: 'form.summary-language',
      }),
    visibility: z.enum(decisionVisibilities, { error: 'form.choose' }),
  })
  .refine(({ ecli, caseNumbers }) => ecli !== null || caseNumbers.length > 0, {
    error: 'form.ecli-or-number',
    path: ['ecli'],
  })
  .refine(isPublishedAfterwards, { error: 'form.published-before', path: ['publishedOn'] })
  .superRefine(refuseContradictions)
  .transform(({ fineAmount, fineCurrency, ...facts }) => ({
    ...facts,
    fineAmount: fineAmount ? Number(fineAmount).toFixed(2) : null,
    fineCurrency: fineAmount ? fineCurrency : null,
  }));

export type DecisionInput = Omit<
  z.output<typeof decisionSchema>,
  'intent' | 'version' | 'proposal'
>;
