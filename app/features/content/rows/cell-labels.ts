import type { TextKey } from '~/i18n/translate';

/** What the cells of rows are called, by the field and the column; see `text-rows.tsx`. */
export const cellLabels = {
  'authors.name': 'content.author.name',
  'authors.function': 'content.field.function',
  'authors.country': 'content.author.country',
  'authors.example': 'board.is-example',
  'topics.words': 'content.topic.words',
  'gdprArticles.words': 'content.provision.words',
  'footnotes.words': 'content.footnote.words',
  'partners.words': 'content.partner.words',
  'links.label': 'content.link.label',
  'links.url': 'content.link.url',
  'corrections.date': 'content.correction.date',
  'corrections.text': 'content.correction.text',
  'decisions.decision': 'content.decision.called',
  'decisions.court': 'content.decision.court',
  'decisions.dateDecided': 'content.decision.date',
  'decisions.caseNumber': 'content.decision.case-number',
  'decisions.name': 'content.decision.name',
  'decisions.sourceUrl': 'content.decision.source',
} as const satisfies Record<string, TextKey>;

const byName: Record<string, TextKey> = cellLabels;

/** What a cell is called of which the name came with its refusal. */
export const findCellLabel = (name: string): TextKey | undefined => byName[name];
