/** What a list is sorted by, and in which order. */
export type Sorting<Key extends string = string> = { by: Key; descending: boolean };

/** How many rows a page of a list has. */
export const rowsPerPage = 25;

/** A stretch of a list, as a query takes it. */
type Stretch = { limit: number; offset: number };

/**
 * A page of a list, and how many rows and pages there are; at least one. Instead of a page after the
 * last, which an old address asks for or whose rows are done with, the last.
 */
export async function readPage<Row>(
  { page: asked = 1, perPage = rowsPerPage }: { page?: number; perPage?: number },
  counted: PromiseLike<number>,
  rowsOf: (stretch: Stretch) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; count: number; page: number; pages: number }> {
  const read = (page: number) => rowsOf({ limit: perPage, offset: (page - 1) * perPage });
  const [found, count] = await Promise.all([read(asked), counted]);
  const pages = Math.max(1, Math.ceil(count / perPage));
  const page = Math.min(asked, pages);
  const rows = page === asked ? found : await read(page);
  return { rows, count, page, pages };
}

/** The search parameters of a table itself, which its filter keeps. */
export const tableParameters = ['sort', 'order', 'columns'] as const;

/** Where in a list one is, which a saved view leaves out: the page of a list, the end of a log. */
const positions = ['page', 'before'] as const;

/** The same list from its beginning. */
export function fromBeginning(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const position of positions) next.delete(position);
  return next;
}

/** The sorting that an address asks for; what is not one of `keys` falls back. */
export function sortingOf<Key extends string>(
  search: URLSearchParams,
  keys: readonly Key[],
  fallback: Sorting<Key>,
): Sorting<Key> {
  const by = keys.find((key) => key === search.get('sort'));
  return by ? { by, descending: search.get('order') === 'descending' } : fallback;
}

/** The address that sorts by a column: once more, the other way round. The list begins again. */
export function sortAddress(search: URLSearchParams, by: string, sorting: Sorting): string {
  const next = fromBeginning(search);
  next.set('sort', by);
  if (sorting.by === by && !sorting.descending) next.set('order', 'descending');
  else next.delete('order');
  return `?${next}`;
}

/** The address of another page of the same list. */
export function pageOf(search: URLSearchParams, page: number): string {
  const next = new URLSearchParams(search);
  next.set('page', String(page));
  return `?${next}`;
}

/** The address of what is older in the same log. @param before the key of the last row shown */
export function olderThan(search: URLSearchParams, before: string): string {
  const next = fromBeginning(search);
  next.set('before', before);
  return `?${next}`;
}

/** The columns that an address asks for, all when it does not say; the first is always there. */
export function shownColumns<Column extends { name: string }>(
  search: URLSearchParams,
  columns: readonly Column[],
): Column[] {
  const wanted = search.getAll('columns');
  if (wanted.length === 0) return [...columns];
  return columns.filter(({ name }, position) => position === 0 || wanted.includes(name));
}
