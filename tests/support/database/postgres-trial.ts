import { chmodSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '~/platform/embedded-postgres/embedded-postgres.server';
import { chooseAccount } from '../../../app/platform/embedded-postgres/binaries/postgres-account.server';
import {
  type ClusterProcess,
  findClusterProcesses,
} from '~/platform/embedded-postgres/postgres-processes.server';
import { chooseSocketDirectory } from '~/platform/embedded-postgres/postgres-socket.server';

/** For tests only: a temporary folder, and the databases that a test starts in it. */
export type TrialPlace = {
  folder: string;
  /** Where the database is unless told otherwise. Not made yet. */
  directory: string;
  cluster: string;
  log: string[];
  start: (directory?: string) => Promise<EmbeddedPostgres>;
  /**
   * Stops the databases and removes the folder.
   * @throws when a process is left over, after a while for those whose application was killed
   */
  close: () => Promise<void>;
};

/** @param durable as for the database: true where a test kills it */
export function makeTrialPlace(durable = false): TrialPlace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-postgres-')));
  chmodSync(folder, 0o755);
  const directory = join(folder, 'postgres');
  const log: string[] = [];
  const started: EmbeddedPostgres[] = [];
  const start = async (where = directory) => {
    const database = await startEmbeddedPostgres({
      directory: where,
      durable,
      onLog: (line) => log.push(line),
    });
    started.push(database);
    return database;
  };
  return {
    folder,
    directory,
    cluster: join(directory, 'cluster'),
    log,
    start,
    close: async () => {
      for (const database of started) await database.stop();
      await nothingLeft(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the values of all rows in one list */
export async function query(database: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new Client(database.connection());
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** The server and its supervisors, as the adapter finds them. */
export async function serverProcesses(directory: string): Promise<ClusterProcess[]> {
  const cluster = join(directory, 'cluster');
  const account = chooseAccount(cluster, statSync(cluster, { throwIfNoEntry: false }));
  const { path } = await chooseSocketDirectory(directory, account);
  return findClusterProcesses({ cluster, socketDirectory: path, account });
}

/** Every process that works within the directory, by whatever name: PostgreSQL's own children too. */
export function processesWithin(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`).startsWith(directory) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Resolves once no process works within the directory any more. */
export async function nothingLeft(directory: string): Promise<void> {
  for (let attempt = 0; processesWithin(directory).length > 0; attempt += 1) {
    if (attempt === 300) {
      throw new Error(`processes are left over: ${processesWithin(directory).join(' ')}`);
    }
    await sleep(100);
  }
}
