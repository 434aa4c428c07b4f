import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Refusal } from '~/policy/refusal';
import { type Decipher, decipherWith } from './backup-cipher.server';
import { type Manifest, objectKey, type Rows, type Stored } from './backup-format.server';
import { type BackupStore, makeReadingFolder, openBackupStore } from './backup-store.server';
import { findNight, isAbsent, readManifest } from './nights.server';

/** Where a backup is, as typed at the command line. */
export type BackupPlace = {
  /** A folder or an address; empty: BACKUP_STORE. */
  store: string;
  /** A name or its beginning; empty: the newest. */
  night: string;
  /** File with the secret key, for an encrypted backup. */
  identity?: string;
};

/** Reads the objects of a store; whatever is not what the manifest says is refused. */
export type ObjectReader = {
  /** Ends with an error when the content is not the one that was backed up. */
  open: (object: Stored) => Promise<Readable>;
  /** Lets `work` have the content as a file of this machine, which is gone afterwards. */
  withFile: (object: Stored, work: (path: string) => Promise<void>) => Promise<void>;
};

export type OpenBackup = {
  store: BackupStore;
  night: string;
  manifest: Manifest;
  reader: ObjectReader;
};

/** Opens a backup and lets `work` read it. @throws Refusal */
export async function withBackup<Result>(
  place: BackupPlace,
  work: (backup: OpenBackup) => Promise<Result>,
): Promise<Result> {
  const store = await openBackupStore(place.store);
  const decipher = await decipherOf(place);
  const night = await findNight(store, place.night);
  const manifest = await readManifest(store, night, decipher);
  return withReader(store, decipher, (reader) => work({ store, night, manifest, reader }));
}

export async function decipherOf({ identity }: BackupPlace): Promise<Decipher | null> {
  return identity ? decipherWith(identity) : null;
}

export async function withReader<Result>(
  store: BackupStore,
  decipher: Decipher | null,
  work: (reader: ObjectReader) => Promise<Result>,
): Promise<Result> {
  const folder = await makeReadingFolder();
  const open = (object: Stored) => openObject(store, object, decipher);
  try {
    return await work({
      open,
      withFile: async (object, handle) => {
        const path = join(folder, randomUUID());
        await pipeline(await open(object), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        await handle(path);
        await rm(path, { force: true });
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const notWhole = ({ object }: Stored, how: string) =>
  new Refusal(`The backup is not whole: object ${object} is ${how}.`);

/** An object named by its own content is plain, any other one is encrypted. */
async function openObject(
  store: BackupStore,
  object: Stored,
  decipher: Decipher | null,
): Promise<Readable> {
  const sealed = await store.getStream(objectKey(object.object)).catch((error: unknown) => {
    throw isAbsent(error) ? notWhole(object, 'missing') : error;
  });
  if (object.object === object.sha256) return checked(sealed, object);
  if (!decipher)
    throw new Refusal('The backup is encrypted: add --identity and the file of its key.');
  const plain = await decipher(sealed).catch(() => {
    throw notWhole(object, 'damaged');
  });
  return checked(plain, object);
}

function checked(content: Readable, object: Stored): Readable {
  return Readable.from(
    (async function* check() {
      const hash = createHash('sha256');
      try {
        const chunks: AsyncIterable<Buffer> = content;
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      } catch (error) {
        // What is encrypted ends with an error of its own where it was changed.
        if (object.object === object.sha256) throw error;
        throw notWhole(object, 'damaged');
      }
      if (hash.digest('hex') !== object.sha256) throw notWhole(object, 'damaged');
    })(),
    { objectMode: false },
  );
}

/** @throws Refusal naming the first object whose content is not what the manifest says */
export async function requireSound(
  reader: ObjectReader,
  objects: readonly Stored[],
): Promise<void> {
  for (const object of objects) {
    const content = await reader.open(object);
    content.resume();
    await finished(content);
  }
}

const maxLines = 500;
const maxCharacters = 4_000_000;

/**
 * The lines of a table in lists of a size that one statement can take. Lines end with U+000A alone:
 * JSON may hold the other characters that `node:readline` takes for the end of a line.
 */
export async function* readRows(reader: ObjectReader, { parts }: Rows): AsyncIterable<string[]> {
  let lines: string[] = [];
  let characters = 0;
  for (const part of parts) {
    for await (const line of linesOf(await reader.open(part))) {
      lines.push(line);
      characters += line.length;
      if (lines.length < maxLines && characters < maxCharacters) continue;
      yield lines;
      lines = [];
      characters = 0;
    }
  }
  if (lines.length > 0) yield lines;
}

async function* linesOf(compressed: Readable): AsyncIterable<string> {
  const unzip = createGunzip();
  compressed.on('error', (error) => unzip.destroy(error));
  const chunks: AsyncIterable<string> = compressed.pipe(unzip).setEncoding('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const pieces = `${rest}${chunk}`.split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
  if (rest) yield rest;
}
