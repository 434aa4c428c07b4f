import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { config } from '~/config/config.server';
import { fileStore, loadFileStore } from '~/platform/files/file-store.server';
import { configure } from '../database/configure';
import { type ObjectStoreServer, startObjectStoreServer } from './object-store-server';

/** Changes of the environment that choose the store, for tests that change more of it. */
export type StoreChoice = () => Record<string, string>;

/**
 * Runs tests twice: with files in a folder, and in an S3 store. That is one of the tests, or an empty
 * bucket of any other, given as for FILE_STORE_URL by TEST_FILE_STORE_URL.
 */
export function describeOnBothStores(name: string, tests: (choice: StoreChoice) => void): void {
  describe(`${name} (files in a folder)`, () => {
    const choice = () => ({});
    beforeEach(emptyFolders);
    tests(choice);
  });
  describe(`${name} (files in an S3 store)`, () => {
    let server: ObjectStoreServer | undefined;
    const choice = () => ({ FILE_STORE_URL: givenStore ?? server?.address ?? '' });
    beforeAll(async () => {
      if (givenStore) await refuseUsedBucket(choice());
      else server = await startObjectStoreServer();
    });
    afterAll(async () => {
      if (givenStore) await emptyGivenBucket(choice());
      await server?.close();
    });
    beforeEach(() => configure(choice()));
    beforeEach(loadFileStore);
    beforeEach(emptyBucket);
    tests(choice);
  });
}

const givenStore = process.env.TEST_FILE_STORE_URL;

/** The tests throw away whatever they find. */
async function refuseUsedBucket(choice: Record<string, string>): Promise<void> {
  configure(choice);
  await loadFileStore();
  const found = [...(await storedKeys()), ...(await idsOfUploads())];
  if (found.length > 0) throw new Error(`TEST_FILE_STORE_URL is not empty: ${found[0]} is there`);
}

async function emptyGivenBucket(choice: Record<string, string>): Promise<void> {
  configure(choice);
  await emptyBucket();
}

async function emptyFolders(): Promise<void> {
  for (const folder of ['files', 'uploads']) {
    await rm(join(config().dataDirectory, folder), { recursive: true, force: true });
  }
  await mkdir(join(config().dataDirectory, 'uploads'), { recursive: true });
}

async function emptyBucket(): Promise<void> {
  for (const id of await idsOfUploads()) await fileStore().discardUpload(id);
  for (const key of await storedKeys()) await fileStore().delete(key);
}

/** What there is of uploads in the store in use. */
export async function idsOfUploads(): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { key } of fileStore().listUploads()) ids.add(key);
  return [...ids];
}

/** The keys of all documents in the store in use. */
export async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ['userIntranet', 'adminIntranet']) {
    for await (const { key } of fileStore().list(folder)) keys.push(key);
  }
  return keys;
}
