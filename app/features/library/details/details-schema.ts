import { z } from 'zod';
import { courtOfEcli, identifierIn, parseEcli } from '~/features/citations/ecli';
import {
  anonymisedStates,
  documentKinds,
  type ResourceMetadata,
} from '~/features/library/resources/resource-metadata';
import { resourceNameField, textField } from '~/lib/forms/text-field';
import { versionField } from '~/lib/forms/version-field';
import { listField } from '~/ui/fields/rows-input';

const line = (maximum: number) =>
  textField(0, maximum).transform((text) => (text === '' ? undefined : text));
const list = (most: number, longest: number) =>
  listField({ most, longest, tooMany: 'form.too-long' });
const date = z.union([z.literal('').transform(() => undefined), z.iso.date({ error: 'form.day' })]);

const isWebAddress = (text: string) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text);

/** What comes several times in the form. */
export const detailLists = ['tags', 'articles', 'keywords'];

/** What the form for the details of a document asks for. */
const fields = z.strictObject({
  version: versionField,
  title: resourceNameField,
  description: z
    .string({ error: 'form.required' })
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(2000, { error: 'form.too-long' })
        .regex(/^[^\0]*$/, { error: 'form.invalid' }),
    ),
  language: z.union([
    z.literal('').transform(() => null),
    z.string().regex(/^[a-z]{2}$/, { error: 'form.invalid' }),
  ]),
  author: line(200),
  tags: list(30, 60),
  kind: z.enum(documentKinds, { error: 'form.invalid' }),
  ecli: line(80).refine((text) => !text || identifierIn(text) !== null, { error: 'form.ecli' }),
  country: line(2)
    .transform((code) => code?.toUpperCase())
    .pipe(
      z
        .string()
        .regex(/^[A-Z]{2}$/, { error: 'form.invalid' })
        .optional(),
    ),
  court: line(200),
  caseNumber: line(80),
  decidedOn: date,
  publishedOn: date,
  type: line(80),
  articles: list(40, 60),
  keywords: list(40, 60),
  outcome: line(300),
  fineAmount: line(20).refine((text) => !text || /^\d{1,12}([.,]\d{1,2})?$/.test(text), {
    error: 'form.amount',
  }),
  fineCurrency: line(20).refine((text) => !text || /^[A-Za-z]{3}$/.test(text), {
    error: 'form.currency',
  }),
  appealFrom: line(80),
  appealTo: line(80),
  sourceUrl: line(500).refine((text) => !text || isWebAddress(text), {
    error: 'form.web-address',
  }),
  anonymised: z.union([z.literal('').transform(() => undefined), z.enum(anonymisedStates)]),
  anonymisedBy: line(100),
});
export type Details = z.output<typeof fields>;

/** What is asked of a judgment alone, in the form's group of this name. */
const judgmentNames = [
  'ecli',
  'country',
  'court',
  'caseNumber',
  'decidedOn',
  'publishedOn',
  'type',
  'articles',
  'keywords',
  'outcome',
  'fineAmount',
  'fineCurrency',
  'appealFrom',
  'appealTo',
  'sourceUrl',
  'anonymised',
  'anonymisedBy',
] as const satisfies readonly (keyof Details)[];

const isFilled = (value: string | string[] | undefined) => value !== undefined && value.length > 0;

/** The form: nothing filled in is dropped because of the chosen kind, or for want of an amount. */
export const detailsSchema = fields
  .refine(
    (details) =>
      isAboutJudgment(details.kind) || !judgmentNames.some((name) => isFilled(details[name])),
    { path: ['kind'], error: 'form.kind-of-judgment' },
  )
  .refine(({ fineAmount, fineCurrency }) => !fineCurrency || fineAmount, {
    path: ['fineAmount'],
    error: 'form.amount',
  });

/** Whether documents of this kind have the metadata of a judgment. */
export function isAboutJudgment(kind: ResourceMetadata['kind']): boolean {
  return kind === 'judgment' || kind === 'summary';
}

/** The typed metadata of what was filled in; the parts of an ECLI fill what was left empty. */
export function metadataOf(details: Details): ResourceMetadata {
  const { kind } = details;
  if (kind !== 'judgment' && kind !== 'summary') return { schema: 1, kind };
  const ecli = details.ecli ? parseEcli(details.ecli) : null;
  const { fineAmount, fineCurrency, articles, keywords } = details;
  const judgment = {
    ecli: (details.ecli && identifierIn(details.ecli)) ?? undefined,
    country: details.country ?? ecli?.country,
    court: details.court ?? (ecli ? (courtOfEcli(ecli) ?? undefined) : undefined),
    caseNumber: details.caseNumber,
    decidedOn: details.decidedOn,
    publishedOn: details.publishedOn,
    type: details.type,
    articles: articles.length > 0 ? articles : undefined,
    keywords: keywords.length > 0 ? keywords : undefined,
    outcome: details.outcome,
    fine: fineAmount
      ? {
          amount: Number(fineAmount.replace(',', '.')),
          currency: (fineCurrency ?? 'EUR').toUpperCase(),
        }
      : undefined,
    appealFrom: details.appealFrom,
    appealTo: details.appealTo,
    sourceUrl: details.sourceUrl,
    anonymised: details.anonymised,
    anonymisedBy: details.anonymisedBy,
  };
  return { schema: 1, kind, judgment };
}
