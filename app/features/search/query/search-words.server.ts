import { sql } from 'drizzle-orm';
import { schema, transaction } from '~/db/db.server';
import { db } from '~/db/db.server';
import { isWord } from '~/features/library/documents/documents.server';
import { editDistance } from '~/config/edit-distance';
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

const maxWords = 6;
const maxProposals = 4;
/** Of several misspelt words: so many combinations are tried, the likeliest first. */
const maxCombinations = 8;

/**
 * The query with its misspelt words put right, null when none helps.
 * @param countHits how much the reader finds by a query: nothing is proposed that they could not see
 */
export async function proposeSpelling(
  query: string,
  countHits: (query: string) => Promise<number>,
): Promise<string | null> {
  const words = [...query.matchAll(/[\p{L}-]{4,40}/gu)].slice(0, maxWords);
  let proposals = [query];
  for (const [word] of words) {
    if ((await countHits(word)) > 0) continue;
    const better = await allFound(await similarWords(word), countHits);
    // Each word is found by itself, which does not mean that something holds all of them.
    proposals = better
      .flatMap((found) => proposals.map((proposal) => proposal.replace(word, found)))
      .slice(0, maxCombinations);
  }
  for (const proposal of proposals) {
    if (proposal !== query && (await countHits(proposal)) > 0) return proposal;
  }
  // Nothing holds all of them: what is hardly another word is put right all the same.
  const [likeliest = query] = proposals;
  return likeliest !== query && isHardlyOther(likeliest, query) ? likeliest : null;
}

/** Two texts that are one letter apart for each fifteen. */
const isHardlyOther = (one: string, other: string): boolean =>
  editDistance(one.toLowerCase(), other.toLowerCase()) <= Math.ceil(other.length / 15);

async function allFound(
  words: readonly string[],
  countHits: (query: string) => Promise<number>,
): Promise<string[]> {
  const found: string[] = [];
  for (const word of words) if ((await countHits(word)) > 0) found.push(word);
  return found;
}

/** Words a slip of the finger away, the nearest and commonest first; then longer ones that hold it. */
async function similarWords(typed: string): Promise<string[]> {
  const { rows } = await db().execute<{
    word: string;
    folded: string;
    uses: number;
    typed: string;
  }>(sql`
    with wish as (select unaccent(lower(${typed})) as typed)
    select word, folded, uses, typed from ${searchWords}, wish
    where folded % typed or (length(typed) >= 6 and folded like '%' || replace(typed, '_', '') || '%')
    order by similarity(folded, typed) desc, uses desc limit 40`);
  const allowed = typed.length < 5 ? 1 : typed.length < 9 ? 2 : 3;
  return rows
    .map((row) => ({ ...row, distance: editDistance(row.folded, row.typed) }))
    .filter(({ distance, folded, typed: wish }) => distance <= allowed || folded.includes(wish))
    .toSorted((a, b) => a.distance - b.distance || b.uses - a.uses)
    .slice(0, maxProposals)
    .map(({ word }) => word);
}
