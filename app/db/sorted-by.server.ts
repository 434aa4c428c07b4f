import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Sorting } from '~/ui/data-table/table-query';

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
