import { provisionName } from '~/features/citations/provisions';
import type { DecisionRecord } from '~/features/decisions/records/keep-version.server';
import { type TextKey, textOfKey, type Translate } from '~/i18n/translate';
import { languageName, languageNames } from '~/lib/format/display-names';
import { formatDate } from '~/lib/format/format-date';

type Content = Partial<DecisionRecord>;

export type Reader = {
  t: Translate;
  language: string;
  /** Of a court, by its code. */
  courtName: (code: string) => string;
  /** Of the record with this id, into which another was merged. */
  identifierOf: (id: string) => string;
};

type Field = {
  label: TextKey;
  say: (content: Content, reader: Reader) => string | null | undefined;
};

/** What is compared of two versions, what it is called, and its value in words. */
const fields: readonly Field[] = [
  { label: 'decision-editor.identifier', say: ({ identifier }) => identifier },
  {
    label: 'decision-editor.state',
    say: ({ state }, { t }) => state && t(`decision-editor.state.${state}`),
  },
  {
    label: 'decision-editor.merge-into',
    say: ({ mergedInto }, { identifierOf }) => mergedInto && identifierOf(mergedInto),
  },
  {
    label: 'decision-editor.visibility',
    say: ({ visibility }, { t }) => visibility && t(`decision-editor.visibility.${visibility}`),
  },
  {
    label: 'decision.facet.court',
    say: ({ court }, { courtName }) => court && courtName(court),
  },
  { label: 'decision.formation', say: ({ formation }) => formation },
  {
    label: 'decision-editor.decided-on',
    say: ({ decidedOn }, { language }) => decidedOn && formatDate(decidedOn, language),
  },
  {
    label: 'judgment.published-on',
    say: ({ publishedOn }, { language }) => publishedOn && formatDate(publishedOn, language),
  },
  {
    label: 'decision-editor.type',
    say: ({ type }, { t }) => type && t(`decision.type.${type}`),
  },
  {
    label: 'decision.facet.outcome',
    say: ({ outcome }, { t }) => outcome && t(`decision.outcome.${outcome}`),
  },
  { label: 'decision-editor.case-numbers', say: ({ caseNumbers }) => caseNumbers?.join('; ') },
  { label: 'decision-editor.names', say: ({ names }) => names?.join('; ') },
  {
    label: 'decision.facet.language',
    say: ({ languages }, { language }) => languages && languageNames(languages, language),
  },
  {
    label: 'decision-editor.provisions',
    say: ({ provisions }, { language }) =>
      provisions?.map((provision) => provisionName(provision, language)).join('; '),
  },
  {
    label: 'decision-editor.procedure',
    say: ({ procedure }, { t }) =>
      procedure
        ?.map(({ kind, identifier }) => `${t(`decision-editor.procedure.${kind}`)} ${identifier}`)
        .join('; '),
  },
  {
    label: 'decision.facet.topic',
    say: ({ topics }, { t }) =>
      topics?.map((topic) => textOfKey(t, `decision.topic.${topic}`)).join('; '),
  },
  { label: 'decision.fine', say: ({ fineAmount }) => fineAmount },
  { label: 'decision-editor.currency', say: ({ fineCurrency }) => fineCurrency },
  { label: 'decision-editor.celex', say: ({ celex }) => celex },
  { label: 'decision-editor.source-url', say: ({ sourceUrl }) => sourceUrl },
  {
    label: 'decision-editor.summaries',
    say: ({ summaries }, reader) =>
      summaries
        ?.map(({ kind, language, text, author }) =>
          [
            kind && reader.t(`decision-editor.summary-kind.${kind}`),
            languageName(language, reader.language),
            author,
            text,
          ]
            .filter(Boolean)
            .join(': '),
        )
        .join('; '),
  },
];

/** Where two versions of a decision differ, in the reader's words. */
export function differencesOf(before: Content, after: Content, reader: Reader) {
  return fields.flatMap(({ label, say }) => {
    const [was, is] = [say(before, reader) ?? '', say(after, reader) ?? ''];
    return was === is ? [] : [{ label, before: was, after: is }];
  });
}
