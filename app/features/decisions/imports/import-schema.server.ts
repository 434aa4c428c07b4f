import { z } from 'zod';
import { parseEcli } from '~/features/citations/ecli';
import { parseProvision } from '~/features/citations/provisions';
import {
  mostRelations,
  relationSchema,
  withoutRepeats,
} from '~/features/decisions/procedure/procedure-kinds';
import {
  earliest,
  hasCome,
  refuseContradictions,
} from '~/features/decisions/records/decision-fields';
import { withKind } from '~/features/decisions/records/headnotes';
import { isTopic } from '~/features/decisions/records/topics';
import { schema } from '~/db/db.server';

const { decisionRecords } = schema;

const line = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text.normalize('NFC').trim());
/** What a list may have by itself, or as the `identifier` of an object. */
const identifiers = z
  .array(
    z
      .union([
        line(80),
        z.object({ identifier: line(80) }).transform(({ identifier }) => identifier),
      ])
      .pipe(z.string().min(1)),
  )
  .max(2_000)
  .default([]);
const lines = z
  .array(line(300))
  .max(100)
  .transform((all) => [...new Set(all.filter(Boolean))])
  .default([]);
const absent = <Schema extends z.ZodType>(one: Schema) =>
  one.nullish().transform((value) => value ?? null);

const day = z.iso
  .date({ error: 'decision-import.problem.date', abort: true })
  .refine((text) => text >= earliest, { error: 'decision-import.problem.date', abort: true });

/** One in each language. */
const shortTexts = z
  .array(
    z.object({
      language: z.string().regex(/^[a-z]{2}$/, { error: 'decision-import.problem.language' }),
      text: line(20_000),
      author: line(200).default(''),
    }),
  )
  .refine((all) => new Set(all.map(({ language }) => language)).size === all.length, {
    error: 'decision-import.problem.language-twice',
  })
  .default([]);

/** "appeal ECLI:EU:T:2023:219" as CSV has it. */
function relationIn(text: string) {
  const [kind = '', ...words] = text.split(/\s+/);
  return { kind, identifier: words.join(' ') };
}

const relation = z.unknown().transform((given, context) => {
  const read = relationSchema.safeParse(given);
  if (read.success) return read.data;
  context.addIssue({ code: 'custom', message: 'decision-import.problem.procedure' });
  return z.NEVER;
});

const facts = z.object({
  ecli: absent(
    line(80).refine((text) => text === '' || parseEcli(text) !== null, {
      error: 'decision-import.problem.ecli',
    }),
  ),
  identifier: absent(
    line(80).refine((text) => text === '' || /^(?=.*\d)[^\s/?#]+$/.test(text), {
      error: 'decision-import.problem.identifier',
    }),
  ),
  court: z.union([line(40), z.object({ code: line(40) }).transform(({ code }) => code)]),
  formation: absent(line(200)).transform((text) => text ?? ''),
  decidedOn: day.refine(hasCome, { error: 'form.published-ahead' }),
  publishedOn: absent(day.refine(hasCome, { error: 'form.published-ahead' })),
  type: z.enum(decisionRecords.type.enumValues).default('judgment'),
  outcome: absent(z.enum(decisionRecords.outcome.enumValues)),
  caseNumbers: lines,
  names: lines,
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/, { error: 'decision-import.problem.language' }))
    .default([]),
  provisions: z
    .array(z.union([line(60), z.object({ id: line(60) }).transform(({ id }) => id)]))
    .default([])
    .refine((all) => all.every((one) => parseProvision(one) !== null), {
      error: 'decision-import.problem.provision',
    }),
  procedure: z
    .array(z.union([line(100).transform(relationIn), z.unknown()]).pipe(relation))
    .max(mostRelations)
    .default([])
    .transform(withoutRepeats),
  cites: identifiers,
  topics: z
    .array(z.string())
    .default([])
    .refine((all) => all.every(isTopic), { error: 'decision-import.problem.topic' }),
  fine: absent(
    z.object({ amount: z.number().min(0).lt(1e12), currency: z.string().regex(/^[A-Z]{3}$/) }),
  ),
  celex: absent(line(20)),
  sourceUrl: absent(
    z.url({ protocol: /^https?$/, error: 'decision-import.problem.address' }).max(500),
  ),
  summaries: shortTexts,
  headnotes: shortTexts,
  visibility: z.enum(['public', 'members']).default('public'),
});

/** What exports say besides, which follows from other things. */
const derived = ['url', 'courtName', 'courtKind', 'country', 'citedBy', 'listedAt', 'updatedAt'];
const knownFields: ReadonlySet<string> = new Set([...Object.keys(facts.shape), ...derived]);

/** The fields of a decision in a file from which nothing can be imported. */
export const unknownFields = (given: unknown): string[] =>
  typeof given === 'object' && given !== null
    ? Object.keys(given).filter((name) => !knownFields.has(name))
    : [];

/** A decision in a file: what exports say, of which the parts that follow from others are left out. */
export const importedDecision = facts
  .refine(({ ecli, identifier, caseNumbers }) => ecli || identifier || caseNumbers[0], {
    error: 'decision-import.problem.missing',
    path: ['ecli'],
  })
  .superRefine(({ ecli, identifier, court, decidedOn }, context) => {
    refuseContradictions({ ecli: ecli || identifier, court, decidedOn }, context);
  })
  .transform(({ headnotes, ...facts }) => ({
    ...facts,
    summaries: [
      ...facts.summaries.map((one) => withKind(one, 'summary')),
      ...headnotes.map((one) => withKind(one, 'headnote')),
    ],
  }));

export type ImportedDecision = z.output<typeof importedDecision>;

const listColumns = [
  'case_numbers',
  'names',
  'languages',
  'provisions',
  'procedure',
  'cites',
  'topics',
];

/** A line of the CSV that exports write, as the object that JSON has. */
export function fromCsvRow(row: Record<string, string>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const name = column
      .toLowerCase()
      .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (listColumns.includes(column.toLowerCase()))
      made[name] = value ? value.split(/\s*\|\s*/) : [];
    else if (value !== '') made[name] = value;
  }
  const { summary, summaryLanguage, summaryAuthor, ...facts } = made;
  const { headnote, headnoteLanguage, headnoteAuthor, ...others } = facts;
  const { fineAmount, fineCurrency, ...rest } = others;
  const shortText = (text: unknown, language: unknown = 'en', author: unknown = '') =>
    text ? [{ language, text, author }] : null;
  const summaries = shortText(summary, summaryLanguage, summaryAuthor);
  const headnotes = shortText(headnote, headnoteLanguage, headnoteAuthor);
  return {
    ...rest,
    ...(summaries ? { summaries } : {}),
    ...(headnotes ? { headnotes } : {}),
    ...(fineAmount ? { fine: { amount: Number(fineAmount), currency: fineCurrency } } : {}),
  };
}
