/**
 * The search over 20,000 documents and posts of 1 kB and over ten times as many, asked by a member;
 * a tenth of everything is for administrators only.
 */
import type pg from 'pg';
import type { Row } from './bench.ts';
import { type LibrarySite, medianOf, withLibrary } from './library/library-site.ts';
import { processorMilliseconds } from './load.ts';

const mostMilliseconds = 50;
const mostGrowth = 3;

/** The same words in every run, the common ones often: a linear congruential generator. */
let state = 42;
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
}
const syllables = [
  'ra',
  'ti',
  'on',
  'cu',
  'ra',
  'le',
  'mo',
  'dex',
  'pri',
  'va',
  'con',
  'sen',
  'tor',
];
const words = Array.from({ length: 6_000 }, () =>
  Array.from(
    { length: 3 + Math.floor(random() * 3) },
    () => syllables[Math.floor(random() * 13)],
  ).join(''),
);
const word = () => words[Math.floor(words.length * random() ** 3)] ?? '';
function text(): string {
  let made = '';
  while (made.length < 1_000) made += `${word()} `;
  return made;
}

/** One client asks as fast as it is answered, which the site slows down otherwise. */
const unlimited = { FLAGS: 'requestLimits=off' };

export function search(): Promise<Row[]> {
  return withLibrary(async (site) => {
    const { database } = site;
    const queries = Array.from({ length: 40 }, () => `${word()} ${word()}`);
    await fill(database, 20_000);
    const small = await ask(site, queries);
    await fill(database, 180_000);
    const large = await ask(site, queries);
    const growth = large.processor.median / small.processor.median;
    const byClock = large.clock.median / small.clock.median;
    return [
      {
        work: 'search over 20,000 documents and posts, permission-filtered, one client, p95',
        measured: textOf(small),
        bar: `≤ ${mostMilliseconds} ms`,
        reached: small.processor.p95 <= mostMilliseconds,
      },
      {
        work: 'search over 200,000',
        measured: `${textOf(large)}: ${growth.toFixed(1)} times the time (${byClock.toFixed(1)} by the clock)`,
        bar: `≤ ${mostGrowth} times the time`,
        reached: growth <= mostGrowth,
      },
    ];
  }, unlimited);
}

/** Milliseconds for a question: by the clock, and of the processor, which nothing else disturbs. */
type Times = Record<'clock' | 'processor', { median: number; p95: number }>;
const textOf = ({ processor, clock }: Times) =>
  `p95 ${processor.p95.toFixed(1)} ms, median ${processor.median.toFixed(1)} ms of the processor (p95 ${clock.p95.toFixed(1)} ms, median ${clock.median.toFixed(1)} ms by the clock)`;

/** Half documents with one page, half comments; every tenth for administrators only. */
async function fill(database: pg.Client, count: number): Promise<void> {
  const secret = (index: number) => index % 10 === 0;
  const categories = await categoriesOf(database);
  for (let done = 0; done < count / 2; done += 500) {
    const texts = Array.from({ length: 500 }, () => text());
    const collections = texts.map((_, index) => (secret(index) ? 'adminIntranet' : 'userIntranet'));
    await database.query(
      `with given as (select *, gen_random_uuid() as id from unnest($1::text[], $2::text[]) as given (content, collection)),
        made as (insert into intranet_resources (id, collection, folder, metadata, title, storage_extension, file_version, text_state, text_words)
          select id, collection, false, '{"schema":1,"kind":"other"}', left(content, 40), 'txt', 1, 'found', strip(search_vector(content, 'en')) from given returning id)
        insert into intranet_document_pages (document, page, text, language, search)
          select id, 1, content, 'en', '' from given`,
      [texts, collections],
    );
    const comments = Array.from({ length: 500 }, () => text());
    const places = comments.map((_, index) =>
      secret(index) ? categories.secret : categories.open,
    );
    await database.query(
      `with given as (select *, gen_random_uuid() as id, gen_random_uuid() as topic
          from unnest($1::text[], $2::uuid[]) as given (content, category)),
        topics as (insert into forum_topics (id, category_id, title, comment_count)
          select topic, category, left(content, 40), 1 from given returning id)
        insert into forum_comments (id, topic_id, position, body, words)
          select id, topic, 1, '{"type":"doc","content":[]}', content from given`,
      [comments, places],
    );
  }
  await database.query('vacuum analyze');
}

async function categoriesOf(database: pg.Client): Promise<{ open: string; secret: string }> {
  const made: string[] = [];
  for (const roles of [
    ['ADMIN', 'DEV', 'USER'],
    ['ADMIN', 'DEV'],
  ]) {
    const { rows } = await database.query<{ id: string }>(
      `insert into forum_categories (id, slug, name, read_roles)
        values (gen_random_uuid(), gen_random_uuid(), 'Bench', $1) returning id`,
      [roles],
    );
    made.push(rows[0]?.id ?? '');
  }
  const [open = '', secret = ''] = made;
  return { open, secret };
}

/**
 * Each query five times by one client, one after the other, as the browser asks; before, for as long
 * as other pages are under load before they are measured.
 */
async function ask(site: LibrarySite, queries: readonly string[]): Promise<Times> {
  const pid = site.process.pid ?? 0;
  const warm = performance.now() + 10_000;
  while (performance.now() < warm) {
    for (const query of queries) await askOnce(site, query);
  }
  const clock: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (const query of queries) {
      const before = processorMilliseconds(pid) ?? Number.NaN;
      const start = performance.now();
      await askOnce(site, query);
      clock.push(performance.now() - start);
      processor.push((processorMilliseconds(pid) ?? Number.NaN) - before);
    }
  }
  return { clock: spreadOf(clock), processor: spreadOf(processor) };
}

async function askOnce({ member: { url, cookie } }: LibrarySite, query: string): Promise<void> {
  const path = `/search.data?${new URLSearchParams({ q: query }).toString()}`;
  const answer = await fetch(`${url}${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`search: ${answer.status}`);
}

const spreadOf = (times: readonly number[]) => ({
  median: medianOf(times),
  p95: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN,
});
