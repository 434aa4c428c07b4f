import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  countPublishedArticles,
  listArticleLanguages,
  listDecisions,
  listPublishedArticles,
} from '~/features/content/articles/articles.server';
import { hasSharedAddress, shownTo } from '~/features/content/publishing/publishing.server';
import type { CoverFocus } from '~/rich-text/pictures';
import { yearBounds } from '~/lib/time/zoned-time.server';
import { siteZone } from '~/lib/format/format-date';
import { withoutWriters } from '~/features/content/articles/without-writers';
import { authorise } from '~/policy/permissions';

import { findRelatedPages } from './related-pages.server';

const { newsItems } = schema;

/** Spec section 9. */
export const lowestNewsYear = 2025;

export const newsCategories = newsItems.category.enumValues;

export type NewsFilter = {
  year?: number;
  language?: string;
  category?: (typeof newsCategories)[number];
  /** A topic of articles; news have none. */
  topic?: string;
  slugs?: readonly string[];
};

/** What a list of news and articles shows of each. */
export type Headline = {
  kind: 'news' | 'article';
  id: string;
  translationGroup: string;
  updatedAt: Date;
  slug: string;
  language: string;
  title: string;
  teaser: string;
  category: (typeof newsItems.category.enumValues)[number];
  publishAt: Date;
  pinned: boolean;
  /** Whether its address is that of another of its languages too. */
  isShared: boolean;
  /** Id of its picture. */
  cover: string | null;
  coverFocus: CoverFocus;
};

/** Published, not expired and in a language of the news: in every query of what anybody may read. */
export const isPublishedNews = (now: Date): SQL | undefined =>
  and(
    // A scheduled text appears by the clock, on every node at its moment.
    inArray(newsItems.status, ['published', 'scheduled']),
    lte(newsItems.publishAt, now),
    or(isNull(newsItems.expireAt), gt(newsItems.expireAt, now)),
    inArray(newsItems.language, config().languages.news),
  );

/** How many news items and articles are published, each once in whatever languages. */
export async function countHeadlines(actor: Actor): Promise<number> {
  authorise(actor, 'publication.read');
  const [row] = await db()
    .select({ number: countDistinct(newsItems.translationGroup) })
    .from(newsItems)
    .where(isPublishedNews(new Date()));
  return (row?.number ?? 0) + (await countPublishedArticles(actor));
}

/**
 * News and articles together, newest first, pinned ones before the others.
 * @param filter year (in Brussels time), language, category, topic, slugs; absent means all
 */
export async function listHeadlines(
  actor: Actor,
  filter: NewsFilter,
  limit = 200,
): Promise<Headline[]> {
  authorise(actor, 'publication.read');
  const { year, ...wanted } = filter;
  const bounds = year === undefined ? null : yearBounds(year, siteZone);
  const news = await db()
    .select({
      id: newsItems.id,
      translationGroup: newsItems.translationGroup,
      updatedAt: newsItems.updatedAt,
      slug: newsItems.slug,
      language: newsItems.language,
      title: newsItems.title,
      teaser: newsItems.teaser,
      category: newsItems.category,
      publishAt: newsItems.publishAt,
      pinned: newsItems.pinned,
      cover: newsItems.cover,
      coverFocus: newsItems.coverFocus,
      isShared: hasSharedAddress('news'),
    })
    .from(newsItems)
    .where(
      and(
        isPublishedNews(new Date()),
        filter.language ? eq(newsItems.language, filter.language) : undefined,
        filter.category ? eq(newsItems.category, filter.category) : undefined,
        filter.topic ? sql`false` : undefined,
        filter.slugs ? inArray(newsItems.slug, filter.slugs) : undefined,
        bounds
          ? and(gte(newsItems.publishAt, bounds.from), lt(newsItems.publishAt, bounds.to))
          : undefined,
      ),
    )
    .orderBy(desc(newsItems.pinned), desc(newsItems.publishAt))
    .limit(limit);
  const articles = await listPublishedArticles(actor, { ...bounds, ...wanted, limit });
  return [
    ...news.map((item) => ({ kind: 'news' as const, ...item })),
    ...articles.map((item) => ({ kind: 'article' as const, ...item })),
  ]
    .toSorted(
      (a, b) => Number(b.pinned) - Number(a.pinned) || Number(b.publishAt) - Number(a.publishAt),
    )
    .slice(0, limit);
}

/**
 * The newest for a reader: in the reader's language, else in that of the site, else in any.
 */
export async function listLatestHeadlines(
  actor: Actor,
  language: string,
  limit: number,
): Promise<Headline[]> {
  authorise(actor, 'publication.read');
  for (const one of new Set([language, config().languages.default])) {
    const found = await listHeadlines(actor, { language: one }, limit);
    if (found.length > 0) return found;
  }
  return listHeadlines(actor, {}, limit);
}

/** The languages in which anything is published, for the filter. */
export async function listNewsLanguages(actor: Actor): Promise<string[]> {
  authorise(actor, 'publication.read');
  const rows = await db()
    .selectDistinct({ language: newsItems.language })
    .from(newsItems)
    .where(isPublishedNews(new Date()));
  const languages = rows.map((row) => row.language);
  return [...new Set([...languages, ...(await listArticleLanguages(actor))])].toSorted();
}

/**
 * A published news item, in the reader's language when it exists in several, else in that of the
 * site, else in whichever there is (`shownTo`).
 * @throws AppError `error.not-found`
 */
export async function getNewsItem(actor: Actor, slug: string, language: string) {
  authorise(actor, 'publication.read');
  const found = await db()
    .select({ ...getTableColumns(newsItems), isShared: hasSharedAddress('news') })
    .from(newsItems)
    .where(and(eq(newsItems.slug, slug), isPublishedNews(new Date())))
    .orderBy(asc(newsItems.language));
  const item = await shownTo(language, { kind: 'news', slug, found });
  if (!item) throw new AppError('error.not-found');
  return {
    ...withoutWriters(item),
    ...(await findRelatedPages(actor, item)),
    decisions: await listDecisions(actor, item.decisions),
  };
}
