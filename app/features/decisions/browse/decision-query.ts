import { pageNumber } from '~/ui/page-number';

/** What decisions can be narrowed down by; each is a search parameter of the same name. */
export const facetNames = [
  'country',
  'court',
  'kind',
  'year',
  'provision',
  'topic',
  'outcome',
  'language',
  'text',
] as const;
export type FacetName = (typeof facetNames)[number];

export const decisionSorts = ['best', 'newest', 'oldest', 'cited', 'name'] as const;
export type DecisionSort = (typeof decisionSorts)[number];

/** What fits the words best where there are words; without them nothing fits better than another. */
export const usualSort = (q: string): DecisionSort => (q ? 'best' : 'newest');

export const decisionsPerPage = 25;

/** Nobody types a longer question, and no value of a facet is longer. */
export const longestText = 200;

export type DecisionFilter = { q: string; facets: Partial<Record<FacetName, string>> };
export type DecisionQuery = DecisionFilter & { sort: DecisionSort; page: number };

/** Reads the address; what it cannot mean is left out. */
export function decisionQueryFrom(search: URLSearchParams): DecisionQuery {
  const valueOf = (name: string) =>
    (search.get(name) ?? '').replaceAll('\0', '').slice(0, longestText).trim();
  const facets: DecisionQuery['facets'] = {};
  for (const name of facetNames) {
    const value = valueOf(name);
    if (value) facets[name] = value;
  }
  const q = valueOf('q');
  const sort = decisionSorts.find((one) => one === search.get('sort'));
  return {
    q,
    facets,
    sort: sort === undefined || sort === 'best' ? usualSort(q) : sort,
    page: pageNumber(search, 100_000),
  };
}

/** The search parameters of a query, the same for the same query; the first page has no number. */
export function paramsOf(query: Omit<DecisionQuery, 'page'> & { page?: number }): URLSearchParams {
  const params = new URLSearchParams();
  if (query.q) params.set('q', query.q);
  for (const name of facetNames) {
    const value = query.facets[name];
    if (value) params.set(name, value);
  }
  if (query.sort !== usualSort(query.q)) params.set('sort', query.sort);
  if (query.page && query.page > 1) params.set('page', String(query.page));
  return params;
}

/** The address of the list with one value of a facet chosen, or with none of that facet. */
export function addressWith(query: DecisionQuery, facet: FacetName, value: string | null): string {
  const { [facet]: _, ...others } = query.facets;
  const facets = value === null ? others : { ...others, [facet]: value };
  return decisionsAddress({ ...query, facets, page: 1 });
}

export function decisionsAddress(query: DecisionQuery): string {
  const params = paramsOf(query).toString();
  return params ? `/decisions?${params}` : '/decisions';
}

/** The address of a decision; colons may stand in a path as they are (RFC 3986 section 3.3). */
export function decisionAddress(identifier: string): string {
  return `/decisions/${encodeURIComponent(identifier).replaceAll('%3A', ':')}`;
}
