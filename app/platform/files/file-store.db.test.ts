import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { describe, expect, test, vi } from 'vitest';
import {
  describeOnBothStores,
  idsOfUploads,
  storedKeys,
} from '../../../tests/support/files/file-stores';
import { configure } from '../../../tests/support/database/configure';
import { startObjectStoreServer } from '../../../tests/support/files/object-store-server';
import { config } from '~/config/config.server';
import { fileStore, loadFileStore, pingFileStore } from './file-store.server';
import { folderStore } from './folder-store.server';
import { objectStore } from './object-store.server';

const bytesOf = async (key: string, range?: { start: number; end: number }) =>
  Buffer.concat(await (await fileStore().getStream(key, range)).toArray());
type Parts = { Bucket: string; Key: string; UploadId: string };
type PartsClient = Record<
  'completeMultipartUpload' | 'listParts',
  (parts: Parts) => Promise<unknown>
>;
const newUploadId = () => crypto.randomUUID().replaceAll('-', '');

async function arrive(id: string, parts: readonly Buffer[]): Promise<void> {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const { uploads } = fileStore();
  await uploads.create(new Upload({ id, size, offset: 0 }));
  let offset = 0;
  for (const part of parts) {
    offset = await uploads.write(Readable.from([part]), id, offset);
    expect((await uploads.getUpload(id)).offset).toBe(offset);
  }
}

describeOnBothStores('a file store', (choice) => {
  test('keeps bytes, gives parts of them, and forgets them', async () => {
    const key = 'userIntranet/a/document.txt';
    await fileStore().put(key, 'Ἀθῆναι');
    await fileStore().put(key, '0123456789');
    expect(await fileStore().get(key)).toBe('0123456789');
    expect((await bytesOf(key, { start: 2, end: 4 })).toString()).toBe('234');
    expect(await fileStore().exists(key)).toBe(true);
    expect(await storedKeys()).toEqual([key]);
    await fileStore().delete(key);
    await fileStore().delete(key);
    expect(await fileStore().exists(key)).toBe(false);
    await expect(fileStore().getStream(key)).rejects.toThrow(Error);
    expect(await storedKeys()).toEqual([]);
  });

  test('makes an upload in parts a file, as often as it is asked', async () => {
    const id = newUploadId();
    const parts = [Buffer.alloc(6_000_000, 1), Buffer.alloc(3_000_000, 2), Buffer.alloc(10, 3)];
    await arrive(id, parts);
    const key = `userIntranet/b/document.bin`;
    for (let time = 0; time < 2; time += 1) {
      await fileStore().settleUpload(id);
      await fileStore().adopt(id, key);
    }
    expect((await bytesOf(key)).equals(Buffer.concat(parts))).toBe(true);
    expect(await storedKeys()).toEqual([key]);
    expect(await idsOfUploads()).toEqual([id]);
    await fileStore().discardUpload(id);
    await fileStore().discardUpload(id);
    expect(await idsOfUploads()).toEqual([]);
    expect((await bytesOf(key)).length).toBe(9_000_010);
  });

  test('takes a file from the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'put-file-'));
    const bytes = randomBytes(300_000);
    await writeFile(join(folder, 'file'), bytes);
    await fileStore().putFile('userIntranet/p/document.bin', join(folder, 'file'));
    expect((await bytesOf('userIntranet/p/document.bin')).equals(bytes)).toBe(true);
    await rm(folder, { recursive: true });
  });

  test('forgets an upload that was never finished', async () => {
    const id = newUploadId();
    const { uploads } = fileStore();
    await uploads.create(new Upload({ id, size: 100, offset: 0 }));
    await uploads.write(Readable.from([Buffer.alloc(40)]), id, 0);
    await fileStore().discardUpload(id);
    expect(await idsOfUploads()).toEqual([]);
    await expect(uploads.getUpload(id)).rejects.toMatchObject({ status_code: 404 });
  });

  test('says whether it is there', async () => {
    // Asked many times, it is tried once.
    const put = vi.spyOn(fileStore(), 'put');
    await Promise.all(Array.from({ length: 10 }, () => pingFileStore()));
    expect(put.mock.calls.length).toBeLessThanOrEqual(1);
    put.mockRestore();
    configure({ ...choice(), FILE_STORE_URL: 'http://KEY:SECRET@127.0.0.1:1/library' });
    await expect(pingFileStore()).rejects.toThrow(Error);
  });
});

describe('a folder', () => {
  test('gives an upload its name at once, so that a crash leaves no other', async () => {
    const id = newUploadId();
    await arrive(id, [Buffer.from('all of it')]);
    const folder = join(config().dataDirectory, 'files/userIntranet/n');
    await mkdir(folder, { recursive: true });
    const names = new Set<string>();
    const watcher = watch(folder, (_event, name) => void names.add(name ?? ''));
    await fileStore().adopt(id, 'userIntranet/n/document.txt');
    await expect.poll(() => [...names]).toEqual(['document.txt']);
    watcher.close();
  });

  test('takes a copy where the file system knows no second names', async () => {
    const id = newUploadId();
    await arrive(id, [Buffer.from('all of it')]);
    const uploads = join(config().dataDirectory, 'uploads');
    const elsewhere = await mkdtemp('/dev/shm/files-').catch(() =>
      mkdtemp(join(tmpdir(), 'files-')),
    );
    const files = folderStore({ files: elsewhere, uploads });
    for (let time = 0; time < 2; time += 1) await files.adopt(id, 'userIntranet/o/document.txt');
    expect(await files.get('userIntranet/o/document.txt')).toBe('all of it');
    expect(await readdir(join(elsewhere, 'userIntranet/o'))).toEqual(['document.txt']);
    await rm(elsewhere, { recursive: true });
  });
});

