/** The page of a list that an address asks for, from 1 to `last`. */
export function pageNumber(search: URLSearchParams, last: number): number {
  return Math.min(last, Math.max(1, Math.floor(Number(search.get('page')) || 1)));
}

/** The canonical address of a page of a list. */
export const pagePath = (path: string, page: number): string =>
  page > 1 ? `${path}?page=${page}` : path;

/** The state of a navigation to a further page of a list, which starts at its heading. */
export const pageStart = { isPageStart: true };

export const isPageStart = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isPageStart' in state;
