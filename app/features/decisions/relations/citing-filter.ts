import { pageNumber } from '~/ui/page-number';
import type { BriefDecision } from '~/features/decisions/records/records.server';

/** What the decisions that cite one can be narrowed down by; each is a search parameter. */
export const citingFacets = ['country', 'court', 'year'] as const;
export type CitingFacet = (typeof citingFacets)[number];
export type CitingFilter = Partial<Record<CitingFacet, string>>;

/** With fewer there is nothing to narrow down. */
export const fewestToFilter = 6;
/** So many are on a page of them. */
export const citingPerPage = 25;

/** What an address asks for of the decisions that cite one. */
export type CitingQuery = { filter: CitingFilter; page: number };

export const citingQueryFrom = (search: URLSearchParams): CitingQuery => ({
  filter: citingFilterFrom(search),
  page: pageNumber(search, 100_000),
});

function citingFilterFrom(search: URLSearchParams): CitingFilter {
  const filter: CitingFilter = {};
  for (const name of citingFacets) {
    const value = (search.get(name) ?? '').slice(0, 200).trim();
    if (value) filter[name] = value;
  }
  return filter;
}

type Citing = { decision: BriefDecision };

const values: Record<CitingFacet, (decision: BriefDecision) => string> = {
  country: ({ country }) => country,
  court: ({ courtCode }) => courtCode,
  year: ({ decidedOn }) => decidedOn.slice(0, 4),
};

const valueOf = ({ decision }: Citing, name: CitingFacet): string => values[name](decision);

const fits = (citing: Citing, filter: CitingFilter, except?: CitingFacet) =>
  citingFacets.every(
    (name) => name === except || !filter[name] || valueOf(citing, name) === filter[name],
  );

export type CitingChoice = { value: string; count: number };

/**
 * A page of those within the filter, the last where there are fewer, and for each facet how many each of
 * its values would show.
 */
export function filterCiting<Row extends Citing>(
  all: readonly Row[],
  { filter, page: asked }: CitingQuery,
) {
  const choicesOf = (name: CitingFacet): CitingChoice[] => {
    const counts = new Map<string, number>();
    for (const row of all.filter((one) => fits(one, filter, name))) {
      const value = valueOf(row, name);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const chosen = filter[name];
    if (chosen && !counts.has(chosen)) counts.set(chosen, 0);
    return [...counts].map(([value, count]) => ({ value, count }));
  };
  const within = all.filter((row) => fits(row, filter));
  const pages = Math.max(1, Math.ceil(within.length / citingPerPage));
  const page = Math.min(asked, pages);
  return {
    listed: within.slice((page - 1) * citingPerPage, page * citingPerPage),
    count: within.length,
    page,
    pages,
    choices: {
      country: choicesOf('country'),
      court: choicesOf('court'),
      year: choicesOf('year').toSorted((a, b) => b.value.localeCompare(a.value)),
    },
  };
}
