/** A topic of the forum as a member reads it, in a database of 100,000 comments. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ask } from '../faults/library/library-client.ts';
import type { Row, Site } from './bench.ts';
import { cost } from './cost.ts';
import { type LibrarySite, withLibrary } from './library/library-site.ts';
import { measure } from './load.ts';

const topics = 10;
const commentsOfTopic = 10_000;
/** Milliseconds of processor time that a page of a topic may take. */
const most = 8;

export function topic(): Promise<Row[]> {
  return withLibrary(async (site) => {
    const { small, large } = await fill(site);
    const headers = { cookie: site.member.cookie, 'accept-encoding': 'gzip' };
    const last = `/forum/topic/${large}?page=${commentsOfTopic / 25}`;
    return [
      await cost(site, {
        work: 'topic of 50 comments, signed in',
        path: `/forum/topic/${small}`,
        headers,
        most,
      }),
      await cost(site, {
        work: `last page of a topic of ${commentsOfTopic} comments`,
        path: last,
        headers,
        most,
      }),
      await pagesOfTopic(site, { first: `/forum/topic/${large}`, last, headers }),
    ];
  });
}

type Pages = { first: string; last: string; headers: Record<string, string> };

/** Wherever someone reads in a long topic, it costs the same. */
async function pagesOfTopic(site: Site, { first, last, headers }: Pages): Promise<Row> {
  const [early, late] = [
    await measure(site, { path: first, headers }),
    await measure(site, { path: last, headers }),
  ];
  const times = early.perSecond / late.perSecond;
  return {
    work: `page ${commentsOfTopic / 25} of that topic to its first page`,
    measured: `${times.toFixed(2)} times the cost (${(1000 / late.perSecond).toFixed(2)} and ${(1000 / early.perSecond).toFixed(2)} ms of processor)`,
    bar: '≤ 1.5 times',
    reached: times <= 1.5,
  };
}

/** Topics of 10,000 comments, and one of 50, of three paragraphs each by two members. */
async function fill(site: LibrarySite): Promise<{ small: string; large: string }> {
  const client = site.database;
  const rendered = await renderBody(site);
  let large = '';
  for (let number = 0; number < topics; number += 1) {
    large = await addTopic(client, commentsOfTopic, rendered);
  }
  const small = await addTopic(client, 50, rendered);
  await client.query('vacuum analyze forum_topics, forum_comments');
  return { small, large };
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

/** What the site makes of the text when a member posts it: that stands beside each comment. */
async function renderBody(site: LibrarySite): Promise<string> {
  const topicId = await addTopic(site.database, 0, 'null');
  const form = {
    intent: 'reply',
    id: randomUUID(),
    bodyFormat: 'json',
    body: JSON.stringify(body),
  };
  const answer = await ask(site.member, `/forum/topic/${topicId}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { rows } = await site.database.query<{ rendered: string }>(
    'select rendered::text as rendered from forum_comments where id = $1',
    [form.id],
  );
  if (!rows[0]) throw new Error(`No comment could be posted: ${answer.status}`);
  return rows[0].rendered;
}

async function addTopic(client: pg.Client, comments: number, rendered: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into forum_topics (id, category_id, author_id, title, comment_count, last_activity_at)
     select gen_random_uuid(), (select id from forum_categories where 'USER' = any (read_roles) limit 1),
       (select id from users where email = 'member2@demo.example'), 'Recipients of personal data', $1, now()
     returning id`,
    [comments],
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `insert into forum_comments (id, topic_id, position, author_id, body, words, rendered)
     select gen_random_uuid(), $1, number,
       (select id from users where email = (array['member@demo.example', 'member2@demo.example'])[number % 2 + 1]),
       $2::jsonb, $3 || ' ' || number, $5::jsonb
     from generate_series(1, $4::int) as number`,
    [id, JSON.stringify(body), JSON.stringify(body), comments, rendered],
  );
  return id;
}
