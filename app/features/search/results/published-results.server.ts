import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import { isPublishedArticle } from '~/features/content/articles/articles.server';
import { isTranslationShown } from '~/features/events/events.server';
import { isPublishedNews } from '~/features/content/news/news.server';
import { hasSharedAddress, isShownTo } from '~/features/content/publishing/publishing.server';
import { textAddress } from '~/site/translation-addresses';
import { headline, snippetOf, textUnlessMarked } from './marking.server';
import type { Described } from './results.server';
import { arrayOf, type CompiledQuery } from '~/features/decisions/query/query.server';

const { articles, events, eventTranslations, newsItems, pages } = schema;

type Part = 'news' | 'article' | 'event' | 'page';

/** Where the rows of a part come from, and what is shown of them. */
type Source = Pick<Described, 'kind' | 'label'> & {
  from: SQL;
  language: SQL;
  text: SQL;
  fact: SQL;
  date: SQL;
  /** Whether another language is read at the same address. */
  isShared?: SQL;
};

const day = (column: SQL) => sql`to_char(${column} at time zone 'Europe/Brussels', 'YYYY-MM-DD')`;
const body = sql`E'\\n' || rich_text_words(body)`;
const none = sql`null`;

/** Translations that may be read; which of them exist is not told by `findCandidates`. */
function sourceOf(part: Part, reader: string): Source {
  const language = sql`language`;
  switch (part) {
    case 'news':
      return {
        kind: 'news',
        label: 'search.kind.news-item',
        isShared: hasSharedAddress('news'),
        from: sql`${newsItems} where ${isPublishedNews(new Date())}`,
        language,
        text: sql`teaser || ${body}`,
        fact: none,
        date: day(sql`publish_at`),
      };
    case 'article':
      return {
        kind: 'news',
        label: 'search.kind.article',
        isShared: hasSharedAddress('article'),
        from: sql`${articles} where ${isPublishedArticle(new Date())}`,
        language,
        text: sql`abstract || ${body}`,
        fact: sql`(select string_agg(author->>'name', ', ') from jsonb_array_elements(authors) as author)`,
        date: day(sql`publish_at`),
      };
    case 'event':
      return {
        kind: 'event',
        label: 'search.kind.event-item',
        from: sql`(
          select slug, language, title, summary, body, search, city, starts_at from ${events}
          union all
          select t.slug, t.language, t.title, t.summary, t.body, t.search, e.city, e.starts_at
            from (select * from ${eventTranslations} where ${isTranslationShown()}) as t
            join ${events} as e on e.id = t.translation_group
        ) as texts where true`,
        language,
        text: sql`summary || ${body}`,
        fact: sql`city`,
        date: sql`to_char(starts_at, 'YYYY-MM-DD')`,
      };
    case 'page':
      return {
        kind: 'page',
        label: 'search.kind.page-item',
        from: sql`${pages} where ${isShownTo(reader, 'page')}`,
        language,
        text: sql`description || ${body}`,
        fact: none,
        date: none,
      };
  }
}

type Row = {
  slug: string;
  language: string;
  title: string;
  fact: string | null;
  date: string | null;
  snippet: string | null;
  text: string | null;
  is_shared: boolean;
};

/** News, articles, events or pages; of several translations the one that fits best. */
export async function describePublished(
  part: Part,
  slugs: readonly string[],
  { wish, language: reader }: { wish: CompiledQuery; language: string },
): Promise<Described[]> {
  if (slugs.length === 0) return [];
  const {
    kind,
    label,
    from,
    language,
    text,
    fact,
    date,
    isShared = sql`false`,
  } = sourceOf(part, reader);
  const best = wish.all.library === '' ? sql`` : sql`search @@ ${wish.all.library}::tsquery desc,`;
  const snippet = headline(
    sql`library_configuration(language)`,
    sql`text`,
    wish.all.library || null,
  );
  const rows = await executePrepared<Row>(sql`
    select slug, language, title, fact, date, snippet, is_shared, ${textUnlessMarked} from (
      select slug, language, title, fact, date, is_shared, left(text, 20000) as text, ${snippet} as snippet from (
        select distinct on (slug) slug, ${language} as language, title, ${fact} as fact,
          ${date} as date, ${text} as text, ${isShared} as is_shared
        from ${from} and slug = any(${arrayOf(slugs)})
        order by slug, ${best} ${language} = ${reader} desc
      ) as found offset 0
    ) as shown`);
  return rows.map((row) => ({
    kind,
    part,
    key: row.slug,
    address: addressOf(part, row, reader),
    title: row.title,
    language: row.language,
    label,
    facts: row.fact ? [row.fact] : [],
    date: row.date,
    page: null,
    snippet: snippetOf(wish, row),
  }));
}

function addressOf(part: Part, { is_shared: isShared, ...row }: Row, reader: string) {
  return textAddress(part === 'event' ? 'event-translation' : part, { ...row, isShared }, reader);
}
