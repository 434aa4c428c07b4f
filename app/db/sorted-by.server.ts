import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm';

/** By which of its columns a list is sorted, and which way round. */
type Sorting<Key extends string> = { by: Key; descending: boolean };

/**
 * The order of a list.
 * @param orders for each column that sorts, what it is ordered by
 * @param then orders rows that are equal, always the same way round
 */
export function sortedBy<Key extends string>(
  { by, descending }: Sorting<Key>,
  orders: Record<Key, SQLWrapper[]>,
  then: SQLWrapper[],
): SQL[] {
  const turned = descending ? desc : asc;
  return [...orders[by].map((order) => turned(order)), ...then.map((order) => asc(order))];
}
