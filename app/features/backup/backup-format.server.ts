import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Refusal } from '~/lib/refusal';

/**
 * A backup is a folder that can be read without this program: `manifest.json`, a file for each
 * table in `tables/` and the waiting jobs in `jobs.ndjson` (a JSON object a line), the stored files
 * under their keys in `files/`, and `secret` where the site made its own.
 */
export const manifestName = 'manifest.json';
export const secretName = 'secret';
export const jobsName = 'jobs.ndjson';
export const tableFile = (table: string) => join('tables', `${table}.ndjson`);
export const storedFile = (key: string) => join('files', ...key.split('/'));

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);
const content = z.strictObject({ bytes: count, sha256 });

/** A key leads nowhere but into the folder of files, whoever wrote the manifest. */
export const isSafeKey = (key: string) =>
  key.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));

const manifestSchema = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Release of the site that made it; null when it was not known. */
  version: z.string().nullable(),
  schema: z.strictObject({ name: z.string(), hash: sha256 }),
  secret: z.strictObject({ sha256, included: z.boolean() }),
  tables: z.array(
    content.extend({
      name: z.string().regex(/^[a-z_0-9]+$/),
      columns: z.array(z.string().regex(/^[a-z_0-9]+$/)),
      rows: count,
    }),
  ),
  jobs: content.extend({ rows: count }),
  files: z.array(content.extend({ key: z.string().refine(isSafeKey) })),
  /** Keys that the database names and the file store did not have. */
  missing: z.array(z.string()),
});

export type Manifest = z.output<typeof manifestSchema>;
export type Content = z.output<typeof content>;

/** Hears what has been done so far, a sentence at a time. */
export type Say = (line: string) => void;

/** What a secret is recognised by; the secret cannot be found from it. */
export const secretHash = (secret: string) =>
  createHash('sha256').update(`association-backup:${secret}`).digest('hex');

/** @throws Refusal when the folder holds no finished backup that this release can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null)
    throw new Refusal(`There is no finished backup in ${folder}: it has no ${manifestName}.`);
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Refusal(`${join(folder, manifestName)} is damaged or of a later release.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bytes and checksum of a file; null when it is not there. */
export async function contentOf(path: string): Promise<Content | null> {
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    const chunks: AsyncIterable<Buffer> = createReadStream(path);
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes lines to a new file, which is on the disk when this is over.
 * @returns what it holds, for the manifest
 */
export async function writeLines(
  path: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<Content & { rows: number }> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    let rows = 0;
    for await (const lines of batches) {
      const chunk = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      await file.writeFile(chunk);
      hash.update(chunk);
      bytes += chunk.length;
      rows += lines.length;
    }
    await file.sync();
    return { bytes, rows, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

const mostLines = 500;
const mostCharacters = 4_000_000;

/**
 * The lines of a file in lists of a size that one statement can take. Lines end with U+000A alone:
 * JSON may hold the other characters that `node:readline` takes for the end of a line.
 */
export async function* readLines(path: string): AsyncIterable<string[]> {
  let rest = '';
  let lines: string[] = [];
  let characters = 0;
  const chunks: AsyncIterable<string> = createReadStream(path, 'utf8');
  for await (const chunk of chunks) {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      characters += line.length;
      if (lines.length < mostLines && characters < mostCharacters) continue;
      yield lines;
      lines = [];
      characters = 0;
    }
  }
  if (rest) lines.push(rest);
  if (lines.length > 0) yield lines;
}
