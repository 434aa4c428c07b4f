/**
 * `npm run bench -- search`: the search over 20,000 documents and posts of 1 kB and over ten times
 * as many, asked by a member (a tenth of everything is for administrators only), and a folder of
 * 500 entries beside bare node:http sending the same bytes.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { measure, startPinned, stop } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
// Run by root, the database server is another user, who has to reach the data in here.
chmodSync(folder, 0o755);
const password = 'bench-password-not-secret';
const data = join(folder, 'data');

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

const site = await startPinned('build/server/main.js', [], {
  PORT: '0',
  DATA_DIR: data,
  DEMO_PASSWORD: password,
  LOG_LEVEL: 'error',
});
const database = new pg.Client({
  host: join(data, 'postgres/socket'),
  user: 'association',
  database: 'association',
});

try {
  await database.connect();
  const cookie = await signIn('member@demo.example');
  const queries = Array.from({ length: 40 }, () => `${word()} ${word()}`);
  await fill(20_000);
  const small = await ask(queries, cookie);
  await fill(180_000);
  const large = await ask(queries, cookie);
  console.log('| search, permission-filtered, one client | median ms | p95 ms |');
  console.log('|---|---|---|');
  console.log(
    `| 20,000 documents and posts | ${small.median.toFixed(1)} | ${small.p95.toFixed(1)} |`,
  );
  console.log(
    `| 200,000 documents and posts | ${large.median.toFixed(1)} | ${large.p95.toFixed(1)} |`,
  );
  console.log(`10 x the rows: ${(large.median / small.median).toFixed(2)} x the time`);
  await compareFolder(cookie);
} finally {
  await database.end().catch(() => undefined);
  await stop(site);
  rmSync(folder, { recursive: true, force: true });
}

/** Half documents with one page, half comments; every tenth for administrators only. */
async function fill(count: number): Promise<void> {
  const secret = (index: number) => index % 10 === 0;
  const categories = await category();
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

async function category(): Promise<{ open: string; secret: string }> {
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

/** Each query five times by one client, one after the other, as the browser asks. */
async function ask(queries: string[], cookie: string) {
  const times: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (const query of queries) {
      const start = performance.now();
      const answer = await fetch(
        `${site.url}/search.data?${new URLSearchParams({ q: query }).toString()}`,
        {
          headers: { cookie },
        },
      );
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`search: ${answer.status}`);
      // The first round warms up.
      if (round > 0) times.push(performance.now() - start);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

async function compareFolder(cookie: string): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `with place as (insert into intranet_resources (id, collection, folder, metadata, title)
        values (gen_random_uuid(), 'userIntranet', true, '{"schema":1,"kind":"folder"}', 'Bench') returning id),
      filled as (insert into intranet_resources (id, collection, folder, parent, metadata, title, storage_extension, file_version, bytes, file_at)
        select gen_random_uuid(), 'userIntranet', false, place.id, '{"schema":1,"kind":"other"}', 'Document ' || n, 'pdf', 1, 1000 * n, now()
        from place, generate_series(1, 500) as n)
    select id from place`,
  );
  const url = `${site.url}/intranet/${rows[0]?.id}`;
  const headers = { cookie, 'accept-encoding': 'gzip' };
  const answer = await fetch(url, { headers: { cookie, 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  const files = [join(folder, 'body'), join(folder, 'headers.json')];
  writeFileSync(files[0] ?? '', body);
  writeFileSync(files[1] ?? '', JSON.stringify({ 'content-type': 'text/html; charset=utf-8' }));
  const bare = await startPinned('bench/bare-server.ts', files);
  try {
    const own = await measure({ ...site }, { path: new URL(url).pathname, headers });
    const yardstick = await measure(bare, { path: '/', headers });
    const ratio = (own.perSecond / yardstick.perSecond).toFixed(4);
    const size = (body.length / 1000).toFixed(0);
    console.log(
      `folder of 500 entries, signed in: ${own.perSecond.toFixed(0)} a second, bare ${yardstick.perSecond.toFixed(0)}, ratio ${ratio}, ${size} kB`,
    );
  } finally {
    await stop(bare);
  }
}

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${site.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email, password }),
  });
  const session = answer.headers
    .getSetCookie()
    .find((value) => value.startsWith('__Host-session='));
  if (!session) throw new Error(`Sign-in failed: ${answer.status}`);
  return session.split(';')[0] ?? '';
}
