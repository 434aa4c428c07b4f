import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { isPublishedArticle } from '~/features/content/articles/articles.server';
import { isPublishedNews } from '~/features/content/news/news.server';
import { isShownTo } from '~/features/content/publishing/publishing.server';
import { isEventVisibleTo, isTranslationShown } from '~/features/events/events.server';
import {
  arrayOf,
  asked,
  citesAll,
  type CompiledQuery,
  rankOf,
  shareOf,
  tiers,
  unless,
} from '~/features/decisions/query/query.server';
import type { Scope } from './candidates.server';
import { yearOf } from './years.server';

const { articles, events, eventTranslations, newsItems, pages } = schema;

/** What anybody may read, the translations of one thing counting once. */
export function publishedMatches(query: CompiledQuery, { actor, language }: Scope): SQL[] {
  const { citations, all, match, terms, plain, without } = query;
  const titles = plain.map((one) => one.toLowerCase());
  if (citations.length === 0 && terms.length === 0) return [];
  const now = new Date();
  const published = yearOf(sql`publish_at`);
  // By the clock of its place.
  const held = sql`extract(year from ${events.startsAt})::int`;
  const sources = [
    { kind: 'news', part: 'news', table: newsItems, isOpen: isPublishedNews(now), year: published },
    {
      kind: 'news',
      part: 'article',
      table: articles,
      isOpen: isPublishedArticle(now),
      year: published,
    },
    { kind: 'event', part: 'event', table: events, isOpen: isEventVisibleTo(actor), year: held },
    {
      kind: 'event',
      part: 'event',
      table: eventTranslations,
      isOpen: sql`${isTranslationShown(now)} and ${eventTranslations.translationGroup} in
        (select ${events.id} from ${events} where ${isEventVisibleTo(actor)})`,
      year: sql`(select ${held} from ${events} where ${events.id} = ${eventTranslations.translationGroup})`,
    },
    {
      kind: 'page',
      part: 'page',
      table: pages,
      isOpen: isShownTo(language, 'page', now),
      year: sql`null::int`,
    },
  ] as const;
  return sources.map(({ kind, part, table, isOpen, year }) => {
    const search = sql`${table}.search`;
    const isLoose = match.library !== all.library;
    const share = isLoose ? shareOf(search, sql`''::tsvector`, asked('terms')) : sql`0`;
    const inText = isLoose ? sql`${search} @@ ${asked('all')}` : sql`true`;
    const score = sql`case
        when lower(${table.title}) = any(${arrayOf(titles)}) then ${tiers.name}
        when ts_filter(${search}, '{a}') @@ ${asked('all')} then ${tiers.facts}
        when ${inText} then ${tiers.text} else ${share}
      end + ${rankOf(search, asked('all'))}`;
    const words = all.library === '' ? sql`true` : sql`${search} @@ ${asked('match')}`;
    const isCited = citations.length > 0 ? citesAll(sql`${table}.citations`, citations) : sql`true`;
    return sql`select ${sql.raw(`'${kind}', '${part}'`)}, ${table.slug}, ${year}, (${score})::real, true from ${table}
      where ${words} and ${isCited} ${unless(without.library, search, 'without')} and ${isOpen}`;
  });
}
