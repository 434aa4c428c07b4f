import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * A backup store holds `objects/ab/<name>`, shared by all backups, and for each backup a folder
 * `nights/<name>` with `night.json` (what prunes and lists need, never encrypted), `manifest.json`
 * (what a restore needs; `manifest.json.age` when encrypted) and `manifest.sha256`, which is written
 * last: a night without it was interrupted.
 */
export const format = 2;
export const markerName = 'store.json';
export const nightName = 'night.json';
export const manifestName = 'manifest.json';
export const sumsName = 'manifest.sha256';
export const nightFile = (night: string, file: string) => `nights/${night}/${file}`;
export const objectKey = (name: string) => `objects/${name.slice(0, 2)}/${name}`;

/** The moment of a backup as the name of its folder; names sort like moments. */
export const nameOfNight = (madeAt: Date) => madeAt.toISOString().replaceAll(':', '-');
export const isNightName = (name: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(name);
export const dateOfNight = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));

export const sha256Of = (bytes: string | Uint8Array) =>
  createHash('sha256').update(bytes).digest('hex');

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);
const identifier = z.string().regex(/^[a-z_0-9]+$/);

/** What an object holds before it is encrypted, and its name. */
const stored = z.strictObject({ object: sha256, bytes: count, sha256 });

/** Keys from a manifest are untrusted: they must stay inside the folder of files. */
export const isSafeKey = (key: string) =>
  key.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));

/** Rows as JSON objects, a line each, in parts that are compressed with gzip. */
const rows = z.strictObject({ rows: count, parts: z.array(stored) });

/** A copy of the data directory of PostgreSQL, for a recovery to any later point in time. */
const cluster = z.strictObject({
  folders: z.array(z.string().refine(isSafeKey)),
  files: z.array(stored.extend({ path: z.string().refine(isSafeKey) })),
});

export const manifestSchema = z.strictObject({
  format: z.literal(format),
  madeAt: z.iso.datetime(),
  /** Release of the site that made it; null when it was not known. */
  version: z.string().nullable(),
  schema: z.strictObject({ name: z.string(), hash: sha256 }),
  /** `kept` in backups of earlier releases, where the site had made its secret itself. */
  secret: z.strictObject({ sha256, kept: stored.nullable() }),
  tables: z.array(rows.extend({ name: identifier, columns: z.array(identifier) })),
  jobs: rows,
  files: z.array(stored.extend({ key: z.string().refine(isSafeKey) })),
  /** Keys that the database names and the file store did not have. */
  missing: z.array(z.string()),
  cluster: cluster.nullable(),
});

export const nightSchema = z.strictObject({
  format: z.literal(format),
  madeAt: z.iso.datetime(),
  version: z.string().nullable(),
  /** Public key that it is encrypted to. */
  recipient: z.string().nullable(),
  /** Names of all objects that it needs. */
  objects: z.array(sha256),
  /** From when on a recovery to a point in time can begin here, and the first file it reads. */
  wal: z
    .strictObject({
      system: z.string().regex(/^\d+$/),
      start: z.string().regex(/^[0-9A-F]{24}$/),
      from: z.iso.datetime(),
    })
    .nullable(),
});

/** Tells whose store it is: the objects of another site are never pruned. */
export const markerSchema = z.strictObject({ format: z.literal(format), site: sha256 });

export type Manifest = z.output<typeof manifestSchema>;
export type Night = z.output<typeof nightSchema>;
export type Stored = z.output<typeof stored>;
export type Rows = z.output<typeof rows>;

/** Hears what has been done so far, a sentence at a time. */
export type Say = (line: string) => void;

/** What a secret is recognised by; the secret cannot be found from it. */
export const secretHash = (secret: string) => sha256Of(`association-backup:${secret}`);

/** Every object that a manifest names, each once. */
export function objectsOf(manifest: Manifest): Stored[] {
  const { tables, jobs, files, cluster: base, secret } = manifest;
  const all = [
    ...tables.flatMap(({ parts }) => parts),
    ...jobs.parts,
    ...files,
    ...(base?.files ?? []),
    ...(secret.kept ? [secret.kept] : []),
  ];
  const byName = new Map(
    all.map(({ object, bytes, sha256: sum }) => [object, { object, bytes, sha256: sum }]),
  );
  return [...byName.values()];
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const megabytes = (things: readonly { bytes: number }[]) =>
  Math.ceil(things.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000).toLocaleString('en-GB');
