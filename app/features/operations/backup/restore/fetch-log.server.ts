import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { Refusal } from '~/policy/refusal';
import { authorise } from '~/policy/permissions';
import { dateOfNight, type Say } from '~/features/operations/backup/store/backup-format.server';
import {
  type BackupStore,
  openBackupStore,
} from '~/features/operations/backup/store/backup-store.server';
import {
  type BackupPlace,
  decipherOf,
} from '~/features/operations/backup/store/object-reader.server';
import {
  fetchWal,
  findMissingFetched,
  missingSegment,
} from '~/features/operations/backup/wal/fetch-wal.server';
import { listStoredWal, serverCopiesIn } from '~/features/operations/backup/wal/stored-wal.server';

export type LogRequest = {
  place: BackupPlace;
  /** The last moment that counts; null: all that the store has. */
  until: Date | null;
  /** A new folder. */
  folder: string;
  say: Say;
};

/**
 * Fetches what the recovery of a database server needs into a folder, decrypted: the last base backup
 * before a moment, as `base.tar.gz`, and the log after it.
 * @throws Refusal
 */
export async function fetchLog(actor: Actor, request: LogRequest): Promise<void> {
  authorise(actor, 'backup.restore');
  const folder = resolve(request.folder);
  if (existsSync(folder)) throw new Refusal(`${folder} is there already; name a new folder.`);
  const store = await openBackupStore(request.place.store);
  const decipher = await decipherOf(request.place);
  const { system, start, name, night } = await findBase(store, request.until);
  const waiting = config().backup.walArchive ?? null;
  await mkdir(folder, { mode: 0o700 });
  try {
    const range = { system, from: start, base: name };
    const names = await fetchWal({ store, decipher, waiting }, range, folder);
    const missing = await findMissingFetched(folder, names, start);
    if (missing && (missing === start || !request.until)) throw missingSegment(missing);
    if (missing) request.say(`${missing} is missing: a moment before it can be reached.`);
    await rename(join(folder, name), join(folder, 'base.tar.gz'));
    request.say(`The copy of ${night} and the log after it are in ${folder}.`);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function findBase(store: BackupStore, until: Date | null) {
  const bases = serverCopiesIn(await listStoredWal(store));
  const oldestFirst = bases.toSorted((a, b) => a.night.localeCompare(b.night));
  const found = oldestFirst.findLast(({ night }) => !until || dateOfNight(night) <= until);
  if (found) return found;
  const [earliest] = oldestFirst;
  throw new Refusal(
    earliest
      ? `A recovery can begin at ${dateOfNight(earliest.night).toISOString()} at the earliest.`
      : `There is no copy of a database server in ${store.name}.`,
  );
}
