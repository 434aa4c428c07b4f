import { Readable } from 'node:stream';
import type { z } from 'zod';
import { Refusal } from '~/policy/refusal';
import type { Decipher } from './backup-cipher.server';
import {
  isNightName,
  type Manifest,
  manifestName,
  manifestSchema,
  type Night,
  nightFile,
  nightName,
  nightSchema,
  parseJson,
  sha256Of,
  sumsName,
} from './backup-format.server';
import type { BackupStore } from './backup-store.server';

/** The finished backups of a store by name, oldest first. */
export async function listNights(store: BackupStore): Promise<string[]> {
  const nights: string[] = [];
  for await (const key of store.list('nights')) {
    const [, night = '', file] = key.split('/');
    if (file === sumsName && isNightName(night)) nights.push(night);
  }
  return nights.toSorted();
}

/**
 * @param wanted a name or its beginning, such as 2026-11-20; empty: the newest
 * @throws Refusal when there is none
 */
export async function findNight(store: BackupStore, wanted: string): Promise<string> {
  const nights = await listNights(store);
  const found = nights.findLast((night) => night.startsWith(wanted));
  if (found) return found;
  if (nights.length > 0)
    throw new Refusal(`There is no backup ${wanted} in ${store.name}; list-backups shows all.`);
  throw new Refusal(
    `There is no finished backup in ${store.name}. One that an earlier version made is restored with that version.`,
  );
}

/** What may be known of a backup without the key that decrypts it. @throws Refusal */
export async function readNight(store: BackupStore, night: string): Promise<Night> {
  return parsed(nightSchema, await readSummed(store, night, nightName), night);
}

/** @throws Refusal when it is damaged, or encrypted and there is no key for it */
export async function readManifest(
  store: BackupStore,
  night: string,
  decipher: Decipher | null,
): Promise<Manifest> {
  const { recipient } = await readNight(store, night);
  if (!recipient)
    return parsed(manifestSchema, await readSummed(store, night, manifestName), night);
  const sealed = await readSummed(store, night, `${manifestName}.age`);
  return parsed(manifestSchema, await open(sealed, recipient, decipher), night);
}

async function open(sealed: Buffer, recipient: string, decipher: Decipher | null): Promise<Buffer> {
  if (!decipher)
    throw new Refusal(
      `The backup is encrypted to ${recipient}: add --identity and the file of its key.`,
    );
  try {
    return Buffer.concat(await (await decipher(Readable.from([sealed]))).toArray());
  } catch {
    throw new Refusal(`The key given with --identity is not the one of ${recipient}.`);
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Buffer, night: string) {
  const result = schema.safeParse(parseJson(bytes.toString('utf8')));
  if (result.success) return result.data;
  throw new Refusal(`The backup ${night} is damaged or of a later release.`);
}

/** A file of a night, when it is the one that the checksums name. */
async function readSummed(store: BackupStore, night: string, file: string): Promise<Buffer> {
  const sums = await readWhole(store, nightFile(night, sumsName));
  const bytes = await readWhole(store, nightFile(night, file));
  if (sums && bytes && sums.toString('utf8').split('\n').includes(sumLine(file, bytes)))
    return bytes;
  throw new Refusal(
    `The backup ${night} is not whole: ${file} is ${bytes ? 'damaged' : 'missing'}. Nothing was restored.`,
  );
}

/** As sha256sum writes it, so that `sha256sum -c` can check it. */
export const sumLine = (file: string, bytes: string | Uint8Array) => `${sha256Of(bytes)}  ${file}`;

/** @returns null when there is no such file */
export async function readWhole(store: BackupStore, key: string): Promise<Buffer | null> {
  try {
    return Buffer.concat(await (await store.getStream(key)).toArray());
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

export const isAbsent = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT'));
