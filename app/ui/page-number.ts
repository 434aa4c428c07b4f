/** The page of a list that an address asks for, from 1 to `last`. */
export function pageNumber(search: URLSearchParams, last: number): number {
  return Math.min(last, Math.max(1, Math.floor(Number(search.get('page')) || 1)));
}
