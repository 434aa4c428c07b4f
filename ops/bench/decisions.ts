/**
 * The list of decisions with its facets over 1,000 decisions and over 100,000 with 500,000 citations, the
 * page of one of them, and an import of 10,000 rows.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { environmentOf, type Row } from './bench.ts';
import { type LibrarySite, medianOf, withLibrary } from './library/library-site.ts';
import { processorMilliseconds } from './load.ts';

const mostMilliseconds = 150;
const mostGrowth = 10;
const mostSeconds = 60;
const importedRows = 10_000;
/** Over what an import of 100 rows takes. */
const mostMegabytes = 100;

/** One client asks as fast as it is answered, which the site slows down otherwise. */
const unlimited = { FLAGS: 'requestLimits=off' };

const facetPages = [
  '',
  'country=DE',
  'year=2023',
  'provision=gdpr/82',
  'topic=damages',
  'country=FR&year=2020',
  'court=DE:BGH&topic=consent',
  'provision=gdpr/6&language=en',
  'q=controller',
  'q=damages consent',
  'page=20',
].map((query) => `/decisions.data?${query}`);
const citedPages = ['/decisions.data?sort=cited', '/decisions.data?sort=cited&country=DE'];
const recordPages = [1, 17, 400].map((number) => `/decisions/ECLI:XX:B:2020:${number}.data`);

export function decisions(): Promise<Row[]> {
  return withLibrary(async (site) => {
    const { database } = site;
    await fill(database, { decisions: 1_000, citations: 5_000 });
    const small = await ask(site, facetPages);
    await fill(database, { decisions: 99_000, citations: 495_000 });
    const large = await ask(site, facetPages);
    const growth = large.clock.median / small.clock.median;
    const cited = await ask(site, citedPages);
    const record = await ask(site, recordPages);
    const little = await importOf(site, 100);
    const much = await importOf(site, importedRows);
    const over = much.megabytes - little.megabytes;
    return [
      {
        work: 'facet page of 100,000 decisions to one of 1,000, signed in',
        measured: `${growth.toFixed(1)} times the time (${textOf(large)}; of 1,000: ${textOf(small)})`,
        bar: `≤ ${mostGrowth} times`,
        reached: growth <= mostGrowth,
      },
      {
        work: 'the same, one client',
        measured: `p95 ${large.clock.p95.toFixed(0)} ms by the clock`,
        bar: `p95 ≤ ${mostMilliseconds} ms`,
        reached: large.clock.p95 <= mostMilliseconds,
      },
      {
        work: 'the same, most cited first',
        measured: textOf(cited),
        bar: `p95 ≤ ${mostMilliseconds} ms`,
        reached: cited.clock.p95 <= mostMilliseconds,
      },
      {
        work: 'page of a decision, with citations and similar ones',
        measured: textOf(record),
        bar: `p95 ≤ ${mostMilliseconds} ms`,
        reached: record.clock.p95 <= mostMilliseconds,
      },
      {
        work: `import of ${importedRows} rows`,
        measured: `${much.seconds.toFixed(1)} s, ${over.toFixed(0)} MB over an import of 100 rows`,
        bar: `≤ ${mostSeconds} s, ≤ ${mostMegabytes} MB`,
        reached: much.seconds <= mostSeconds && over <= mostMegabytes,
      },
    ];
  }, unlimited);
}

type Spread = { median: number; p95: number };
type Times = { clock: Spread; processor: Spread };
const textOf = ({ clock, processor }: Times) =>
  `median ${clock.median.toFixed(0)} ms, p95 ${clock.p95.toFixed(0)} ms by the clock, ${processor.median.toFixed(0)} and ${processor.p95.toFixed(0)} ms of the processor`;

