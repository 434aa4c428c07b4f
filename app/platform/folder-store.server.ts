import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileStore as UploadFolder } from '@tus/file-store';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FileStore } from './file-store.server';

/** Keeps files in a folder and uploads in another one of the same file system. */
export function folderStore(folders: { files: string; uploads: string }): FileStore {
  const disk = new Disk(new FSDriver({ location: folders.files, visibility: 'private' }));
  const uploads = new UploadFolder({ directory: folders.uploads });
  const uploadPath = (id: string) => join(folders.uploads, id);
  return {
    put: (key, bytes) => disk.put(key, bytes),
    get: (key) => disk.get(key),
    getStream: async (key, range) =>
      range ? createReadStream(join(folders.files, key), range) : disk.getStream(key),
    exists: (key) => disk.exists(key),
    delete: async (key) => {
      await disk.delete(key);
      await removeIfEmpty(dirname(join(folders.files, key)));
    },
    uploads,
    readUpload: async (id) => createReadStream(uploadPath(id)),
    adopt: async (id, key) => {
      const target = join(folders.files, key);
      await makeDurable(uploadPath(id));
      await mkdir(dirname(target), { recursive: true });
      await rename(uploadPath(id), target);
      // The name itself has to reach the disk as well (fsync(2)).
      await makeDurable(dirname(target));
      await makeDurable(dirname(dirname(target)));
      await uploads.configstore.delete(id);
    },
    discardUpload: async (id) => {
      await rm(uploadPath(id), { force: true });
      await uploads.configstore.delete(id).catch(() => undefined);
    },
  };
}

async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Each document has a folder of its own, which goes with its last file. */
async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
