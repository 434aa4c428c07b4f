import { z } from 'zod';
import { decisionTypes } from '~/features/decisions/records/decision-kinds';
import {
  ecliField,
  isPublishedAfterwards,
  refuseContradictions,
} from '~/features/decisions/records/decision-fields';
import { mostAtOnce } from '~/features/library/details/several-address';
import { documentKinds } from '~/features/library/resources/resource-metadata';
import { resourceNameField, textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { rowsField, rowTick } from '~/ui/fields/rows-input';
import { moreFields } from './more-fields';

/** What a file can be: a decision of one of the types of decisions, or one of the library's other kinds. */
export const intakeKinds = [
  ...decisionTypes,
  ...documentKinds.filter((kind) => kind !== 'judgment'),
] as const;

export type DecisionType = (typeof decisionTypes)[number];

const types: readonly string[] = decisionTypes;

/** Whether the file is the text of a decision. */
export const isDecision = (kind: string): kind is DecisionType => types.includes(kind);

/** Whether the file has the metadata of a judgment. */
export const isAboutDecision = (kind: string): kind is DecisionType | 'summary' =>
  isDecision(kind) || kind === 'summary';

const rowFields = z
  .strictObject({
    id: z.uuid({ error: 'form.invalid' }),
    version: versionField,
    title: resourceNameField,
    kind: z.enum(intakeKinds, { error: 'form.choose' }),
    court: textField(0, 200),
    decidedOn: z.union([z.literal('').transform(() => null), z.iso.date()], {
      error: 'form.decision-day',
    }),
    caseNumber: textField(0, 80),
    ecli: ecliField,
    language: z.union([z.literal('').transform(() => null), z.string().regex(/^[a-z]{2}$/)], {
      error: 'form.choose',
    }),
    ...moreFields,
    /** Whether the decision is proposed, or published. */
    decide: rowTick,
  })
  .refine(
    ({ kind, court, decidedOn, caseNumber, ecli }) =>
      isAboutDecision(kind) || !(court || decidedOn || caseNumber || ecli),
    { path: ['kind'], error: 'form.intake-kind' },
  )
  .superRefine(({ ecli, decidedOn }, context) => {
    const known = { ecli: ecli?.text ?? null, court: '', decidedOn: decidedOn ?? '' };
    refuseContradictions(known, context);
  })
  .refine(isPublishedAfterwards, { path: ['publishedOn'], error: 'form.published-before' })
  .refine(({ decide, kind }) => !decide || isAboutDecision(kind), {
    path: ['kind'],
    error: 'form.intake-no-decision',
  })
  .refine(({ decide, ecli, caseNumber }) => !decide || ecli !== null || caseNumber !== '', {
    path: ['ecli'],
    error: 'form.ecli-or-case-number',
  });
export type IntakeRow = z.output<typeof rowFields>;

/** What the page sends: each file once. */
export const intakeSchema = z.strictObject({
  files: rowsField(rowFields, mostAtOnce).refine(
    (rows) => rows.length > 0 && new Set(rows.map(({ id }) => id)).size === rows.length,
    { error: 'form.invalid' },
  ),
});
