import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Cipher } from './backup-cipher.server';
import { objectKey, type Stored } from './backup-format.server';
import type { BackupStore } from './backup-store.server';

/** Writes objects into a store; what is there already is not stored again. */
export type ObjectWriter = {
  store: (content: Readable | Uint8Array) => Promise<Stored>;
  /** What the object with this content is called, when the store has it. */
  find: (sha256: string) => string | null;
  /** Bytes that were new to the store. */
  added: () => number;
};

export async function openObjectWriter(store: BackupStore, cipher: Cipher): Promise<ObjectWriter> {
  const present = new Set<string>();
  for await (const key of store.list('objects')) present.add(key.split('/').at(-1) ?? '');
  let added = 0;
  return {
    added: () => added,
    find: (sha256) => {
      const name = cipher.nameOf(sha256);
      return present.has(name) ? name : null;
    },
    store: async (content) => {
      const path = join(store.workFolder, randomUUID());
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        const { written, ...facts } = await writeSealed(source, path, cipher);
        const object = cipher.nameOf(facts.sha256);
        if (!present.has(object)) {
          await syncFile(path);
          await store.adopt(path, objectKey(object));
          present.add(object);
          added += written;
        }
        return { object, ...facts };
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a new file with the content, encrypted where the cipher does, and says what went in. */
export async function writeSealed(source: Readable, path: string, cipher: Cipher) {
  const hash = createHash('sha256');
  let bytes = 0;
  source.on('error', () => undefined);
  const measured = Readable.from(
    (async function* measure() {
      const chunks: AsyncIterable<Buffer> = source;
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })(),
    { objectMode: false },
  );
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(await cipher.encrypt(measured), file);
  return { bytes, sha256: hash.digest('hex'), written: file.bytesWritten };
}
