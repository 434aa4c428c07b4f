import type { NewsletterItem } from '~/db/schema/newsletters';

/** The page of an item. */
export function itemPath({ kind, slug }: NewsletterItem): string {
  if (kind === 'article') return `/article/${slug}`;
  return kind === 'news' ? `/news/${slug}` : `/events/${slug}`;
}

/** An item as a form names it. */
export const itemKey = ({ kind, slug }: NewsletterItem) => `${kind}/${slug}`;

/** The item that a form names; null when it names none. */
export function itemOf(key: string): NewsletterItem | null {
  const [kind, slug] = key.split('/');
  const isKind = kind === 'news' || kind === 'article' || kind === 'event';
  return isKind && slug && /^[a-z0-9-]{1,200}$/.test(slug) ? { kind, slug } : null;
}
