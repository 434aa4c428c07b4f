import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '~/lib/refusal';
import { fileStore } from '~/platform/file-store.server';
import {
  type Content,
  contentOf,
  isSafeKey,
  type Manifest,
  type Say,
  storedFile,
} from './backup-format.server';

/** After so many files it is said how far it is. */
const pace = 250;

/**
 * Copies every stored file out of the store. What was deleted while this runs, and what is missing
 * anyway, is named as missing.
 * @param named keys that the database names
 */
export async function copyStoredFiles(
  folder: string,
  named: ReadonlySet<string>,
  say: Say,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const keys = new Set([...named, ...(await storedKeys())]);
  const files: Manifest['files'] = [];
  const missing: string[] = [];
  for (const key of [...keys].toSorted()) {
    const content = await copyOut(key, join(folder, storedFile(key)));
    if (content) files.push({ key, ...content });
    else if (named.has(key)) missing.push(key);
    if (files.length > 0 && files.length % pace === 0) say(progress(files, keys.size));
  }
  say(progress(files, keys.size));
  return { files, missing };
}

const progress = (files: readonly Content[], all: number) =>
  `${files.length} of ${all} files are copied, ${megabytes(files)} MB.`;

export const megabytes = (files: readonly Content[]) =>
  Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000).toLocaleString('en-GB');

/**
 * Files lie in folders; what is at the top are uploads under way and the trace of readiness checks.
 */
async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of fileStore().list('')) {
    if (key.includes('/') && isSafeKey(key) && !key.endsWith('.new')) keys.push(key);
  }
  return keys;
}

async function copyOut(key: string, path: string): Promise<Content | null> {
  if (!isSafeKey(key)) throw new Error(`The key ${key} is none of ours`);
  const stream = await fileStore()
    .getStream(key)
    .catch(async (error: unknown) => {
      if (await fileStore().exists(key)) throw error;
      return null;
    });
  if (!stream) return null;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    stream,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

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
  folder: string,
  files: Manifest['files'],
  { say, brought }: { say: Say; brought: string[] },
): Promise<void> {
  let done = 0;
  for (const { key, ...content } of files) {
    const present = await contentInStore(key);
    if (present === null) {
      brought.push(key);
      await fileStore().putFile(key, join(folder, storedFile(key)));
    } else if (present !== content.sha256) {
      throw new Refusal(`The file store has another file under the name ${key}.`);
    }
    done += 1;
    if (done % pace === 0) say(`${done} of ${files.length} files are in the store.`);
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

/** @throws Refusal naming the first file whose content is not what the manifest says */
export async function requireSound(
  folder: string,
  parts: readonly (Content & { path: string })[],
): Promise<void> {
  for (const { path, bytes, sha256 } of parts) {
    const found = await contentOf(join(folder, path));
    if (found?.bytes === bytes && found.sha256 === sha256) continue;
    const how = found ? 'damaged' : 'missing';
    throw new Refusal(`The backup is not whole: ${path} is ${how}. Nothing was restored.`);
  }
}
