import type { Transaction } from '~/db/db.server';
import type { PageTag } from '~/answers/page-tags';
import { publish } from './live.server';

/** The live topic of a kind of content. */
export function pageTopic(tag: PageTag): string {
  return `pages/${tag}`;
}

/**
 * Tells all nodes, when `tx` commits, that what visitors see of `tags` is another now. Every write
 * to public content calls it, so that no node goes on serving the page it had kept.
 */
export async function invalidateTags(tx: Transaction, ...tags: PageTag[]): Promise<void> {
  for (const tag of tags) await publish(tx, pageTopic(tag));
}
