import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore as UploadFolder } from '@tus/file-store';
import type { ByteRange, FileStore, StoredThing } from './file-store.server';

/** Ends the names of files that are just being written. */
const unfinished = '.new';

/** Keeps files in a folder and uploads in another one of the same file system. */
export function folderStore(folders: { files: string; uploads: string }): FileStore {
  const uploads = new UploadFolder({ directory: folders.uploads });
  const uploadPath = (id: string) => join(folders.uploads, id);
  const pathOf = (key: string) => join(folders.files, key);
  return {
    put: (key, bytes) => nameInOneStep(pathOf(key), (path) => writeDurably(path, bytes)),
    putFile: (key, from) => nameInOneStep(pathOf(key), (path) => copyDurably(from, path)),
    get: (key) => readFile(pathOf(key), 'utf8'),
    getStream: (key, range) => openToRead(pathOf(key), range),
    exists: (key) => isThere(pathOf(key)),
    delete: async (key) => {
      await rm(pathOf(key), { force: true });
      // Each document has a folder of its own, which goes with its last file.
      await rmdir(dirname(pathOf(key))).catch(() => undefined);
    },
    list: (folder) => listFiles(pathOf(folder), folders.files),
    uploads,
    writeUpload: (id, offset, chunks) => writeFrom(uploadPath(id), offset, chunks),
    readUpload: (id, range) => openToRead(uploadPath(id), range),
    settleUpload: (id) => makeDurable(uploadPath(id)),
    adopt: (id, key) => linkOrCopy(uploadPath(id), pathOf(key)),
    discardUpload: async (id) => {
      await rm(uploadPath(id), { force: true });
      await uploads.configstore.delete(id).catch(() => undefined);
    },
    listUploads: async function* listUploads() {
      const seen = new Set<string>();
      for await (const { key, changedAt } of listFiles(folders.uploads, folders.uploads)) {
        const id = key.replace(/\.json$/, '');
        if (!seen.has(id)) yield { key: id, changedAt };
        seen.add(id);
      }
    },
  };
}

/** Fails at once when there is no such file, not in the middle of an answer. */
async function openToRead(path: string, range?: ByteRange): Promise<Readable> {
  await access(path);
  return createReadStream(path, range);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Lets `make` write a temporary file, then renames it, so that no reader sees half a file. */
async function nameInOneStep(path: string, make: (path: string) => Promise<void>): Promise<void> {
  const beside = `${path}.${randomUUID()}${unfinished}`;
  try {
    await inItsFolder(path, () => make(beside));
    await rename(beside, path);
    await makeNameDurable(path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function inItsFolder(path: string, make: () => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await make().catch(async (error: unknown) => {
    // Another file's removal took the empty folder away in between.
    if (!isAbsent(error)) throw error;
    await mkdir(dirname(path), { recursive: true });
    await make();
  });
}

/** The name itself has to reach the disk as well (fsync(2)). */
async function makeNameDurable(path: string): Promise<void> {
  await makeDurable(dirname(path));
  await makeDurable(dirname(dirname(path)));
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;
const isAbsent = (error: unknown) => hasCode(error, 'ENOENT');

async function writeDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  await writeFile(path, bytes, { flush: true });
}

/**
 * So much is written at once, in bytes: a call for each small chunk takes longer than the writing. For
 * more at once Linux looks for memory in large pieces, which on a guest of another machine have often
 * to be fetched from there first: that takes longer than all the rest.
 */
const writtenAtOnce = 64 * 1024;

/** Writes chunks into a file that is there, and keeps what came before one that fails. */
async function writeFrom(
  path: string,
  offset: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const file = await open(path, 'r+');
  const block = Buffer.allocUnsafeSlow(writtenAtOnce);
  let filled = 0;
  let end = offset;
  const flush = async () => {
    for (let done = 0; done < filled;) {
      const { bytesWritten } = await file.write(block, done, filled - done, end);
      done += bytesWritten;
      end += bytesWritten;
    }
    filled = 0;
  };
  try {
    for await (const chunk of chunks) {
      for (let taken = 0; taken < chunk.length;) {
        const part = chunk.subarray(taken, taken + block.length - filled);
        block.set(part, filled);
        taken += part.length;
        filled += part.length;
        if (filled === block.length) await flush();
      }
      giveBack(chunk);
    }
    await flush();
    return end;
  } finally {
    await file.close();
  }
}

/**
 * Frees the memory of a chunk that is stored. Left to the garbage collector, each 30 MB would cost
 * a collection of everything, which together takes longer than the writing.
 */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  // Small ones may share their memory with others.
  const isWhole = byteLength === buffer.byteLength && byteLength > 16_384;
  if (isWhole && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * A second name for the same bytes, given at once: a process that ends meanwhile leaves no third
 * one. A copy where the file system knows no second names. `to` is the name of these bytes alone:
 * when it is there, an attempt before this one gave it.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await inItsFolder(to, () => link(from, to));
  } catch (error) {
    if (isAbsent(error)) throw error;
    if (!hasCode(error, 'EEXIST')) {
      return nameInOneStep(to, (beside) => copyDurably(from, beside));
    }
  }
  await makeNameDurable(to);
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await makeDurable(to);
}

async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listFiles(folder: string, root: string): AsyncIterable<StoredThing> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path, root);
    else {
      // Gone between the listing and now.
      const found = await stat(path).catch(() => null);
      if (found) yield { key: relative(root, path).split(sep).join('/'), changedAt: found.ctime };
    }
  }
}
