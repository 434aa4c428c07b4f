import { titleOrder } from '~/lib/title-order';
import { documentKinds, judgmentOf, type ResourceMetadata } from '~/lib/resource-metadata';

/** What the list of a folder shows of one folder or document. */
export type EntryView = {
  id: string;
  folder: boolean;
  title: string;
  kind: ResourceMetadata['kind'];
  /** Court, case number and date of a judgment, one line. */
  about: { court?: string; caseNumber?: string; decidedOn?: string } | null;
  country: string | null;
  articles: string[];
  extension: string | null;
  bytes: number | null;
  changedAt: string;
  userName: string | null;
  isNew: boolean;
  isChangeable: boolean;
  isScan: boolean;
  version: number;
};

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
  kind: string;
  country: string;
  court: string;
  year: string;
  article: string;
};

/** Reads `?kind=judgment&country=DE&court=Bundesgerichtshof&year=2024&article=82`. */
export function filterOf(search: URLSearchParams): EntryFilter {
  const kind = documentKinds.find((one) => one === search.get('kind')) ?? '';
  return {
    kind,
    country: search.get('country') ?? '',
    court: search.get('court') ?? '',
    year: search.get('year') ?? '',
    article: search.get('article')?.trim() ?? '',
  };
}

/** What an address carries along, so that a list is found again as it was: `?sort=bytes`, or ''. */
export function lookOf({ sorting, filter }: { sorting: Sorting; filter: EntryFilter }): string {
  const { by, descending } = sorting;
  const wanted = Object.entries({
    sort: by === 'title' ? '' : by,
    order: descending ? 'descending' : '',
    ...filter,
  }).filter(([, value]) => value !== '');
  return wanted.length === 0 ? '' : `?${new URLSearchParams(wanted).toString()}`;
}

/** Folders stay, so that one can go on looking in them. */
export function filterEntries(entries: EntryView[], filter: EntryFilter): EntryView[] {
  const article = filter.article.replace(/^art(icle|\.)?\s*/i, '').toLowerCase();
  return entries.filter(
    (entry) =>
      entry.folder ||
      ((!filter.kind || entry.kind === filter.kind) &&
        (!filter.country || entry.country === filter.country) &&
        (!filter.court || entry.about?.court === filter.court) &&
        (!filter.year || entry.about?.decidedOn?.slice(0, 4) === filter.year) &&
        (!article || entry.articles.some((one) => isArticle(one, article)))),
  );
}

/** "82" means Article 82 with its paragraphs: "82", "82(1)", "GDPR Art. 82(1)", never 182 or 8. */
function isArticle(text: string, wanted: string): boolean {
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'iu').test(text);
}

/**
 * Folders first, then by the reader's alphabet, numbers by their size.
 * @param nameOfKind what a kind is called on the page
 */
export function sortEntries(
  entries: EntryView[],
  sorting: Sorting,
  { language, nameOfKind }: { language: string; nameOfKind: (kind: EntryView['kind']) => string },
): EntryView[] {
  const compare = titleOrder(language);
  const direction = sorting.descending ? -1 : 1;
  const { by } = sorting;
  const valueOf = (entry: EntryView) =>
    by === 'kind' ? nameOfKind(entry.kind) : (entry[by] ?? '');
  return entries.toSorted((a, b) => {
    if (a.folder !== b.folder) return a.folder ? -1 : 1;
    const [left, right] = [valueOf(a), valueOf(b)];
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : compare(String(left), String(right));
    return direction * order || compare(a.title, b.title) || (a.id < b.id ? -1 : 1);
  });
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
