import { and, eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { isVisible } from '~/features/content/publishing/publication-rows.server';
import { isEventVisibleTo } from '~/features/content/publishing/publishing.server';
import { findRedirect } from '~/features/content/redirects/redirects.server';
import { publicPath } from '~/lib/addresses/public-path';
import { authorise } from '~/policy/permissions';

const { articles, events } = schema;

type Kind = 'event' | 'article';
type Related = { relatedEvent: string | null; relatedArticle: string | null };

/**
 * Of the event and the article that a news item names, those that the reader can open, where they
 * stand now; null for what was withdrawn, is not public yet or is for others.
 */
export async function findRelatedPages(actor: Actor, named: Related): Promise<Related> {
  authorise(actor, 'publication.read');
  const [relatedEvent, relatedArticle] = await Promise.all([
    findOpen(actor, 'event', named.relatedEvent),
    findOpen(actor, 'article', named.relatedArticle),
  ]);
  return { relatedEvent, relatedArticle };
}

async function findOpen(actor: Actor, kind: Kind, slug: string | null): Promise<string | null> {
  if (!slug || (await isOpen(actor, kind, slug))) return slug;
  const address = publicPath(kind === 'event' ? 'event-translation' : kind, slug);
  const moved = /\/([^/?#]+)(?:[?#].*)?$/.exec((await findRedirect(actor, address)) ?? '')?.[1];
  return moved && (await isOpen(actor, kind, moved)) ? moved : null;
}

async function isOpen(actor: Actor, kind: Kind, slug: string): Promise<boolean> {
  const found =
    kind === 'event'
      ? db().$count(events, and(isEventVisibleTo(actor), eq(events.slug, slug)))
      : db().$count(articles, and(isVisible('article'), eq(articles.slug, slug)));
  return (await found) > 0;
}
