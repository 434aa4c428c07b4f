/** What the parts of `npm run bench` share: a site of their own and how a result is written down. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Started, startPinned, stop } from './load.ts';

/** One line of the table: what was measured, and the figure that was to be reached. */
export type Row = { work: string; measured: string; bar: string; reached: boolean };

/** A part measures something by itself and gives back its lines. */
export type Part = () => Promise<Row[]>;

export const password = 'bench-password-not-secret';

export type Site = Started & {
  /** A new folder of this run, removed at the end. */
  folder: string;
};

/** The environment of a site whose data is in `folder`. */
export function environmentOf(folder: string): Record<string, string> {
  return {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DEMO_PASSWORD: password,
    LOG_LEVEL: 'error',
    INTRANET_TRASH_DAYS: '0',
    // As the container runs it.
    NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=1536',
    MALLOC_ARENA_MAX: '2',
  };
}

/**
 * Runs the built site with demonstration content while `work` measures it.
 * @param environment variables that differ, such as `FLAGS`
 */
export async function withSite<Result>(
  environment: Record<string, string>,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // Run by root, the database server is another user, who has to reach the data in here.
  chmodSync(folder, 0o755);
  const site = await startPinned('build/server/main.js', [], {
    ...environmentOf(folder),
    ...environment,
  });
  try {
    return await work({ ...site, folder });
  } finally {
    await stop(site);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The session cookie of a demonstration account. */
export async function signIn(site: Started, email: string): Promise<string> {
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

/** The address of the newest article. */
export async function firstArticle(site: Started): Promise<string> {
  const list = await (await fetch(`${site.url}/news`)).text();
  const path = /href="(\/article\/[^"]+)"/.exec(list)?.[1];
  if (!path) throw new Error('There is no article');
  return path;
}

export function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n## ${title}\n\n| work | measured | bar | |\n|---|---|---|---|`);
  for (const { work, measured, bar, reached } of rows) {
    console.log(`| ${work} | ${measured} | ${bar} | ${reached ? 'reached' : 'NOT reached'} |`);
  }
}
