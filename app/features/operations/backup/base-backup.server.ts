import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Client } from 'pg';
import { config } from '~/config/config.server';
import { Refusal } from '~/policy/refusal';
import { systemIdentifier } from '~/platform/embedded-postgres/postgres-archive.server';
import { findRunningPostgres } from '~/platform/embedded-postgres/postgres-running.server';
import { asSuperuser } from '~/platform/embedded-postgres/postgres-server.server';
import type { Manifest, Night, Say } from '~/features/operations/backup/store/backup-format.server';
import type { ObjectWriter } from '~/features/operations/backup/store/object-writer.server';

export type BaseBackup = { cluster: Manifest['cluster']; wal: Night['wal'] };

const compress = promisify(gzip);

type Cluster = NonNullable<Manifest['cluster']>;

/**
 * Copies the data directory of the embedded database while it runs, where its log is archived: a
 * recovery to any later point in time begins from it. The low-level interface of PostgreSQL,
 * "Making a Base Backup Using the Low Level API".
 */
export async function makeBaseBackup(writer: ObjectWriter, say: Say): Promise<BaseBackup> {
  const { backup, databaseUrl, dataDirectory } = config();
  if (!backup.walArchive || databaseUrl) return { cluster: null, wal: null };
  const directory = join(dataDirectory, 'postgres');
  const running = findRunningPostgres(directory);
  if (!running) throw new Error('The embedded database does not run');
  const root = join(directory, 'cluster');
  let made: BaseBackup = { cluster: null, wal: null };
  await asSuperuser(running.host, async (client) => {
    await requireArchiving(client);
    const start = await ask(client, 'select pg_walfile_name(pg_backup_start($1, true))', [
      'association',
    ]);
    const cluster = await copyCluster(writer, root);
    // Waits until the last segment that the copy needs is in the archive.
    await client.query("set statement_timeout = '5min'");
    const label = await ask(client, 'select labelfile from pg_backup_stop(true)', []);
    const from = await ask(client, 'select now()::timestamptz(3)::text', []);
    cluster.files.push({ path: 'backup_label', ...(await writer.store(await compress(label))) });
    made = {
      cluster,
      wal: { system: systemIdentifier(root), start, from: new Date(from).toISOString() },
    };
  });
  say(`The database itself is copied, ${made.cluster?.files.length ?? 0} files.`);
  return made;
}

async function ask(client: Client, question: string, values: string[]): Promise<string> {
  const { rows } = await client.query<string[]>({ text: question, values, rowMode: 'array' });
  return rows[0]?.[0] ?? '';
}

async function requireArchiving(client: Client): Promise<void> {
  if ((await ask(client, 'show archive_mode', [])) === 'on') return;
  throw new Refusal(
    'WAL_ARCHIVE is set, but the site was started without it: restart the site, then make the backup.',
  );
}

/** Folders whose content PostgreSQL makes anew (PostgreSQL, the same section), and a log replayed. */
const left =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|recovery-log)\//;
const leftFiles =
  /(^|\/)(postmaster\.pid|postmaster\.opts|pg_internal\.init(\.\d+)?|pgsql_tmp.*|backup_label|tablespace_map)$/;
const controlFile = 'global/pg_control';

async function copyCluster(writer: ObjectWriter, root: string): Promise<Cluster> {
  const cluster: Cluster = { folders: [], files: [] };
  const paths: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isDirectory() && !/pgsql_tmp/.test(path)) cluster.folders.push(path);
    else if (entry.isFile() && !left.test(path) && !leftFiles.test(path)) paths.push(path);
  }
  // The control file last: it says up to where the log has to be replayed at least.
  const ordered = [...paths.filter((path) => path !== controlFile).toSorted(), controlFile];
  for (const path of ordered) {
    const stored = await writer.store(compressed(join(root, path))).catch((error: unknown) => {
      // A table that was dropped meanwhile; the log says so.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    if (stored) cluster.files.push({ path, ...stored });
  }
  cluster.folders.sort();
  return cluster;
}

function compressed(path: string) {
  const source = createReadStream(path);
  const zip = createGzip({ level: 1 });
  source.on('error', (error) => zip.destroy(error));
  return source.pipe(zip);
}
