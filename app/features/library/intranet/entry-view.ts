import {
  documentKinds,
  judgmentOf,
  type ResourceMetadata,
} from '~/features/library/resources/resource-metadata';

/** What the list of a folder shows of one folder or document. */
export type EntryView = {
  id: string;
  folder: boolean;
  title: string;
  kind: ResourceMetadata['kind'];
  /** Court, case number and date of a judgment, one line. */
  about: { court?: string; caseNumber?: string; decidedOn?: string } | null;
  extension: string | null;
  bytes: number | null;
  changedAt: string;
  userName: string | null;
  isNew: boolean;
  isChangeable: boolean;
  isScan: boolean;
  /** Its language is none of the library: members do not see it. */
  isLanguageOff: boolean;
  version: number;
};

/** A longer folder is shown in parts. */
export const entriesPerPage = 100;

export const sortKeys = ['title', 'kind', 'bytes', 'changedAt', 'userName'] as const;
export type SortKey = (typeof sortKeys)[number];
export type Sorting = { by: SortKey; descending: boolean };

/** As a form names it: `bytes`, or `bytes descending`. */
export const sortName = ({ by, descending }: Sorting): string =>
  descending ? `${by} descending` : by;

/** Reads `?sort=bytes&order=descending` or `?sort=bytes+descending`; anything else is by name. */
export function sortingOf(search: URLSearchParams): Sorting {
  const [name, order = search.get('order')] = (search.get('sort') ?? '').split(' ');
  const by = sortKeys.find((key) => key === name) ?? 'title';
  return { by, descending: order === 'descending' };
}

export type EntryFilter = {
  name: string;
  kind: string;
  country: string;
  court: string;
  year: string;
  article: string;
};

/** Longer than any court's name; without what PostgreSQL does not take. */
const wordsIn = (search: URLSearchParams, name: string): string =>
  (search.get(name) ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .trim();

/** Reads `?kind=judgment&country=DE&court=Bundesgerichtshof&year=2024&article=82&name=access`. */
export function filterOf(search: URLSearchParams): EntryFilter {
  return {
    name: wordsIn(search, 'name'),
    kind: documentKinds.find((one) => one === search.get('kind')) ?? '',
    country: wordsIn(search, 'country'),
    court: wordsIn(search, 'court'),
    year: wordsIn(search, 'year'),
    article: wordsIn(search, 'article'),
  };
}

/** Sorting, filter and page of a list, from the search parameters. */
export type ListQuery = { sorting: Sorting; filter: EntryFilter; page: number };

export function listQueryFrom(search: URLSearchParams): ListQuery {
  const page = /^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? '1';
  return { sorting: sortingOf(search), filter: filterOf(search), page: Number(page) };
}

/** The same as search parameters, such as `?sort=bytes`, or ''. */
export function searchOf({ sorting, filter, page }: ListQuery): string {
  const { by, descending } = sorting;
  const wanted = Object.entries({
    sort: by === 'title' ? '' : by,
    order: descending ? 'descending' : '',
    ...filter,
    page: page > 1 ? `${page}` : '',
  }).filter(([, value]) => value !== '');
  return wanted.length === 0 ? '' : `?${new URLSearchParams(wanted).toString()}`;
}

/** The short facts of a judgment for a list. */
export function aboutOf(metadata: ResourceMetadata): EntryView['about'] {
  const judgment = judgmentOf(metadata);
  if (!judgment) return null;
  const { court, caseNumber, decidedOn } = judgment;
  return {
    ...(court ? { court } : {}),
    ...(caseNumber ? { caseNumber } : {}),
    ...(decidedOn ? { decidedOn } : {}),
  };
}
