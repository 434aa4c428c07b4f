import type { Transaction } from '~/db/db.server';
import type { PageTag } from '~/answers/page-tags';
import { publish } from './live.server';

/** The live topic of a page tag. */
export function pageTopic(tag: PageTag): string {
  return `pages/${tag}`;
}

/**
 * Invalidates the cached pages with these tags on all nodes when `tx` commits. Every write to
 * public content calls it.
 */
export async function invalidateTags(tx: Transaction, ...tags: PageTag[]): Promise<void> {
  for (const tag of tags) await publish(tx, pageTopic(tag));
}
