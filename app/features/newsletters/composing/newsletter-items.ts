import type { NewsletterItem, PrintedItem } from '~/db/schema/newsletters';
import { publicPath } from '~/lib/addresses/public-path';
import { textAddress } from '~/site/translation-addresses';

const textKindOf = (kind: NewsletterItem['kind']) =>
  kind === 'event' ? 'event-translation' : kind;

/** The page of an item, whatever language it is read in. */
export const itemPath = ({ kind, slug }: NewsletterItem) => publicPath(textKindOf(kind), slug);

/** The page of an item in the language in which the newsletter names it. */
export const itemAddress = ({ kind, slug, language = '', isShared = false }: PrintedItem) =>
  textAddress(textKindOf(kind), { slug, language, isShared });

/** The item that is read at an address of this site; null when it is that of something else. */
export function itemAt(address: string): NewsletterItem | null {
  const [, part, slug] = /^\/(news|article|events)\/([^/?#]+)(?:[?#]|$)/.exec(address) ?? [];
  return part && slug ? itemOf(`${part === 'events' ? 'event' : part}/${slug}`) : null;
}

/** An item as a form names it. */
export const itemKey = ({ kind, slug }: NewsletterItem) => `${kind}/${slug}`;

/** The item that a form names; null when it names none. */
export function itemOf(key: string): NewsletterItem | null {
  const [kind, slug] = key.split('/');
  const isKind = kind === 'news' || kind === 'article' || kind === 'event';
  return isKind && slug && /^[a-z0-9-]{1,200}$/.test(slug) ? { kind, slug } : null;
}
