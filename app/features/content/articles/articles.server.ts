import {
  and,
  arrayContains,
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
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '~/policy/actor';
import { type Database, db, schema } from '~/db/db.server';
import { prepared } from '~/db/prepared.server';
import { AppError } from '~/policy/errors';
import { hasSharedAddress, shownTo } from '~/features/content/publishing/publishing.server';
import { isUuid } from '~/lib/is-uuid';
import { withoutWriters } from './without-writers';
import { authorise } from '~/policy/permissions';

const { articles, decisions } = schema;

/** Published and not expired: belongs into every query of what anybody may read. */
export const isPublishedArticle = (now: Date | Placeholder): SQL | undefined =>
  and(
    // A scheduled text appears by the clock, on every node at its moment.
    inArray(articles.status, ['published', 'scheduled']),
    lte(articles.publishAt, now),
    or(isNull(articles.expireAt), gt(articles.expireAt, now)),
  );

export type ArticleFilter = {
  from?: Date;
  to?: Date;
  language?: string;
  category?: (typeof articles.category.enumValues)[number];
  topic?: string;
  slugs?: readonly string[];
  limit: number;
};

/** How many articles are published, each once in whatever languages. */
export async function countPublishedArticles(actor: Actor): Promise<number> {
  authorise(actor, 'publication.read');
  const [row] = await db()
    .select({ number: countDistinct(articles.translationGroup) })
    .from(articles)
    .where(isPublishedArticle(new Date()));
  return row?.number ?? 0;
}

/** Published articles, newest first, pinned ones before the others, as a list shows them. */
export function listPublishedArticles(actor: Actor, filter: ArticleFilter) {
  authorise(actor, 'publication.read');
  return db()
    .select({
      id: articles.id,
      translationGroup: articles.translationGroup,
      updatedAt: articles.updatedAt,
      slug: articles.slug,
      language: articles.language,
      title: articles.title,
      teaser: articles.teaser,
      category: articles.category,
      publishAt: articles.publishAt,
      pinned: articles.pinned,
      cover: articles.cover,
      coverFocus: articles.coverFocus,
      isShared: hasSharedAddress('article'),
    })
    .from(articles)
    .where(
      and(
        isPublishedArticle(new Date()),
        filter.language ? eq(articles.language, filter.language) : undefined,
        filter.category ? eq(articles.category, filter.category) : undefined,
        filter.topic ? arrayContains(articles.topics, [filter.topic]) : undefined,
        filter.slugs ? inArray(articles.slug, filter.slugs) : undefined,
        filter.from ? gte(articles.publishAt, filter.from) : undefined,
        filter.to ? lt(articles.publishAt, filter.to) : undefined,
      ),
    )
    .orderBy(desc(articles.pinned), desc(articles.publishAt))
    .limit(filter.limit);
}

/** The languages in which articles are published. */
export async function listArticleLanguages(actor: Actor): Promise<string[]> {
  authorise(actor, 'publication.read');
  const rows = await db()
    .selectDistinct({ language: articles.language })
    .from(articles)
    .where(isPublishedArticle(new Date()));
  return rows.map((row) => row.language);
}

/** The topics of what is published, in the order of the alphabet. */
export async function listTopics(actor: Actor): Promise<string[]> {
  authorise(actor, 'publication.read');
  const rows = await db()
    .selectDistinct({ topic: sql<string>`unnest(${articles.topics})` })
    .from(articles)
    .where(isPublishedArticle(new Date()));
  return rows.map(({ topic }) => topic).toSorted((a, b) => a.localeCompare(b));
}

function publishedBy(database: Database, column: PgColumn) {
  const now = sql.placeholder('now');
  return database
    .select({ ...getTableColumns(articles), isShared: hasSharedAddress('article', now) })
    .from(articles)
    .where(and(eq(column, sql.placeholder('named')), isPublishedArticle(now)))
    .orderBy(asc(articles.language));
}
const publishedBySlug = prepared((database) =>
  publishedBy(database, articles.slug).prepare('article_by_slug'),
);
const publishedById = prepared((database) =>
  publishedBy(database, articles.id).prepare('article_by_id'),
);

/**
 * A published article by its slug or its record id, with the decisions it cites; in the reader's
 * language when it exists in several, else in that of the site, else in whichever there is (`shownTo`).
 * @throws AppError `error.not-found`
 */
export async function getArticle(actor: Actor, slugOrId: string, language: string) {
  authorise(actor, 'publication.read');
  const published = isUuid(slugOrId) ? publishedById() : publishedBySlug();
  const found = await published.execute({ named: slugOrId, now: new Date() });
  const article = await shownTo(language, { kind: 'article', slug: slugOrId, found });
  if (!article) throw new AppError('error.not-found');
  return { ...withoutWriters(article), decisions: await listDecisions(actor, article.decisions) };
}

const decisionsOf = prepared((database) =>
  database
    .select()
    .from(decisions)
    .where(sql`${decisions.ecli} = any(${sql.placeholder('eclis')})`)
    .prepare('decisions_by_ecli'),
);

/** The decisions with these ECLI, in the order given. */
export async function listDecisions(actor: Actor, eclis: string[]) {
  authorise(actor, 'publication.read');
  if (eclis.length === 0) return [];
  const rows = await decisionsOf().execute({ eclis });
  return eclis.flatMap((ecli) => rows.filter((row) => row.ecli === ecli));
}