/** Decisions of all courts of the last 30 years, some articles and topics far oftener than others. */
async function fill(
  database: pg.Client,
  { decisions: count, citations }: { decisions: number; citations: number },
): Promise<void> {
  await database.query(
    `with courts as (select array_agg(code order by code) as codes from courts),
      first as (select count(*)::integer as n from decision_records where identifier like 'ECLI:XX:B:%')
    insert into decision_records (id, identifier, is_ecli, court, decided_on, type, outcome, case_numbers,
        names, languages, provisions, topics, summaries, visibility, state)
      select gen_random_uuid(), 'ECLI:XX:B:2020:' || (n + i), true,
        codes[1 + (i::bigint * 7919) % cardinality(codes)],
        date '1996-01-01' + ((i::bigint * 104729) % 10950)::integer,
        'judgment', (array['interpretation', 'upheld', 'dismissed', 'fine', null])[1 + i % 5],
        array['B ' || (n + i) || '/20'], array['Bench ' || (n + i)],
        array[(array['en', 'de', 'fr', 'it'])[1 + i % 4]],
        array['gdpr/' || (1 + (i::bigint * i) % 99), 'gdpr/' || (array[5, 6, 82, 15, 17])[1 + i % 5] || '/1'],
        array[(array['damages', 'consent', 'access', 'erasure', 'fines'])[1 + i % 5],
          (array['health', 'employment', 'cookies', 'transfers', 'security', 'children', 'credit'])[1 + i % 7]],
        jsonb_build_array(jsonb_build_object('language', 'en', 'author', '', 'text',
          'The controller did not prove that consent was given; damages of ' || i || ' euro were claimed before the court.')),
        case when i % 10 = 0 then 'members' else 'public' end, 'checked'
      from courts, first, generate_series(1, $1::integer) as i`,
    [count],
  );
  // Some are cited a hundred times as often as others.
  await database.query(
    `with all_of as (select array_agg(id order by identifier) as ids, array_agg(identifier order by identifier) as names
        from decision_records where identifier like 'ECLI:XX:B:%')
    insert into decision_citations (id, citing, identifier, paragraphs)
      select gen_random_uuid(), ids[1 + (i::bigint * 7919) % cardinality(ids)],
        names[1 + floor(power(random(), 3) * cardinality(ids))::integer % cardinality(ids)], array[i % 90 + 1]
      from all_of, generate_series(1, $1::integer) as i
      on conflict do nothing`,
    [citations],
  );
  await database.query('vacuum analyze');
}

/** Each page five times by one client, one after the other, after some seconds of the same. */
async function ask(site: LibrarySite, pages: readonly string[]): Promise<Times> {
  const pid = site.process.pid ?? 0;
  const warm = performance.now() + 5_000;
  while (performance.now() < warm) {
    for (const page of pages) await askOnce(site, page);
  }
  const clock: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (const page of pages) {
      const before = processorMilliseconds(pid) ?? Number.NaN;
      const start = performance.now();
      await askOnce(site, page);
      clock.push(performance.now() - start);
      processor.push((processorMilliseconds(pid) ?? Number.NaN) - before);
    }
  }
  return { clock: spreadOf(clock), processor: spreadOf(processor) };
}

async function askOnce({ member: { url, cookie } }: LibrarySite, path: string): Promise<void> {
  const answer = await fetch(`${url}${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
}

const spreadOf = (times: readonly number[]): Spread => ({
  median: medianOf(times),
  p95: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN,
});

/** Imports new decisions by the command, beside the running site; with its highest memory. */
async function importOf(site: LibrarySite, rows: number) {
  const file = join(site.folder, `import-${rows}.jsonl`);
  const lines = Array.from({ length: rows }, (_, at) =>
    JSON.stringify({
      ecli: `ECLI:XY:B:2021:${rows}.${at}`,
      court: 'EU:C',
      decidedOn: '2021-05-04',
      type: 'judgment',
      caseNumbers: [`I ${at}/21`],
      names: [`Import ${rows} ${at}`],
      languages: ['en'],
      provisions: ['gdpr/82/1'],
      topics: ['damages'],
      summaries: [{ language: 'en', text: 'Damages were claimed. '.repeat(20), author: '' }],
    }),
  );
  writeFileSync(file, lines.join('\n'));
  const started = performance.now();
  const words = ['build/server/main.js', 'admin', 'import-decisions', '--file', file];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environmentOf(site.folder) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid ?? 0));
  }, 100);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`import-decisions: ${String(code)}`);
  return { seconds: (performance.now() - started) / 1000, megabytes };
}

/** The most memory that a program has held so far, on Linux. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
