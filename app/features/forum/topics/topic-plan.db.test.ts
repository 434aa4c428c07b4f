import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db, pool } from '~/db/db.server';
import { getTopicWith } from '~/features/forum/topics/topics.server';
import { makeCategory, openTopic } from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';

/** Topics as long as those of a forum of many years. */
async function lengthen(topicId: string): Promise<void> {
  await db().execute(sql`
    insert into forum_comments (id, topic_id, position, body, words)
      select gen_random_uuid(), ${topicId}, number, '{"type":"doc","content":[]}', ''
      from generate_series(2, 10000) as number`);
  await db().execute(sql`analyze forum_comments, forum_topics, forum_categories`);
}

test('the page of a topic is planned once for each connection, however long topics are', async () => {
  const author = await person();
  const { slug } = await makeCategory(await person('ADMIN'), { readUSER: true, writeUSER: true });
  const topicId = await openTopic(author, { category: slug });
  await lengthen(topicId);
  for (let time = 0; time < 12; time += 1) {
    const { comments } = await getTopicWith(author, topicId, { first: 1, last: 25 });
    expect(comments).toHaveLength(25);
  }
  // One request after the other uses one connection. PostgreSQL 15 tries five times what it gains
  // by planning for the values that are asked for.
  const { rows } = await pool().query<{ plans: string }>(
    `select generic_plans || ' kept, ' || custom_plans || ' new' as plans
     from pg_prepared_statements where name = 'topic_of_reader'`,
  );
  expect(rows).toEqual([{ plans: '7 kept, 5 new' }]);
});
