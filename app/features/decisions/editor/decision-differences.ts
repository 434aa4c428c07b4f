import type { TextKey } from '~/i18n/translate';

/** What is compared of two versions, and what it is called. */
const labels = {
  identifier: 'decision-editor.identifier',
  state: 'decision-editor.state',
  visibility: 'decision-editor.visibility',
  court: 'decision.facet.court',
  formation: 'decision.formation',
  decidedOn: 'decision-editor.decided-on',
  type: 'decision-editor.type',
  outcome: 'decision.facet.outcome',
  caseNumbers: 'decision-editor.case-numbers',
  names: 'decision-editor.names',
  languages: 'decision.facet.language',
  provisions: 'decision-editor.provisions',
  topics: 'decision.facet.topic',
  fineAmount: 'decision.fine',
  fineCurrency: 'decision-editor.currency',
  celex: 'decision-editor.celex',
  sourceUrl: 'decision-editor.source-url',
  summaries: 'decision-editor.summaries',
} satisfies Record<string, TextKey>;

type Content = Record<string, unknown>;

/** Where two versions of a decision differ, as text. */
export function differencesOf(before: Content, after: Content) {
  return Object.entries(labels).flatMap(([field, label]) => {
    const [was, is] = [asText(before[field]), asText(after[field])];
    return was === is ? [] : [{ label, before: was, after: is }];
  });
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(asText).join('; ');
  if (typeof value === 'object') return Object.values(value).map(asText).filter(Boolean).join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
