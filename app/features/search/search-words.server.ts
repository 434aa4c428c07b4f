import { sql } from 'drizzle-orm';
import { schema, transaction } from '~/db/db.server';
import { isWord } from '~/features/library/documents/documents.server';
import type { Job } from '~/platform/jobs/job-queue.server';

const { searchWords } = schema;

/** What visitors see, as publication-rows says it, in a text that takes no parameters. */
const isVisible =
  "status in ('published', 'scheduled') and publish_at <= now() and (expire_at is null or expire_at > now())";

/** The same of events, as isEventShown says it. */
const isEventShown =
  "(status in ('published', 'cancelled') or (status = 'scheduled' and publish_at <= now()))";

/**
 * Makes the words anew from everything that members or visitors can find. What only administrators
 * may read gives none. Words whose last text is gone go with it.
 */
export const collectSearchWords: Job<object> = {
  name: 'collect-search-words',
  schedule: '40 3 * * *',
  retryLimit: 1,
  run: async () => {
    const texts = `
      select p.text from intranet_document_pages p join intranet_resources r on r.id = p.document
        where r.collection = 'userIntranet' and r.trashed_at is null
      union all select title || ' ' || description || ' ' || array_to_string(tags, ' ') from intranet_resources
        where collection = 'userIntranet' and trashed_at is null
      union all select c.words from forum_comments c join forum_topics t on t.id = c.topic_id
        join forum_categories g on g.id = t.category_id
        where c.state = 'visible' and g.read_roles @> array['USER']
      union all select t.title from forum_topics t join forum_categories g on g.id = t.category_id
        join forum_comments c on c.topic_id = t.id and c.position = 1 and c.state = 'visible'
        where g.read_roles @> array['USER']
      union all select title || ' ' || teaser || ' ' || rich_text_words(body) from news_items
        where ${isVisible}
      union all select title || ' ' || abstract || ' ' || rich_text_words(body) from articles
        where ${isVisible}
      union all select title || ' ' || summary || ' ' || rich_text_words(body) from events
        where ${isEventShown}
      union all select title || ' ' || summary || ' ' || rich_text_words(body) from event_translations
        where ${isVisible} and slug in (select slug from events where ${isEventShown})
      union all select title || ' ' || rich_text_words(body) from pages
        where ${isVisible}
      union all select array_to_string(names, ' ') || ' ' || coalesce(
          (select string_agg(summary ->> 'text', ' ') from jsonb_array_elements(summaries) as summary), '')
        from decision_records where state = 'checked'`;
    const vectors = `select to_tsvector('pg_catalog.simple', search_text(text)) from (${texts}) as texts (text)`;
    await transaction(async (tx) => {
      // All texts of a large site take longer than any page may.
      await tx.execute(sql`set local statement_timeout = '10min'`);
      // Others go on reading the old words meanwhile; who has learnt new ones waits with them.
      await tx.execute(sql`lock table ${searchWords} in share row exclusive mode`);
      await tx.delete(searchWords);
      await tx.execute(sql`
        insert into ${searchWords} (word, folded, uses)
        select word, unaccent(word), ndoc from ts_stat(${vectors}) where ${isWord}`);
    });
  },
};
