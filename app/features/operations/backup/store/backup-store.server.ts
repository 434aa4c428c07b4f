import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { config } from '~/config/config.server';
import { Refusal } from '~/policy/refusal';

/** Where backups are kept: a folder, or a bucket of an S3-compatible store. */
export type BackupStore = {
  /** For messages: the address without its key and secret. */
  name: string;
  /** A folder of this machine in which an object is written before it gets its name. */
  workFolder: string;
  /** Gives a finished file of the work folder its name in the store, durably and in one step. */
  adopt: (path: string, key: string) => Promise<void>;
  put: (key: string, bytes: string | Uint8Array) => Promise<void>;
  getStream: (key: string) => Promise<Readable>;
  /** Every key that begins with `folder/`. */
  list: (folder: string) => AsyncIterable<string>;
  delete: (key: string) => Promise<void>;
};

const isAddress = (text: string) => /^https?:\/\//.test(text);

/**
 * @param place a folder, or an address such as FILE_STORE_URL; empty: that of BACKUP_STORE
 * @throws Refusal
 */
export async function openBackupStore(place: string): Promise<BackupStore> {
  const chosen = place || config().backup.store;
  if (!chosen)
    throw new Refusal('Name the backup store: a folder, or BACKUP_STORE in the settings.');
  return isAddress(chosen) ? openBucket(chosen) : openFolder(resolve(chosen));
}

/** Whether the log in WAL_ARCHIVE goes to a store, or stays there, and not to another store. */
export function hasOwnLog(place: string): boolean {
  const own = config().backup.store;
  return !own || !place || place === own;
}

/** Makes the folder of a store and removes what an interrupted backup left in the work folder. */
export async function prepareToWrite({ workFolder, name }: BackupStore): Promise<void> {
  if (!isAddress(name) && !existsSync(dirname(name)))
    throw new Refusal(`There is no folder ${dirname(name)}; is the disk for backups mounted?`);
  await rm(workFolder, { recursive: true, force: true });
  // One after the other: on a file system that takes no folders Node's `recursive` never ends.
  for (const folder of [dirname(workFolder), workFolder]) {
    if (!existsSync(folder)) await mkdir(folder, { mode: 0o700 });
  }
}

/** @throws Refusal when the store is a folder that is not there */
export async function requireFolder({ name }: BackupStore): Promise<void> {
  if (isAddress(name) || (await stat(name).catch(() => null))?.isDirectory()) return;
  throw new Refusal(
    `There is no folder ${name}: no backup was made there yet, or the disk for backups is not mounted.`,
  );
}

/** A folder on this machine for what is read out of a store; the store may be read-only. */
export async function makeReadingFolder(): Promise<string> {
  const folder = join(resolve(config().dataDirectory), `backup-${randomUUID()}.new`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function openFolder(root: string): BackupStore {
  const dataDirectory = resolve(config().dataDirectory);
  if (`${root}${sep}`.startsWith(`${dataDirectory}${sep}`))
    throw new Refusal(
      `${root} is inside DATA_DIR; a backup belongs in another place, best on another disk.`,
    );
  const workFolder = join(root, 'tmp');
  const pathOf = (key: string) => join(root, ...key.split('/'));
  const adopt = async (path: string, key: string) => {
    const target = pathOf(key);
    const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(path, target);
    const top = made ? dirname(made) : dirname(target);
    for (let folder = dirname(target); folder.startsWith(top); folder = dirname(folder))
      await syncFolder(folder);
  };
  return {
    name: root,
    workFolder,
    adopt,
    put: async (key, bytes) => {
      const path = join(workFolder, randomUUID());
      await writeFile(path, bytes, { mode: 0o600, flush: true });
      await adopt(path, key);
    },
    getStream: async (key) => {
      await access(pathOf(key));
      return createReadStream(pathOf(key));
    },
    list: (folder) => listFolder(pathOf(folder), root),
    delete: async (key) => {
      await rm(pathOf(key), { force: true });
      // The folder goes with its last file.
      await rmdir(dirname(pathOf(key))).catch(() => undefined);
    },
  };
}

async function* listFolder(folder: string, root: string): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    },
  );
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    yield relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
  }
}

/** The name itself has to reach the disk as well (fsync(2)). */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openBucket(address: string): Promise<BackupStore> {
  const url = new URL(address);
  const name = `${url.origin}${url.pathname}`;
  const { fileStoreUrl, dataDirectory } = config();
  const files = fileStoreUrl ? new URL(fileStoreUrl) : null;
  if (files && `${files.origin}${files.pathname}` === name)
    throw new Refusal('The backup store is the bucket of FILE_STORE_URL; take one of its own.');
  // The client of S3 is large, so it is loaded only where it is used.
  const { objectStore } = await import('~/platform/files/object-store.server');
  const bucket = objectStore(address);
  return {
    name,
    workFolder: join(resolve(dataDirectory), 'backup-work'),
    adopt: async (path, key) => {
      await bucket.putFile(key, path);
      await rm(path);
    },
    put: (key, bytes) => bucket.put(key, bytes),
    getStream: (key) => bucket.getStream(key),
    list: async function* list(folder) {
      for await (const { key } of bucket.list(folder)) yield key;
    },
    delete: (key) => bucket.delete(key),
  };
}

/** Whether a folder is something else than a backup store: nothing is ever written into that. */
export async function holdsOtherThings({ name }: BackupStore): Promise<boolean> {
  if (isAddress(name)) return false;
  const found = await stat(name).catch(() => null);
  if (!found) return false;
  if (!found.isDirectory()) throw new Refusal(`${name} is a file; name a folder.`);
  return (await readdir(name)).some((entry) => entry !== 'tmp');
}
