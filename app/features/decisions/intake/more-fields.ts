import { z } from 'zod';
import { celexOf, eurLexAddress } from '~/features/citations/celex';
import { provisionsTyped } from '~/features/citations/cited-in-text';
import { headProposalsIn } from '~/features/citations/head-proposals';
import { provisionName } from '~/features/citations/provisions';
import {
  celexField,
  formationField,
  outcomeField,
  publishedOnField,
  sourceUrlField,
} from '~/features/decisions/records/decision-fields';
import { isTopic } from '~/features/decisions/records/topics';
import type { DescribedFile } from '~/features/library/details/described-file';
import { judgmentOf } from '~/features/library/resources/resource-metadata';
import { type Row, severalIn } from '~/lib/forms/form';
import { severalCell } from '~/ui/fields/rows-input';

const filled = (values: readonly string[]) => [...new Set(values.filter(Boolean))];

const provisionsCell = severalCell(100, 120).transform((values, context) => {
  const found = values.map((value, at) => {
    const typed = value ? provisionsTyped(value) : [];
    if (value && typed.length === 0)
      context.addIssue({ code: 'custom', message: 'form.intake-provision', path: [at] });
    return typed;
  });
  return [...new Set(found.flat())];
});

/** What a row says of its decision beside the columns; a field that is not on the page is empty. */
export const moreFields = {
  otherNames: severalCell(99, 300).transform(filled),
  otherNumbers: severalCell(99, 300).transform(filled),
  provisions: provisionsCell,
  topics: z
    .string()
    .default('')
    .transform((text) => severalIn(text).filter(Boolean))
    .pipe(z.array(z.string().refine(isTopic, { error: 'form.invalid' }))),
  outcome: outcomeField.prefault(''),
  formation: formationField.prefault(''),
  celex: celexField.prefault(''),
  publishedOn: publishedOnField.prefault(''),
  sourceUrl: sourceUrlField.prefault(''),
};

/** Topics by the names that they have in any language, in small letters. */
export type TopicNames = ReadonlyMap<string, string>;

type Known = {
  row: Row;
  /** Whether the decision is one of a court of the Union. */
  isOfUnion: boolean;
  /** The provisions that the whole text cites. */
  cited: readonly string[];
  topicNames: TopicNames;
  language: string;
};

/** What is saved of these in the file's details, and where nothing is, what its text proposes. */
export function moreOfFile(file: DescribedFile, known: Known): Row {
  const { row, isOfUnion, cited, topicNames, language } = known;
  const judgment = judgmentOf(file.metadata) ?? {};
  const head = headProposalsIn(file.text, row['caseNumber'] ?? '');
  const celex = isOfUnion ? celexOf(row['caseNumber'] ?? '', row['kind'] ?? '') : null;
  const provisions = judgment.articles?.flatMap(provisionsTyped) ?? cited;
  const keywords = [...(judgment.keywords ?? []), ...head.keywords];
  const topics = keywords.flatMap((keyword) => topicNames.get(keyword.toLowerCase()) ?? []);
  return {
    otherNames: head.name ?? '',
    otherNumbers: head.otherNumbers.join('\n'),
    provisions: [...new Set(provisions)].map((one) => provisionName(one, language)).join('\n'),
    topics: filled(topics).join('\n'),
    outcome: '',
    formation: head.formation ?? '',
    celex: celex ?? '',
    publishedOn: judgment.publishedOn ?? '',
    sourceUrl: judgment.sourceUrl ?? (celex ? eurLexAddress(celex) : ''),
  };
}

/** A file whose kind is no decision says none of it. */
export const noMore: Row = Object.fromEntries(Object.keys(moreFields).map((name) => [name, '']));
