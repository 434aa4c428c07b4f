/**
 * A demonstration site on the embedded database is backed up and brought to another database server
 * and another file store: this is a restore after a loss, and the way to grow.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inject } from 'vitest';
import { config, setConfig } from '~/config/config.server';
import { pool } from '~/db/db.server';
import { findActor } from '~/features/identity/sign-in/session.server';
import { closeSite, openSite } from '../../../server/admin/admin-site';
import { configure } from '../database/configure';
import { addressOf } from '../database/database-server';

export const server = inject('databaseServer');
export const folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
export const backupFolder = join(folder, 'backup');
export const password = 'a password for the backup test';
/** Databases of this file alone: another one may be tested at the same time. */
const named = (what: string) => `${server.prefix}_${randomBytes(4).toString('hex')}_${what}`;
export const names = {
  refused: named('refused'),
  restored: named('restored'),
  other: named('other'),
  objects: named('objects'),
  aged: named('aged'),
};

/** The site that is backed up. */
export const small = (changes: Record<string, string> = {}) =>
  configure({
    DEMO: '1',
    DEMO_PASSWORD: password,
    APP_SECRET: '',
    DATA_DIR: join(folder, 'small'),
    ...changes,
  });
/** As its operator does after a loss: the secret of the site was kept apart from the backup. */
export function bringSecretAlong(site: string): void {
  mkdirSync(join(folder, site), { recursive: true });
  copyFileSync(join(folder, 'small', 'secret'), join(folder, site, 'secret'));
}

/** The site it is brought to. The address is set beside the environment, since the server of the tests may be a socket. */
export const grown = (changes: Record<string, string> = {}, database = names.restored) => {
  configure({
    DEMO: '1',
    DEMO_PASSWORD: password,
    APP_SECRET: '',
    DATA_DIR: join(folder, 'grown'),
    ...changes,
  });
  setConfig({ ...config(), databaseUrl: addressOf(server, database) });
};

/** Another such site, to which nothing gets. */
export const refusing = (changes: Record<string, string> = {}) =>
  grown({ DATA_DIR: join(folder, 'refusing'), ...changes }, names.refused);

export async function personOf(email: string) {
  const { rows } = await pool().query<{ id: string }>('select id from users where email = $1', [
    email,
  ]);
  const person = await findActor(rows[0]?.id ?? '');
  if (!person) throw new Error(`${email} is not there`);
  return person;
}

export type Contents = Awaited<ReturnType<typeof contentsOf>>;

/** Rows that a restore adds or changes. */
const changedByRestore: Record<string, string> = {
  audit_entries: "where action not like 'backup.%' and target_kind <> 'newsletter'",
  newsletters: "where subject not like 'Under way: %'",
};

/** Rows and checksum of every table, computed columns included, by PostgreSQL itself. */
export async function contentsOf() {
  const { rows: tables } = await pool().query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const contents: Record<string, { rows: number; sum: string }> = {};
  for (const { name } of tables) {
    const where = changedByRestore[name] ?? '';
    const { rows } = await pool().query<{ rows: number; sum: string }>(
      `select count(*)::int as rows, md5(string_agg(t::text, chr(10) order by t::text collate "C")) as sum from "${name}" t ${where}`,
    );
    contents[name] = rows[0] ?? { rows: 0, sum: '' };
  }
  return contents;
}

export async function withSite<T>(work: () => Promise<T>): Promise<T> {
  await openSite({});
  try {
    return await work();
  } finally {
    await closeSite();
  }
}

/** The stored files of a site by key. */
export function filesOf(site: string): Map<string, Buffer> {
  const root = join(folder, site, 'files');
  const found = new Map<string, Buffer>();
  if (!existsSync(root)) return found;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.parentPath !== root)
      found.set(path.slice(root.length), readFileSync(path));
  }
  return found;
}

/** The folder of the newest backup in a store. */
export function newestNight(store: string): string {
  const name = readdirSync(join(store, 'nights')).toSorted().at(-1) ?? '';
  return join(store, 'nights', name);
}

type Rows = { rows: number; parts: { object: string; bytes: number; sha256: string }[] };
type Manifest = {
  madeAt: string;
  tables: (Rows & { name: string; columns: string[] })[];
  jobs: Rows;
  files: { key: string; object: string; sha256: string }[];
  schema: { hash: string };
};

export function manifestOf(store: string): Manifest {
  return JSON.parse(readFileSync(join(newestNight(store), 'manifest.json'), 'utf8'));
}

/** Changes a manifest together with its checksum, as one who knows the format would. */
export function forgeManifest(store: string, change: (manifest: Manifest) => Manifest): void {
  const night = newestNight(store);
  const manifest = `${JSON.stringify(change(manifestOf(store)))}\n`;
  writeFileSync(join(night, 'manifest.json'), manifest);
  const sums = ['night.json', 'manifest.json'].map(
    (file) => `${checksum(readFileSync(join(night, file)))}  ${file}\n`,
  );
  writeFileSync(join(night, 'manifest.sha256'), sums.join(''));
}

export const checksum = (bytes: string | Buffer) =>
  createHash('sha256').update(bytes).digest('hex');

/** Adds a job that cannot be read to a backup, as if it had always been in it. */
export function breakLastJob(store: string): void {
  const part = gzipSync('{}\n');
  const sha256 = checksum(part);
  const folder = join(store, 'objects', sha256.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, sha256), part);
  forgeManifest(store, ({ jobs, ...others }) => {
    const added = { object: sha256, bytes: part.length, sha256 };
    return { ...others, jobs: { rows: jobs.rows + 1, parts: [...jobs.parts, added] } };
  });
}
