/** How soon the site serves when there is little in it, and when there is much. */
import { join } from 'node:path';
import pg from 'pg';
import { type Row, environmentOf, type Site, withSite } from './bench.ts';
import { medianOf } from './library/library-site.ts';
import { startPinned, stop } from './load.ts';

/** Two hundred words for each text, a few of them its own. */
const words = `(select string_agg('word' || chr(97 + (k * n) % 26) || chr(97 + (k + n) % 26), ' ') from generate_series(1, 200) k)`;

export function start(): Promise<Row[]> {
  return withSite({}, async (site) => {
    await stop(site);
    const small = await restart(site);
    const filling = await startPinned('build/server/main.js', [], environmentOf(site.folder));
    await plant(site);
    await stop(filling);
    const large = await restart(site);
    return [
      {
        work: 'start to first page with 20,000 documents, 100,000 comments, 200,000 audit entries',
        measured: `${large.toFixed(1)} s, before ${small.toFixed(1)} s`,
        bar: '≤ 1.2 × before',
        reached: large <= 1.2 * small,
      },
    ];
  });
}

const rounds = 3;

/** Seconds from starting the program to the whole first page; the one in the middle. */
async function restart({ folder }: Site): Promise<number> {
  const seconds: number[] = [];
  while (seconds.length < rounds) {
    const begun = performance.now();
    const started = await startPinned('build/server/main.js', [], environmentOf(folder));
    await (await fetch(started.url)).text();
    seconds.push((performance.now() - begun) / 1_000);
    await stop(started);
  }
  return medianOf(seconds);
}

/** Written straight into the tables, with words of which there are many different ones. */
async function plant({ folder }: Site): Promise<void> {
  const database = new pg.Client({
    host: join(folder, 'data/postgres/socket'),
    user: 'association',
    database: 'association',
  });
  await database.connect();
  await database.query(`
      with given as (select gen_random_uuid() as id, n from generate_series(1, 20000) n),
        made as (insert into intranet_resources (id, collection, folder, metadata, title, storage_extension, file_version, text_state)
          select id, 'userIntranet', false, '{"schema":1,"kind":"other"}', 'Judgment ' || n, 'txt', 1, 'found' from given returning id)
      insert into intranet_document_pages (document, page, text, language, search)
        select id, 1, ${words}, 'en', '' from given`);
  await database.query(`
      with category as (insert into forum_categories (id, slug, name, read_roles)
          values (gen_random_uuid(), 'bench', 'Bench', '{ADMIN,DEV,USER}') returning id),
        topics as (insert into forum_topics (id, category_id, title, comment_count)
          select gen_random_uuid(), id, 'Topic ' || n, 100 from category, generate_series(1, 1000) n returning id)
      insert into forum_comments (id, topic_id, position, body, words)
        select gen_random_uuid(), id, n, '{"type":"doc","content":[]}', ${words} from topics, generate_series(1, 100) n`);
  await database.query(`
      insert into audit_entries (seq, at, actor_kind, role, action, target_kind, target_id, previous_hash, hash)
        select (select coalesce(max(seq), 0) from audit_entries) + n, now(), 'job', 'bench', 'bench.fill', 'bench', n::text, '', ''
        from generate_series(1, 200000) n`);
  await database.query('vacuum analyze');
  await database.end();
}
