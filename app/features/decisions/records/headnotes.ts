import type { DecisionSummary } from '~/db/schema/decisions';

export const summaryKinds = ['summary', 'headnote'] as const;
type SummaryKind = (typeof summaryKinds)[number];

export const kindOf = ({ kind }: Pick<DecisionSummary, 'kind'>): SummaryKind => kind ?? 'summary';

/** There is one of each kind in a language. */
export const summaryKey = (summary: Pick<DecisionSummary, 'kind' | 'language'>): string =>
  `${kindOf(summary)} ${summary.language}`;

/** As it is kept: a summary says of no kind that it is one. */
export function withKind(
  { language, text, author }: Omit<DecisionSummary, 'kind'>,
  kind: SummaryKind,
): DecisionSummary {
  return { language, text, author, ...(kind === 'headnote' ? { kind } : {}) };
}

/** Summaries first, so that the first of all is what a list shows of the decision. */
export const headnotesLast = (all: readonly DecisionSummary[]): DecisionSummary[] => [
  ...ofKind(all, 'summary'),
  ...ofKind(all, 'headnote'),
];

export const ofKind = (all: readonly DecisionSummary[], kind: SummaryKind): DecisionSummary[] =>
  all.filter((one) => kindOf(one) === kind);