/** A store takes no part under 5 MiB but the last (S3 API, CompleteMultipartUpload). */
const fewInOne = { inOne: 6_000_000, part: 5_300_000 };

describe('an S3 store', () => {
  test('copies what is too large for one request in parts', async () => {
    const server = await startObjectStoreServer();
    const files = objectStore(server.address, fewInOne);
    const id = newUploadId();
    const bytes = Buffer.alloc(11_000_001, 'abc');
    await files.uploads.create(new Upload({ id, size: bytes.length, offset: 0 }));
    await files.uploads.write(Readable.from([bytes]), id, 0);
    await files.adopt(id, 'userIntranet/c/document.bin');
    const stored = await (await files.getStream('userIntranet/c/document.bin')).toArray();
    expect(Buffer.concat(stored).equals(bytes)).toBe(true);
    await server.close();
  });

  test('takes a file from the disk in parts where it is too large for one request', async () => {
    const server = await startObjectStoreServer();
    const files = objectStore(server.address, fewInOne);
    const folder = await mkdtemp(join(tmpdir(), 'put-file-'));
    const bytes = randomBytes(11_000_001);
    await writeFile(join(folder, 'file'), bytes);
    await files.putFile('userIntranet/q/document.bin', join(folder, 'file'));
    const stored = await (await files.getStream('userIntranet/q/document.bin')).toArray();
    expect(Buffer.concat(stored).equals(bytes)).toBe(true);
    await server.close();
    await rm(folder, { recursive: true });
  });

  test('leaves no part behind of what could not be copied or taken whole', async () => {
    const server = await startObjectStoreServer();
    const files = objectStore(server.address, fewInOne);
    const client: PartsClient = Reflect.get(files.uploads, 'client');
    const folder = await mkdtemp(join(tmpdir(), 'put-file-'));
    await writeFile(join(folder, 'file'), Buffer.alloc(6_000_001));
    await files.put('file', Buffer.alloc(6_000_001));
    const finish = vi
      .spyOn(client, 'completeMultipartUpload')
      .mockImplementation(() => Promise.reject(new Error('cut')));
    await expect(files.adopt('file', 'copied')).rejects.toThrow('cut');
    await expect(files.putFile('taken', join(folder, 'file'))).rejects.toThrow('cut');
    expect(finish.mock.calls.map(([{ Key }]) => Key)).toEqual(['copied', 'taken']);
    for (const [{ Bucket, Key, UploadId }] of finish.mock.calls) {
      const parts = client.listParts({ Bucket, Key, UploadId });
      await expect(parts).rejects.toMatchObject({ name: 'NoSuchUpload' });
    }
    await server.close();
    await rm(folder, { recursive: true });
  });

  test('takes the parts of one upload through two nodes', async () => {
    const server = await startObjectStoreServer();
    const nodes = [objectStore(server.address), objectStore(server.address)] as const;
    const id = newUploadId();
    const parts = [5_500_000, 700_000, 100, 6_000_000].map((size, value) =>
      Buffer.alloc(size, value + 1),
    );
    const size = Buffer.concat(parts).length;
    await nodes[0].uploads.create(new Upload({ id, size, offset: 0 }));
    let offset = 0;
    for (const [turn, part] of parts.entries()) {
      const { uploads } = turn % 2 === 0 ? nodes[1] : nodes[0];
      expect((await uploads.getUpload(id)).offset).toBe(offset);
      offset = await uploads.write(Readable.from([part]), id, offset);
    }
    await nodes[1].settleUpload(id);
    await nodes[1].adopt(id, 'userIntranet/e/document.bin');
    const stored = await (await nodes[0].getStream('userIntranet/e/document.bin')).toArray();
    expect(Buffer.concat(stored).equals(Buffer.concat(parts))).toBe(true);
    await server.close();
  });

  test('puts an upload together when the process ended just before', async () => {
    const server = await startObjectStoreServer();
    configure({ FILE_STORE_URL: server.address });
    await loadFileStore();
    const id = newUploadId();
    server.failNextCompletion();
    await expect(arrive(id, [Buffer.from('all of it')])).rejects.toThrow(Error);
    expect((await fileStore().uploads.getUpload(id)).offset).toBe(9);
    await fileStore().settleUpload(id);
    await fileStore().adopt(id, 'userIntranet/d/document.txt');
    expect(await fileStore().get('userIntranet/d/document.txt')).toBe('all of it');
    await server.close();
  });
});
