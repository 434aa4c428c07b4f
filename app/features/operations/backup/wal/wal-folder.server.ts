import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db } from '~/db/db.server';
import { isWalFile } from './wal-names';

/** A file of the log that PostgreSQL has put into the folder of WAL_ARCHIVE. */
export type WaitingWal = { path: string; name: string; system: string };

/**
 * Lists what waits in the folder to be stored: in a folder for each embedded database, or in the
 * folder itself, where a PostgreSQL server of one's own writes.
 */
export async function listWaitingWal(archive: string): Promise<WaitingWal[]> {
  const folder = resolve(archive);
  const entries = await readdir(folder, { withFileTypes: true });
  const waiting: WaitingWal[] = [];
  const add = (names: string[], place: string, system: string) => {
    for (const name of names.filter(isWalFile).toSorted())
      waiting.push({ path: join(place, name), name, system });
  };
  const own = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  if (own.some(isWalFile)) add(own, folder, await readSystemIdentifier());
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^\d+$/.test(entry.name)) continue;
    const place = join(folder, entry.name);
    add(await readdir(place), place, entry.name);
  }
  return waiting;
}

async function readSystemIdentifier(): Promise<string> {
  const { rows } = await db().execute<{ system: string }>(
    sql`select system_identifier::text as system from pg_control_system()`,
  );
  return rows[0]?.system ?? '';
}

/** Since when the log has waited to be stored; null where nothing waits, or it stays in the folder. */
export async function findOldestWaitingWal(): Promise<Date | null> {
  const { walArchive, store } = config().backup;
  if (!walArchive || !store) return null;
  const times: number[] = [];
  for (const { path } of await listWaitingWal(walArchive)) {
    // Stored and removed meanwhile.
    const found = await stat(path).catch(() => null);
    if (found) times.push(found.mtimeMs);
  }
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
