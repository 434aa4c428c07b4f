/**
 * `npm run bench -- hostile-load`: fifty hostile clients of each kind from one address, one kind
 * after the other and then all at once, while somebody else reads a public page, a member's pages
 * and a file. Bounded: six seconds for each kind, on this machine only.
 */
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Row, signIn, type Site, withSite } from '../bench.ts';
import { hostileKinds, type Loot } from './hostile-kinds.ts';

const clients = 50;
const seconds = 6;
/** Milliseconds, 99th percentile. */
const bars = { cached: 100, member: 1_000 };

type Reading = { cached: number[]; member: number[]; file: number[] };

export function hostileLoad(): Promise<Row[]> {
  return withSite({}, async (site) => {
    const reader = await signIn(site, 'admin@demo.example');
    const loot = await lootOf(site, await signIn(site, 'member2@demo.example'));
    const file = await builtFile(site);
    for (let warm = 0; warm < 30; warm += 1) await readOnce(site, { reader, file });
    const rows = [await attack({ site, loot, reader, file }, 'nobody', [])];
    for (const kind of Object.keys(hostileKinds))
      rows.push(await attack({ site, loot, reader, file }, kind, [kind]));
    rows.push(await attack({ site, loot, reader, file }, 'all at once', Object.keys(hostileKinds)));
    return rows;
  });
}

type Scene = { site: Site; loot: Loot; reader: string; file: string };

async function attack(scene: Scene, name: string, kinds: readonly string[]): Promise<Row> {
  const { site, loot } = scene;
  const isOver = new AbortController();
  const order = JSON.stringify({ url: site.url, kinds, clients, seconds, loot });
  const hostile = spawn(process.execPath, [`${import.meta.dirname}/hostile-clients.ts`, order], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  hostile.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
  hostile.once('exit', () => isOver.abort());
  // Until all of them have begun.
  await pause(1_000);
  const found: Reading = { cached: [], member: [], file: [] };
  const end = performance.now() + (seconds - 1.5) * 1_000;
  while (performance.now() < end) {
    const once = await readOnce(site, scene);
    for (const what of ['cached', 'member', 'file'] as const) found[what].push(once[what]);
    await pause(10);
  }
  if (!isOver.signal.aborted) await new Promise((resolve) => hostile.once('exit', resolve));
  await pause(1_000);
  return rowOf(name, found, said);
}

function rowOf(name: string, found: Reading, said: string): Row {
  const { answers, withoutWait }: { answers: Record<string, number>; withoutWait: number } =
    JSON.parse(said);
  const [cached, member, file] = [p99(found.cached), p99(found.member), p99(found.file)];
  const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  const load = loadavg()[0]?.toFixed(1);
  return {
    work: `hostile: ${name}; a reader's p99 of ${found.cached.length} (cached page, member's page, file)`,
    measured: `${cached} ms, ${member} ms, ${file} ms; answered ${told.join(', ') || 'nothing'}; load ${load}`,
    bar: `≤ ${bars.cached} ms, ≤ ${bars.member} ms; Retry-After on each refusal`,
    reached: cached <= bars.cached && member <= bars.member && withoutWait === 0,
  };
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN);
}

async function readOnce(site: Site, { reader, file }: Pick<Scene, 'reader' | 'file'>) {
  return {
    cached: await timed(`${site.url}/about`),
    member: await timed(`${site.url}/forum`, { cookie: reader }),
    file: await timed(`${site.url}${file}`),
  };
}

async function timed(url: string, headers: Record<string, string> = {}): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - begun;
}

async function lootOf({ url }: Site, cookie: string): Promise<Loot> {
  const page = await (await fetch(`${url}/intranet`, { headers: { cookie } })).text();
  const resource = /\/intranet\/([0-9a-f]{8}-[0-9a-f-]{27})/.exec(page)?.[1];
  if (!resource) throw new Error('There is no folder in the library');
  return { cookie, origin: url, resource };
}

/** A file of the build, read from the disk each time. */
async function builtFile({ url }: Site): Promise<string> {
  const page = await (await fetch(url)).text();
  const file = /\/assets\/[\w.-]+\.js(?=")/.exec(page)?.[0];
  if (!file) throw new Error('The page names no script');
  return file;
}
