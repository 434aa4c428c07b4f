import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '~/config/config.server';
import { archiveFolder } from '~/platform/embedded-postgres/postgres-archive.server';
import { type Night, nightFile, objectKey, type Say, sumsName } from './backup-format.server';
import type { BackupStore } from './backup-store.server';
import { type MadeNight, type RetentionRules, selectNights } from './retention-rules.server';
import { listNights, readNight } from './nights.server';
import {
  listStoredWal,
  serverCopiesIn,
  type StoredWal,
} from '~/features/operations/backup/wal/stored-wal.server';
import { positionOf } from '~/features/operations/backup/wal/wal-names';

type Pruning = {
  /** Which backups are kept; null: all. */
  rules: RetentionRules | null;
  /** Whether the folder of the log is that of the backups in this store, and not of another one. */
  hasLog: boolean;
  say: Say;
};

/**
 * Removes the backups that the rules do not keep, and then every object that no kept one names,
 * also those of interrupted backups. To be called under the lock of the backups.
 */
export async function prune(store: BackupStore, { rules, hasLog, say }: Pruning): Promise<void> {
  // All are read first: where one of them is damaged, nothing is removed.
  const nights: (Night & { night: string })[] = [];
  for (const night of await listNights(store))
    nights.push({ ...(await readNight(store, night)), night });
  const { kept, daily } = select(nights, rules);
  const named = new Set<string>();
  const logs = new Map<string, string[]>();
  for (const { night, objects, wal } of nights) {
    if (kept.has(night)) for (const object of objects) named.add(objectKey(object));
    if (!wal) continue;
    const starts = logs.get(wal.system) ?? [];
    logs.set(wal.system, daily.has(night) ? [...starts, wal.start] : starts);
  }
  const stored = await listStoredWal(store);
  addBaseBackups(logs, stored, rules);
  const removed = await removeOthers(store, kept);
  let objects = 0;
  for (const key of await collect(store.list('objects'))) {
    if (named.has(key)) continue;
    await store.delete(key);
    objects += 1;
  }
  for (const [system, starts] of logs) {
    if (hasLog) await pruneArchive(system, starts);
    for (const { key, name } of stored.get(system) ?? [])
      if (isOutdated(name, starts)) await store.delete(key);
  }
  say(
    rules
      ? `Kept backups: ${kept.size}; removed: ${removed}, with ${objects} objects.`
      : `Kept backups: ${kept.size}; none is removed unless it is said how many to keep, as by --keep-daily 14.`,
  );
}

function select(nights: readonly MadeNight[], rules: RetentionRules | null) {
  const all = new Set(nights.map(({ night }) => night));
  return rules ? selectNights(nights, rules) : { kept: all, daily: all };
}

/** Those of a server of one's own lie with its log. The newest days count, whatever server it was. */
function addBaseBackups(
  logs: Map<string, string[]>,
  stored: Map<string, StoredWal[]>,
  rules: RetentionRules | null,
): void {
  const bases = serverCopiesIn(stored);
  const { daily } = select(
    bases.map(({ night }) => ({ night, version: null })),
    rules,
  );
  for (const { system, start, night } of bases) {
    const starts = logs.get(system) ?? [];
    logs.set(system, daily.has(night) ? [...starts, start] : starts);
  }
}

/** A night that is half removed counts as interrupted, so its checksums go first. */
async function removeOthers(store: BackupStore, kept: Set<string>): Promise<number> {
  const others = new Map<string, string[]>();
  for (const key of await collect(store.list('nights'))) {
    const [, night = '', file = ''] = key.split('/');
    if (!kept.has(night)) others.set(night, [...(others.get(night) ?? []), file]);
  }
  for (const [night, files] of others) {
    await store.delete(nightFile(night, sumsName));
    for (const file of files) await store.delete(nightFile(night, file));
  }
  return others.size;
}

async function collect(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all;
}

type Wal = NonNullable<Night['wal']>;

/**
 * Says whether no recovery can need a file of the log any more: it is older than the oldest base
 * backup (PostgreSQL, pg_archivecleanup), or there is none.
 * @param starts where the kept base backups begin
 */
function isOutdated(name: string, starts: Wal['start'][]): boolean {
  const [first] = starts.map((start) => start.slice(8)).toSorted();
  if (!first) return true;
  const position = positionOf(name);
  return position !== null && position < first;
}

async function pruneArchive(system: Wal['system'], starts: Wal['start'][]): Promise<void> {
  const { walArchive } = config().backup;
  if (!walArchive) return;
  const folder = archiveFolder(walArchive, system);
  if (starts.length === 0) return rm(folder, { recursive: true, force: true });
  for (const name of await readdir(folder).catch(() => []))
    if (isOutdated(name, starts)) await rm(join(folder, name), { force: true });
}
