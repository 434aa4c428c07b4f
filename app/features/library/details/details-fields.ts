import type { TextKey } from '~/i18n/translate';
import { documentKinds } from '~/features/library/resources/resource-metadata';
import type { Details } from './details-schema';

/** A field of the form for details: its name is that of the schema. */
export type FieldFacts = {
  name: Exclude<keyof Details, 'version'>;
  label: TextKey;
  hint?: TextKey;
  isLong?: boolean;
  isDate?: boolean;
  /** It has several values; what each is called. */
  each?: 'keyword' | 'provision' | 'tag';
  options?: { value: string; label: TextKey }[];
};

const kinds = documentKinds.map((kind) => ({
  value: kind,
  label: `document.kind.${kind}` as const,
}));

export const documentFields: readonly FieldFacts[] = [
  { name: 'title', label: 'document.title' },
  { name: 'kind', label: 'document.kind', options: kinds },
  { name: 'description', label: 'document.description', isLong: true },
  { name: 'language', label: 'document.language', hint: 'document.language-hint' },
  { name: 'author', label: 'document.author' },
  { name: 'tags', label: 'document.tags', each: 'tag' },
];

export const judgmentFields: readonly FieldFacts[] = [
  { name: 'ecli', label: 'judgment.ecli', hint: 'judgment.ecli-hint' },
  { name: 'country', label: 'document.country' },
  { name: 'court', label: 'judgment.court' },
  { name: 'caseNumber', label: 'judgment.case-number' },
  { name: 'decidedOn', label: 'judgment.decided-on', isDate: true },
  { name: 'publishedOn', label: 'judgment.published-on', isDate: true },
  { name: 'type', label: 'judgment.type' },
  { name: 'articles', label: 'judgment.articles', each: 'provision' },
  { name: 'keywords', label: 'judgment.keywords', each: 'keyword' },
  { name: 'outcome', label: 'judgment.outcome' },
  { name: 'fineAmount', label: 'judgment.fine' },
  { name: 'fineCurrency', label: 'judgment.currency', hint: 'judgment.currency-hint' },
  { name: 'appealFrom', label: 'judgment.appeal-from' },
  { name: 'appealTo', label: 'judgment.appeal-to' },
  { name: 'sourceUrl', label: 'judgment.source' },
  {
    name: 'anonymised',
    label: 'judgment.anonymised',
    options: [
      { value: '', label: 'judgment.anonymised.unknown' },
      { value: 'yes', label: 'judgment.anonymised.yes' },
      { value: 'no', label: 'judgment.anonymised.no' },
      { value: 'not-needed', label: 'judgment.anonymised.not-needed' },
    ],
  },
  { name: 'anonymisedBy', label: 'judgment.anonymised-by' },
];
