import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { keyedHash } from '~/platform/keyed-hash.server';
import { Refusal } from '~/policy/refusal';
import { damagedFile, type WalFile } from './fetch-wal.server';
import { beginningOf } from './wal-names';
import { findLastEnd, readSegmentHeader } from './wal-segment';

/** How large a segment is, and when the last transaction ended of which it tells. */
type ReadSegment = { bytes: number; lastEnd: Date | null };

/** Reads the files of a log, each once. */
export type LogReader = {
  /** @returns null when it is damaged, or not there */
  readSegment: (segment: string) => Promise<ReadSegment | null>;
  /** Reads the histories of timelines, and a copy of the database that lies among the log. */
  readOthers: (copy: string | null) => Promise<void>;
  /** What is wrong with what was read, by the name of the segment or file. */
  problems: () => ReadonlyMap<string, string>;
};

/** Whose log it is; the secret is null where the store is not that of this site. */
type Site = { system: string; secret: string | null };

export function logReader(files: readonly WalFile[], site: Site): LogReader {
  const byName = new Map(files.map((file) => [file.name, file]));
  const read = new Map<string, ReadSegment | null>();
  const problems = new Map<string, string>();
  return {
    problems: () => problems,
    readSegment: async (segment) => {
      const known = read.get(segment);
      const file = byName.get(`${segment}.gz`);
      if (known !== undefined || !file) return known ?? null;
      const found = await readSegment(file, segment, site);
      read.set(segment, typeof found === 'string' ? null : found);
      if (typeof found !== 'string') return found;
      problems.set(segment, found);
      return null;
    },
    readOthers: async (copy) => {
      for (const file of files) {
        if (file.name !== copy && !file.name.endsWith('.history.gz')) continue;
        const problem = await unpack(file, site, () => undefined);
        if (problem) problems.set(file.name, problem);
      }
    },
  };
}

/** @returns what is wrong with it, if anything */
async function readSegment(
  file: WalFile,
  segment: string,
  site: Site,
): Promise<ReadSegment | string> {
  const chunks: Buffer[] = [];
  const problem = await unpack(file, site, (chunk) => void chunks.push(chunk));
  if (problem) return problem;
  const content = Buffer.concat(chunks);
  const header = readSegmentHeader(content);
  const isIt =
    header?.system === site.system &&
    header.bytes === content.length &&
    header.begins === beginningOf(segment, header.bytes);
  if (!header || !isIt) return damagedFile(file.name).message;
  return { bytes: header.bytes, lastEnd: findLastEnd(content) };
}

/** @returns what is wrong with the file, if anything */
async function unpack(
  file: WalFile,
  { secret }: Site,
  take: (chunk: Buffer) => void,
): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(
      await file.open(),
      async function* measure(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) take(chunk);
      },
    );
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    if (isOutside(error)) throw error;
    return damagedFile(file.name).message;
  }
  // The name in the store is a hash of the content; only the site's own secret can tell.
  const isNamed = file.stored?.key.includes(
    `/${keyedHash(secret ?? '', 'backup-wal', hash.digest('hex'))}.`,
  );
  return secret && isNamed === false ? damagedFile(file.name).message : null;
}

/** A disk or network that fails, and not the content: zlib has codes with a Z, age has none. */
const isOutside = (error: unknown) =>
  error instanceof Error &&
  (error.name !== 'Error' || ('code' in error && !String(error.code).startsWith('Z_')));
