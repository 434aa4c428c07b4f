import { createHash } from 'node:crypto';
import type { Actor } from '~/policy/actor';
import { Refusal } from '~/policy/refusal';
import { authorise } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';
import {
  type Manifest,
  megabytes,
  type Say,
} from '~/features/operations/backup/store/backup-format.server';
import { openBackupStore } from '~/features/operations/backup/store/backup-store.server';
import { storedKeys } from '~/features/operations/backup/copy-files.server';
import { listNights, readManifest } from '~/features/operations/backup/store/nights.server';
import {
  type BackupPlace,
  decipherOf,
  type ObjectReader,
  withReader,
} from '~/features/operations/backup/store/object-reader.server';
import { listNamedFiles } from '~/features/operations/backup/snapshot.server';

/** The number of files between two progress messages. */
const progressInterval = 250;

/**
 * Says whether the store may take the files of a backup: it holds nothing else.
 * @throws Refusal
 */
export async function requireStoreFor(files: Manifest['files']): Promise<void> {
  const own = new Set(files.map(({ key }) => key));
  const other = (await storedKeys()).find((key) => !own.has(key));
  if (other === undefined) return;
  throw new Refusal(
    `The file store holds files that are not in the backup (for example ${other}); restore into an empty one.`,
  );
}

/**
 * Copies the files of a backup into the store. Those that are there already, with the same content,
 * stay as they are.
 * @param brought gets the keys of those that were not there before
 * @throws Refusal when the store has other content under one of the keys
 */
export async function bringFilesBack(
  reader: ObjectReader,
  files: Manifest['files'],
  { say, brought }: { say: Say; brought: string[] },
): Promise<void> {
  let done = 0;
  for (const file of files) {
    const present = await contentInStore(file.key);
    if (present === null) {
      brought.push(file.key);
      await reader.withFile(file, (path) => fileStore().putFile(file.key, path));
    } else if (present !== file.sha256) {
      throw new Refusal(`The file store has another file under the name ${file.key}.`);
    }
    done += 1;
    if (done % progressInterval === 0) say(`${done} of ${files.length} files are in the store.`);
  }
  say(`${done} of ${files.length} files are in the store, ${megabytes(files)} MB.`);
}

/** @returns the checksum, null when there is no such file */
async function contentInStore(key: string): Promise<string | null> {
  if (!(await fileStore().exists(key))) return null;
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = await fileStore().getStream(key);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Brings back the files that the database names and the file store has not, out of whichever backup
 * has them, the newest first; then those that no row names, such as pictures, of the newest backup.
 * @returns keys of the files that no backup has
 */
export async function restoreMissingFiles(
  actor: Actor,
  place: BackupPlace,
  say: Say,
): Promise<string[]> {
  authorise(actor, 'backup.restore');
  const store = await openBackupStore(place.store);
  const decipher = await decipherOf(place);
  const named = await listNamedFiles();
  const present = new Set(await storedKeys());
  const wanted = new Set([...named.keys()].filter((key) => !present.has(key)));
  let brought = 0;
  await withReader(store, decipher, async (reader) => {
    const nights = (await listNights(store)).toReversed();
    for (const night of nights) {
      const isNewest = night === nights[0];
      const { files } = await readManifest(store, night, decipher);
      for (const file of files) {
        const known = named.get(file.key);
        const isWanted = known
          ? wanted.has(file.key) && known.sha256 === file.sha256
          : isNewest && !present.has(file.key);
        if (!isWanted) continue;
        await reader.withFile(file, (path) => fileStore().putFile(file.key, path));
        wanted.delete(file.key);
        brought += 1;
      }
      if (wanted.size === 0) break;
    }
  });
  say(`Files brought back: ${brought}.`);
  return [...wanted].toSorted();
}
