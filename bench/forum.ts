/** A topic of the forum as a member reads it, in a database with many comments. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

const topics = 10;
const commentsOfTopic = 10_000;

export type ForumRows = { small: string; first: string; last: string };

/**
 * Fills the database of a running site: topics of 10,000 comments, 100,000 in all, and one of 50,
 * of three paragraphs each by two members.
 * @param dataDirectory of the site, whose embedded database is reached by its socket
 * @returns the addresses of the pages to measure
 */
export async function fillForum(dataDirectory: string): Promise<ForumRows> {
  const host = join(dataDirectory, 'postgres', 'socket');
  if (!existsSync(host)) throw new Error(`No database answers in ${host}`);
  const client = new Client({ host, port: 5432, user: 'association', database: 'association' });
  await client.connect();
  try {
    const large = [];
    for (let number = 0; number < topics; number += 1) {
      large.push(await addTopic(client, commentsOfTopic));
    }
    const small = await addTopic(client, 50);
    await client.query('analyze');
    const [first] = large;
    return {
      small: `/forum/topic/${small}`,
      first: `/forum/topic/${first}`,
      last: `/forum/topic/${first}?page=400`,
    };
  } finally {
    await client.end();
  }
}

const paragraph = (text: string, mark?: string) => ({
  type: 'paragraph',
  content: [
    { type: 'text', text },
    ...(mark ? [{ type: 'text', text: mark, marks: [{ type: 'italic' }] }] : []),
  ],
});

const body = {
  type: 'doc',
  content: [
    paragraph(
      'The referring court asks, in essence, whether the controller must name each recipient, or whether the categories of recipients are enough. ',
      'Article 15(1)(c) leaves that open.',
    ),
    paragraph(
      'In our court the practice differs between the chambers: some ask for the names in every case, others only where the person concerned says why the categories do not suffice.',
    ),
    paragraph('How is that seen elsewhere, and has anybody decided it at last instance?'),
  ],
};

async function addTopic(client: Client, comments: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into forum_topics (id, category_id, author_id, title, comment_count, last_activity_at)
     select gen_random_uuid(), (select id from forum_categories where 'USER' = any (read_roles) limit 1),
       (select id from users where email = 'member2@demo.example'), 'Recipients of personal data', $1, now()
     returning id`,
    [comments],
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `insert into forum_comments (id, topic_id, position, author_id, body, words)
     select gen_random_uuid(), $1, number,
       (select id from users where email = (array['member@demo.example', 'member2@demo.example'])[number % 2 + 1]),
       $2::jsonb, $3 || ' ' || number
     from generate_series(1, $4::int) as number`,
    [id, JSON.stringify(body), JSON.stringify(body), comments],
  );
  return id;
}
