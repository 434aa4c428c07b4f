/** A site of its own for measuring library, forum and search, with its database at hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Row, type Site, password, withSite } from './bench.ts';
import { type LibraryClient, signIn } from './library-client.ts';

export type LibrarySite = Site & { database: pg.Client; member: LibraryClient };

/** Runs the built site with demonstration content while `work` measures it. */
export function withLibrary(work: (site: LibrarySite) => Promise<Row[]>): Promise<Row[]> {
  return withSite({}, async (site) => {
    const database = new pg.Client({
      host: join(site.folder, 'data/postgres/socket'),
      user: 'association',
      database: 'association',
    });
    try {
      await database.connect();
      const member = await signIn(site.url, 'member@demo.example', password);
      return await work({ ...site, database, member });
    } finally {
      await database.end().catch(() => undefined);
    }
  });
}

/** The value in the middle. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** What a process itself holds in memory now, on Linux. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
}
