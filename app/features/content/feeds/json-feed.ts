import type { Feed } from './feeds.server';

/** A feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeedOf(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.homeUrl,
    feed_url: feed.jsonUrl,
    description: feed.description,
    favicon: feed.icon,
    authors: [{ name: feed.author }],
    language: feed.language,
    items: feed.entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      // An item has to have a text of its own besides the summary.
      content_text: entry.summary,
      date_published: entry.published.toISOString(),
      date_modified: entry.updated.toISOString(),
      tags: [entry.category],
      language: feed.language,
    })),
  });
}
