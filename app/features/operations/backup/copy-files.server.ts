import { fileStore } from '~/platform/files/file-store.server';
import {
  isSafeKey,
  type Manifest,
  megabytes,
  type Say,
} from '~/features/operations/backup/store/backup-format.server';
import type { ObjectWriter } from '~/features/operations/backup/store/object-writer.server';
import type { NamedFiles } from './snapshot.server';

/** The number of files between two progress messages. */
const progressInterval = 250;

/**
 * Copies every stored file that the backup store does not have yet. What was deleted while this
 * runs, and what is missing anyway, is named as missing.
 */
export async function copyStoredFiles(
  writer: ObjectWriter,
  named: NamedFiles,
  say: Say,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const present = new Set(await storedKeys());
  const files: Manifest['files'] = [];
  const missing = [...named.keys()].filter((key) => !present.has(key));
  for (const key of [...present].toSorted()) {
    const known = named.get(key);
    // A file never changes under its key, so one of known content need not be read again.
    const object = known ? writer.find(known.sha256) : null;
    if (known && object) files.push({ key, object, ...known });
    else {
      const stream = await openFile(key);
      if (stream) files.push({ key, ...(await writer.store(stream)) });
      else if (known) missing.push(key);
    }
    if (files.length > 0 && files.length % progressInterval === 0)
      say(progress(files, present.size));
  }
  say(progress(files, present.size));
  return { files, missing: missing.toSorted() };
}

const progress = (files: Manifest['files'], all: number) =>
  `${files.length} of ${all} files are in the backup, ${megabytes(files)} MB.`;

/**
 * Files lie in folders; what is at the top are uploads under way and the trace of readiness checks.
 */
export async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of fileStore().list('')) {
    if (key.includes('/') && isSafeKey(key) && !key.endsWith('.new')) keys.push(key);
  }
  return keys;
}

/** @returns null when there is no such file */
async function openFile(key: string) {
  return fileStore()
    .getStream(key)
    .catch(async (error: unknown) => {
      if (await fileStore().exists(key)) throw error;
      return null;
    });
}
