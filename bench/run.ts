/**
 * `npm run bench`: how fast pages are served, as a ratio to bare node:http sending the same bytes,
 * measured beside each row in the same run. Never a test: machines differ.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillForum } from './forum.ts';
import { measure, startPinned, stop } from './load.ts';

/** Parts with a file of their own: `npm run bench -- search`. */
const parts: Record<string, () => Promise<unknown>> = {
  search: () => import('./search.ts'),
  'search-quality': () => import('./search-quality.ts'),
};
const part = parts[process.argv[2] ?? ''];
if (part) {
  await part();
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
// Run by root, the database server is another user, who has to reach the data in here.
chmodSync(folder, 0o755);
/** `npm run bench -- topic` measures only the rows with this in their name. */
const wanted = process.argv[2] ?? '';
const password = 'bench-password-not-secret';

type Row = { name: string; path: string; headers: Record<string, string> };
type Figures = Row & { rate: number; bare: number; ratio: number; p99: number; bytes: number };

const site = await startPinned('build/server/main.js', [], {
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  DEMO_PASSWORD: password,
  LOG_LEVEL: 'error',
});

try {
  const cookie = await signIn('member@demo.example');
  const rows: Row[] = [
    { name: 'article, first render', path: await firstArticle(), headers: {} },
    { name: 'home, first render', path: '/', headers: {} },
    { name: 'events, signed in', path: '/events/overview', headers: { cookie } },
    { name: 'settings, signed in', path: '/settings', headers: { cookie } },
  ];
  const forum = await fillForum(join(folder, 'data'));
  rows.push(
    { name: 'topic of 50 comments, signed in', path: forum.small, headers: { cookie } },
    { name: 'topic of 10,000, page 1', path: forum.first, headers: { cookie } },
    { name: 'topic of 10,000, page 400', path: forum.last, headers: { cookie } },
  );
  const figures: Figures[] = [];
  for (const row of rows.filter(({ name }) => name.includes(wanted)))
    figures.push(await compare(row));
  print(figures);
} finally {
  await stop(site);
  rmSync(folder, { recursive: true, force: true });
}

async function compare(row: Row): Promise<Figures> {
  const headers = { ...row.headers, 'accept-encoding': 'gzip' };
  const url = `${site.url}${row.path}`;
  const bare = await startBare(url, headers);
  try {
    const own = await measure({ url, headers });
    const yardstick = await measure({ url: bare.url, headers });
    return {
      ...row,
      rate: own.perSecond,
      bare: yardstick.perSecond,
      ratio: own.perSecond / yardstick.perSecond,
      p99: own.p99,
      bytes: bare.bytes,
    };
  } finally {
    await stop(bare);
  }
}

/** A bare server with the very bytes and headers that the site answers with. */
async function startBare(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  const kept = Object.fromEntries(
    [...answer.headers].filter(
      ([name]) => !/^(connection|date|keep-alive|transfer|content-length)/.test(name),
    ),
  );
  const bodyFile = join(folder, 'body');
  const headersFile = join(folder, 'headers.json');
  writeFileSync(bodyFile, body);
  writeFileSync(headersFile, JSON.stringify(kept));
  return {
    ...(await startPinned('bench/bare-server.ts', [bodyFile, headersFile])),
    bytes: body.length,
  };
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

async function firstArticle(): Promise<string> {
  const list = await (await fetch(`${site.url}/news`)).text();
  const path = /href="(\/article\/[^"]+)"/.exec(list)?.[1];
  if (!path) throw new Error('There is no article');
  return path;
}

function print(figures: Figures[]): void {
  console.log('| page | kB | per second | bare node:http | ratio | p99 ms |');
  console.log('|---|---|---|---|---|---|');
  for (const { name, bytes, rate, bare, ratio, p99 } of figures) {
    const cells = [
      name,
      (bytes / 1000).toFixed(0),
      rate.toFixed(0),
      bare.toFixed(0),
      ratio.toFixed(4),
      p99,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
