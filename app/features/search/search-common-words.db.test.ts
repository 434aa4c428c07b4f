import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { searchSite } from '~/features/search/search.server';
import { resultsPerPage } from '~/features/search/search-kinds';
import { actorOf } from '../../../tests/support/people/actors';

const rows = 2_600;

/** Every tenth for administrators only. */
async function fill(): Promise<void> {
  await db().execute(sql`
    with places as (insert into forum_categories (id, slug, name, read_roles) values
        (gen_random_uuid(), 'open', 'Open', array['ADMIN', 'DEV', 'USER']),
        (gen_random_uuid(), 'secret', 'Secret', array['ADMIN', 'DEV']) returning id, slug),
      topics as (insert into forum_topics (id, category_id, title, comment_count)
        select gen_random_uuid(), id, slug, 1 from generate_series(1, ${rows}::int) as number
        join places on slug = case when number % 10 = 0 then 'secret' else 'open' end
        returning id, title)
    insert into forum_comments (id, topic_id, position, body, words)
      select gen_random_uuid(), id, 1, '{"type":"doc","content":[]}', 'xylographon ' || title
      from topics`);
  await db().execute(sql`
    with made as (insert into intranet_resources
        (id, collection, folder, metadata, title, storage_extension, file_version, text_state, text_words)
      select gen_random_uuid(), case when number % 10 = 0 then 'adminIntranet' else 'userIntranet' end,
        false, '{"schema":1,"kind":"other"}', 'A document', 'txt', 1, 'found', 'xylographon'::tsvector
      from generate_series(1, ${rows}::int) as number returning id)
    insert into intranet_document_pages (document, page, text, language, search)
      select id, 1, 'xylographon', 'en', '' from made`);
  await db().execute(sql`analyze forum_comments, intranet_resources, intranet_document_pages`);
}

beforeAll(fill);

test('words that stand everywhere are counted in full, and nothing that the reader may not see', async () => {
  const member = actorOf(await makeUser(db()));
  const { counts, results } = await searchSite(member, { query: 'xylographon' });
  expect(counts).toMatchObject({ forum: 0.9 * rows, library: 0.9 * rows });
  expect(results).toHaveLength(resultsPerPage);
  const secret = await searchSite(member, { query: '"xylographon secret"' });
  expect(secret.counts.forum).toBe(0);
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const { counts: all } = await searchSite(admin, { query: '"xylographon secret"' });
  expect(all.forum).toBe(0.1 * rows);
});
