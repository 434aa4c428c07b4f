import { xmlDeclaration, xmlElement } from '~/answers/xml';
import type { Feed, FeedEntry } from './feeds.server';

/** A feed as Atom (RFC 4287). */
export function atomOf(feed: Feed): string {
  const html = { rel: 'alternate', type: 'text/html', hreflang: feed.language };
  return (
    xmlDeclaration +
    xmlElement('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language }, [
      xmlElement('id', {}, feed.atomUrl),
      xmlElement('title', {}, feed.title),
      xmlElement('subtitle', {}, feed.description),
      xmlElement('updated', {}, feed.updated.toISOString()),
      xmlElement('author', {}, [xmlElement('name', {}, feed.author)]),
      xmlElement('icon', {}, feed.icon),
      xmlElement('link', { rel: 'self', type: 'application/atom+xml', href: feed.atomUrl }),
      xmlElement('link', { ...html, href: feed.homeUrl }),
      ...feed.entries.map((entry) => entryOf(entry, feed.language)),
    ])
  );
}

function entryOf(entry: FeedEntry, language: string): string {
  const html = { rel: 'alternate', type: 'text/html', hreflang: language };
  return xmlElement('entry', {}, [
    xmlElement('id', {}, entry.id),
    xmlElement('title', {}, entry.title),
    xmlElement('link', { ...html, href: entry.url }),
    xmlElement('published', {}, entry.published.toISOString()),
    xmlElement('updated', {}, entry.updated.toISOString()),
    xmlElement('category', { term: entry.category }),
    xmlElement('summary', {}, entry.summary),
  ]);
}
