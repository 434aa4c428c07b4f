import { existsSync } from 'node:fs';
import { config } from '~/config/config.server';
import { archiveFolder } from '~/platform/embedded-postgres/postgres-archive.server';
import { Refusal } from '~/policy/refusal';
import { authorise } from '~/policy/permissions';
import type { Actor } from '~/policy/actor';
import {
  type Night,
  objectKey,
  objectsOf,
  type Say,
} from '~/features/operations/backup/store/backup-format.server';
import type { Decipher } from '~/features/operations/backup/store/backup-cipher.server';
import {
  type BackupStore,
  hasOwnLog,
  openBackupStore,
  requireFolder,
} from '~/features/operations/backup/store/backup-store.server';
import { findMarkerProblem } from '~/features/operations/backup/store/claim-store.server';
import {
  listNights,
  readManifest,
  readNight,
} from '~/features/operations/backup/store/nights.server';
import {
  type BackupPlace,
  decipherOf,
  requireSound,
  withReader,
} from '~/features/operations/backup/store/object-reader.server';
import { checkWal } from '~/features/operations/backup/wal/check-wal.server';
import { listStoredWal } from '~/features/operations/backup/wal/stored-wal.server';

export type ListedBackup = {
  night: string;
  /** Whether there is a log, here or in WAL_ARCHIVE, to be replayed on it. */
  hasLog: boolean;
} & Pick<Night, 'version' | 'recipient' | 'wal'>;

/** The backups of a store, oldest first. */
export async function listBackups(actor: Actor, place: string): Promise<ListedBackup[]> {
  authorise(actor, 'backup.restore');
  const store = await openBackupStore(place);
  await requireFolder(store);
  const stored = await listStoredWal(store);
  const archive = hasOwnLog(place) ? config().backup.walArchive : undefined;
  const hasLogOf = (system: string) =>
    stored.has(system) || (archive !== undefined && existsSync(archiveFolder(archive, system)));
  const listed: ListedBackup[] = [];
  for (const night of await listNights(store)) {
    const { version, recipient, wal } = await readNight(store, night);
    listed.push({ night, version, recipient, wal, hasLog: wal !== null && hasLogOf(wal.system) });
  }
  return listed;
}

export type Checking = {
  /** Reads every segment of the log instead of a few. */
  isFull?: boolean;
  say: Say;
};

/**
 * Reads every backup of a store with all that it needs, each object once, and the log since the
 * newest copy of the database. Without the secret key, what is encrypted is only looked for.
 * @returns whether all of them are whole
 */
export async function checkBackups(
  actor: Actor,
  place: BackupPlace,
  { isFull = false, say }: Checking,
): Promise<boolean> {
  authorise(actor, 'backup.restore');
  const store = await openBackupStore(place.store);
  const decipher = await decipherOf(place);
  await requireFolder(store);
  const nightsAreWhole = await checkNights({ store, decipher, wanted: place.night, say });
  const problem = await findMarkerProblem(store);
  if (problem) say(problem);
  const areWhole = nightsAreWhole && problem === null;
  const log = { store, decipher, isOwn: hasOwnLog(place.store) };
  return (await checkWal(log, { wanted: place.night, isFull, say })) && areWhole;
}

type NightCheck = { store: BackupStore; decipher: Decipher | null; wanted: string; say: Say };

async function checkNights({ store, decipher, wanted, say }: NightCheck): Promise<boolean> {
  const present = new Set<string>();
  for await (const key of store.list('objects')) present.add(key);
  const read = new Set<string>();
  const nights = (await listNights(store)).filter((night) => night.startsWith(wanted));
  if (nights.length === 0) throw new Refusal(`There is no finished backup in ${store.name}.`);
  let isWhole = true;
  await withReader(store, decipher, async (reader) => {
    for (const night of nights) {
      try {
        const { objects, recipient } = await readNight(store, night);
        const absent = objects.find((object) => !present.has(objectKey(object)));
        if (absent) throw new Refusal(`The backup is not whole: object ${absent} is missing.`);
        if (recipient && !decipher) {
          say(`${night}: nothing is missing; only the key of ${recipient} tells more.`);
          continue;
        }
        const fresh = objectsOf(await readManifest(store, night, decipher)).filter(
          ({ object }) => !read.has(object),
        );
        await requireSound(reader, fresh);
        for (const { object } of fresh) read.add(object);
        say(`${night}: whole.`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        isWhole = false;
        say(`${night}: ${error.message}`);
      }
    }
  });
  return isWhole;
}
