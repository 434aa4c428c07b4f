/** A site of its own for measuring the library, with its database at hand. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type LibraryClient, signIn } from './library-client.ts';
import { type Started, startPinned, stop } from './load.ts';

/** One line of the table: what was measured, and the figure that was to be reached. */
export type Row = { work: string; measured: string; bar: string; reached: boolean };

export type LibrarySite = Started & {
  database: pg.Client;
  member: LibraryClient;
  /** A new folder of this run, removed at the end. */
  folder: string;
};

const password = 'bench-password-not-secret';

/** Runs the built site with demonstration content while `work` measures it. */
export async function withLibrary(work: (site: LibrarySite) => Promise<Row[]>): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // Run by root, the database server is another user, who has to reach the data in here.
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
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
    const member = await signIn(site.url, 'member@demo.example', password);
    return await work({ ...site, database, member, folder });
  } finally {
    await database.end().catch(() => undefined);
    await stop(site);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The value in the middle. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
