import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import { config } from '~/config/config.server';
import { folderStore } from './folder-store.server';
import type { objectStore } from './object-store.server';

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** A file, or what has arrived of an upload; `key` is an upload's id there. */
export type StoredThing = { key: string; changedAt: Date };

/**
 * Where files are kept: a folder of the data directory, or an S3-compatible store by setting.
 * Keys are made by us, never from a name someone typed.
 */
export type FileStore = {
  put: (key: string, bytes: string | Uint8Array) => Promise<void>;
  /** Makes the file at `path` on this machine the file `key`; may be of any size. */
  putFile: (key: string, path: string) => Promise<void>;
  get: (key: string) => Promise<string>;
  getStream: (key: string, range?: ByteRange) => Promise<Readable>;
  exists: (key: string) => Promise<boolean>;
  /** A key that is not there is no error. */
  delete: (key: string) => Promise<void>;
  /** Every file whose key begins with `folder/`; with an empty name every file there is. */
  list: (folder: string) => AsyncIterable<StoredThing>;
  /** Where uploads collect their bytes until they are complete. */
  uploads: DataStore;
  /**
   * Adds bytes to an upload from `offset` on, which is how many it has. The chunks are the store's
   * from then on: their memory may be gone.
   * @returns how many it has now
   */
  writeUpload: (id: string, offset: number, chunks: AsyncIterable<Uint8Array>) => Promise<number>;
  readUpload: (id: string, range?: ByteRange) => Promise<Readable>;
  /** Makes the bytes of a complete upload durable; may take as long as the file is large. */
  settleUpload: (id: string) => Promise<void>;
  /**
   * Makes a settled upload the file `key`, in one step under its name. The upload itself stays
   * until it is discarded, so that the step can be repeated after a crash.
   */
  adopt: (id: string, key: string) => Promise<void>;
  /** Forgets an upload with its bytes; one that is not there is no error. */
  discardUpload: (id: string) => Promise<void>;
  listUploads: () => AsyncIterable<StoredThing>;
};

let store: { of: string; files: FileStore } | undefined;
let makeObjectStore: typeof objectStore | undefined;

/**
 * Loads what the chosen store needs, before it is first used. The client of S3 takes 35 MB and a
 * third of a second, which a site that keeps its files in a folder does not spend.
 */
export async function loadFileStore(): Promise<void> {
  if (!config().fileStoreUrl) return;
  ({ objectStore: makeObjectStore } = await import('./object-store.server'));
}

export function fileStore(): FileStore {
  const { dataDirectory, fileStoreUrl } = config();
  const of = fileStoreUrl ?? dataDirectory;
  if (store?.of !== of) {
    if (fileStoreUrl && !makeObjectStore) throw new Error('The file store is not loaded');
    const files =
      fileStoreUrl && makeObjectStore
        ? makeObjectStore(fileStoreUrl)
        : folderStore({
            files: join(dataDirectory, 'files'),
            uploads: join(dataDirectory, 'uploads'),
          });
    store = { of, files };
  }
  return store.files;
}

const timeoutMs = 4_000;

/** Milliseconds: so long an answer stands for the next, so that asking does not mean writing. */
const answerLasts = 2_000;
const lastAnswers = new WeakMap<FileStore, { at: number; answer: Promise<void> }>();

/** @throws when the store cannot be written or read, or does not answer in time */
export async function pingFileStore(): Promise<void> {
  const files = fileStore();
  const last = lastAnswers.get(files);
  if (last && Date.now() - last.at < answerLasts) return last.answer;
  const answer = tryFileStore();
  lastAnswers.set(files, { at: Date.now(), answer });
  // What failed is tried again at once.
  answer.catch(() => lastAnswers.delete(files));
  return answer;
}

async function tryFileStore(): Promise<void> {
  const key = 'ready';
  const tried = (async () => {
    await fileStore().put(key, 'ready');
    if ((await fileStore().get(key)) !== 'ready')
      throw new Error('The file store returned other bytes');
  })();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The file store does not answer')), timeoutMs);
  });
  await Promise.race([tried, late]).finally(() => clearTimeout(timer));
}
