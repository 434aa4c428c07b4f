/** A site of its own for measuring library, forum and search, with its database at hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Row, type Site, password, withSite } from '../bench.ts';
import { type LibraryClient, signIn } from '../../faults/library/library-client.ts';
import { processTree } from '../load.ts';

export type LibrarySite = Site & { database: pg.Client; member: LibraryClient };

/** Runs the built site with demonstration content while `work` measures it. */
export function withLibrary(
  work: (site: LibrarySite) => Promise<Row[]>,
  environment: Record<string, string> = {},
): Promise<Row[]> {
  return withSite(environment, async (site) => {
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

/** What a program and those that it has started hold in memory now, on Linux. */
export function residentMegabytes(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + residentOf(each), 0);
}

/**
 * What one program holds in memory now, on Linux. Of the database nothing counts: it keeps what it
 * has read in a store that all its parts share.
 */
export function residentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (/^Name:\s+postgres$/m.test(status)) return 0;
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1000;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
