import {
  type DecisionFilter,
  decisionQueryFrom,
  decisionsAddress,
  paramsOf,
  usualSort,
} from '~/features/decisions/browse/decision-query';

/** A filter as search parameters, the same for the same filter; empty for all decisions. */
export const filterText = ({ q, facets }: DecisionFilter): string =>
  paramsOf({ q, facets, sort: usualSort(q) }).toString();

/** Reads what `filterText` wrote, or what a form sent. */
export function filterFrom(text: string): DecisionFilter {
  const { q, facets } = decisionQueryFrom(new URLSearchParams(text));
  return { q, facets };
}

/** The list of the decisions within a filter. */
export function addressOfFilter(text: string): string {
  const filter = filterFrom(text);
  return decisionsAddress({ ...filter, sort: usualSort(filter.q), page: 1 });
}
