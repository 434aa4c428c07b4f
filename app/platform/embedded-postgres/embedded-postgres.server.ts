import { join } from 'node:path';
import type { Client } from 'pg';
import { directoryError } from './embedded-postgres-error.server';
import {
  chooseAccount,
  currentUid,
  describeUser,
  type PostgresAccount,
} from '~/platform/embedded-postgres/binaries/postgres-account.server';
import {
  archiveSettings,
  prepareArchive,
  recoverySettings,
  requireFinishedRecovery,
} from './postgres-archive.server';
import {
  findBinaryPackage,
  prepareBinaries,
} from '~/platform/embedded-postgres/binaries/postgres-binaries.server';
import { inspectCluster, makeDatabaseDirectory, nameWithin } from './postgres-directory.server';
import {
  removeUnfinishedClusters,
  requireVersion,
  secureCluster,
} from './postgres-directory.server';
import { createCluster } from './postgres-initdb.server';
import { lockDirectory } from './postgres-lock.server';
import { asSuperuser, runServer, type RunningServer } from './postgres-server.server';
import { applicationName, postgresCommand } from './postgres-settings.server';
import { chooseSocketDirectory, removeSocketDirectory, socketPort } from './postgres-socket.server';

export type EmbeddedPostgresConnection = {
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
};

export type EmbeddedPostgres = {
  /** node-postgres settings for a database of this cluster over the Unix socket. */
  connection: (database?: string) => EmbeddedPostgresConnection;
  /** The same as an address, as for DATABASE_URL. */
  connectionString: (database?: string) => string;
  /** Whether a server that an earlier application had left behind was found, and replaced. */
  adopted: boolean;
  /** Fast shutdown; resolves when PostgreSQL is gone. May be called again. */
  stop: () => Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Made when missing; one application at a time. */
  directory: string;
  /** PostgreSQL's log and what is done about it, a line at a time. No personal data. */
  onLog?: (line: string) => void;
  /** False gives up the safety of the data for speed: for tests. */
  durable?: boolean;
  /** Connections for the application, 50 unless told. */
  maxConnections?: number;
  /** Folder for the archive of the write-ahead log; without it none is kept. */
  walArchive?: string;
  /** Replays the log laid out in the cluster first; resolves when all of it is done. */
  recovery?: { until: Date | null };
};

/**
 * Starts PostgreSQL on `directory`, creating the database when there is none. It is started again
 * when it ends by itself, and ends when this process ends, however that happens.
 * @throws EmbeddedPostgresError with one sentence for the person who starts the program
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    const directory = makeDatabaseDirectory(options.directory);
    const lock = await lockDirectory(directory);
    try {
      const started = await startLocked(directory, options);
      return { ...started, stop: () => started.stop().finally(lock.release) };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw directoryError(error, options.directory, describeUser(currentUid()));
  }
}

async function startLocked(
  directory: string,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { onLog = () => undefined, durable = true, maxConnections = 50 } = options;
  const cluster = join(directory, 'cluster');
  if (!options.recovery) requireFinishedRecovery(directory);
  const { owner, hasData } = inspectCluster(cluster);
  const account = chooseAccount(cluster, owner);
  const { postgres, initdb, major } = await prepareBinaries(findBinaryPackage(), {
    account,
    onLog,
  });
  removeUnfinishedClusters(directory);
  if (hasData) {
    requireVersion(cluster, major);
    secureCluster(cluster, account);
  } else {
    await createCluster({ initdb, directory, account, durable, onLog });
  }
  const more = await archiveOrRecovery(cluster, account, options);
  const socket = await chooseSocketDirectory(directory, account);
  const server = await runServer({
    cluster,
    socket,
    socketDirectory: socket.path,
    account,
    onLog,
    command: postgresCommand({
      postgres,
      cluster: await nameWithin(cluster, account),
      socketDirectory: socket.path,
      durable,
      maxConnections,
      more,
    }),
  });
  await prepareApplicationDatabase(socket.path, server);
  return {
    ...addresses(socket.path),
    adopted: server.replacedOrphan,
    stop: () => server.stop().finally(() => removeSocketDirectory(socket)),
  };
}

/** A recovery writes no archive of its own: what it replays is there, and it may be a rehearsal. */
async function archiveOrRecovery(
  cluster: string,
  account: PostgresAccount,
  { walArchive, recovery }: EmbeddedPostgresOptions,
): Promise<Record<string, string>> {
  if (recovery) return recoverySettings(recovery.until);
  if (!walArchive) return {};
  return archiveSettings(await prepareArchive(walArchive, cluster, account));
}

/** Can be repeated: a first start may have been interrupted between any two of these steps. */
async function prepareApplicationDatabase(
  socketDirectory: string,
  server: RunningServer,
): Promise<void> {
  try {
    await asSuperuser(socketDirectory, async (client) => {
      if (!(await exists(client, 'select 1 from pg_roles where rolname = $1'))) {
        await client.query(`create role ${applicationName} login createdb`);
      }
      if (!(await exists(client, 'select 1 from pg_database where datname = $1'))) {
        await client.query(`create database ${applicationName} owner ${applicationName}`);
      }
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function exists(client: Client, question: string): Promise<boolean> {
  const { rowCount } = await client.query(question, [applicationName]);
  return rowCount === 1;
}

function addresses(host: string): Pick<EmbeddedPostgres, 'connection' | 'connectionString'> {
  return {
    connection: (database = applicationName) => ({
      host,
      port: socketPort,
      user: applicationName,
      database,
      ssl: false,
    }),
    connectionString: (database = applicationName) =>
      `postgresql://${applicationName}@/${encodeURIComponent(database)}` +
      `?host=${encodeURIComponent(host)}&port=${socketPort}`,
  };
}
