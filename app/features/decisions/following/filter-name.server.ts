import { type DecisionFilter, facetNames } from '~/features/decisions/browse/decision-query';
import { labelOf, type Words } from '~/features/decisions/browse/facet-options.server';

/** What a filter is called: its words and the labels of what is chosen. */
export function nameOfFilter({ q, facets }: DecisionFilter, words: Words): string {
  const labels = facetNames.flatMap((name) => {
    const value = facets[name];
    return value ? labelOf(name, value, words) : [];
  });
  const typed = q ? [words.t('follows.words', { words: q })] : [];
  return [...typed, ...labels].join(' · ') || words.t('follows.all');
}
