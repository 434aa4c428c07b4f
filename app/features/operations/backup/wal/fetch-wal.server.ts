import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Refusal } from '~/policy/refusal';
import type { Decipher } from '~/features/operations/backup/store/backup-cipher.server';
import type { BackupStore } from '~/features/operations/backup/store/backup-store.server';
import { isAbsent } from '~/features/operations/backup/store/nights.server';
import { listStoredWal, type StoredWal } from './stored-wal.server';
import { baseBackupOf, findMissingSegment, isWalFile, positionOf } from './wal-names';
import { headerBytes, readSegmentHeader } from './wal-segment';

export type WalSource = {
  store: BackupStore;
  decipher: Decipher | null;
  /** The folder in which PostgreSQL archives; null when there is none. */
  waiting: string | null;
};

export type WalRange = {
  system: string;
  /** The first segment that is needed. */
  from: string;
  /** The base backup that is needed, where the archive holds them. */
  base?: string;
};

/**
 * Copies the log of a database into a folder, decrypted: what the store has, and what has not been
 * stored yet.
 * @returns the names of the files
 * @throws Refusal
 */
export async function fetchWal(
  { store, decipher, waiting }: WalSource,
  { system, from, base }: WalRange,
  target: string,
): Promise<string[]> {
  const isNeeded = (name: string) =>
    baseBackupOf(name) ? name === base : (positionOf(name) ?? from.slice(8)) >= from.slice(8);
  const fetched: string[] = [];
  for (const file of await listWal({ store, decipher, waiting }, system)) {
    if (!isNeeded(file.name)) continue;
    await writeNew(await file.open(), join(target, file.name), file);
    fetched.push(file.name);
  }
  return fetched;
}

/** A file of the log, in the store or where it waits for that. */
export type WalFile = {
  name: string;
  /** Null where it is not in the store. */
  stored: StoredWal | null;
  /** Decrypts it. @throws Refusal */
  open: () => Promise<Readable>;
};

/** The log of a database: what the store has, and what has not been stored yet. */
export async function listWal(source: WalSource, system: string): Promise<WalFile[]> {
  const { store, decipher, waiting } = source;
  const found = new Map<string, WalFile>();
  // The folder first: what leaves it meanwhile is in the store then.
  const names = waiting && existsSync(waiting) ? await readdir(waiting) : [];
  for (const name of names.filter(isWalFile)) {
    found.set(name, { name, stored: null, open: () => openWaiting(source, system, name) });
  }
  for (const stored of (await listStoredWal(store, system)).get(system) ?? []) {
    const { name } = stored;
    found.set(name, { name, stored, open: () => openStored(store, stored, decipher) });
  }
  return [...found.values()];
}

/** Out of the store where it has gone there meanwhile. */
async function openWaiting(
  { store, decipher, waiting }: WalSource,
  system: string,
  name: string,
): Promise<Readable> {
  const file = await open(join(waiting ?? '', name)).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  if (file) return file.createReadStream();
  const stored = (await listStoredWal(store, system)).get(system) ?? [];
  const found = stored.find((each) => each.name === name);
  if (!found) throw missingSegment(name);
  return openStored(store, found, decipher);
}

/**
 * Finds the first segment that is missing among files that were fetched into a folder.
 * @param start the first segment that counts
 * @throws Refusal where that one is damaged
 */
export async function findMissingFetched(
  folder: string,
  names: readonly string[],
  start: string,
): Promise<string | null> {
  const first = `${start}.gz`;
  if (!names.includes(first)) return start;
  const header = readSegmentHeader(await readHead(join(folder, first)));
  if (!header) throw damagedFile(first);
  return findMissingSegment(names, start, header.bytes);
}

async function readHead(path: string): Promise<Buffer> {
  let head = Buffer.alloc(0);
  const unzip = createGunzip();
  const compressed = createReadStream(path);
  compressed.on('error', (error) => unzip.destroy(error));
  try {
    const chunks: AsyncIterable<Buffer> = compressed.pipe(unzip);
    for await (const chunk of chunks) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= headerBytes) break;
    }
  } catch (error) {
    // Of what was compressed; a disk that cannot be read says so itself.
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')))
      throw error;
  } finally {
    compressed.destroy();
  }
  return head;
}

export const damagedFile = (name: string, cause?: unknown) =>
  new Refusal(`${name} of the log is damaged.`, { cause });

/** Without the segment nothing after it can be replayed. */
export const missingSegment = (name: string) =>
  new Refusal(
    `The log is not whole: ${name} is missing. With --until, a moment before it can be reached.`,
  );

async function openStored(
  store: BackupStore,
  { key, name, isEncrypted }: StoredWal,
  decipher: Decipher | null,
): Promise<Readable> {
  if (isEncrypted && !decipher)
    throw new Refusal('The log is encrypted: add --identity and the file of its key.');
  const sealed = await store.getStream(key);
  if (!isEncrypted || !decipher) return sealed;
  return decipher(sealed).catch((error: unknown) => {
    throw new Refusal(`The key given with --identity does not open ${name} of the log.`, {
      cause: error,
    });
  });
}

async function writeNew(content: Readable, path: string, { name, stored }: WalFile): Promise<void> {
  try {
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // What is encrypted ends with an error of its own where it was changed.
    if (!stored?.isEncrypted) throw error;
    throw damagedFile(name, error);
  }
}
