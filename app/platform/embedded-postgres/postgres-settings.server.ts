import { socketPort } from './postgres-socket.server';

/**
 * The role and the database of the application. It owns its database, may create others (the
 * tests do) and is no superuser: a statement smuggled in cannot run programs or read files.
 */
export const applicationName = 'association';

export type PostgresSettings = {
  postgres: string;
  /** How PostgreSQL is to call its data directory. */
  cluster: string;
  socketDirectory: string;
  durable: boolean;
  /** Connections for the application; three more are PostgreSQL's reserve for administrators. */
  maxConnections: number;
  /** Settings for the archive of the write-ahead log, or for a recovery from it. */
  more?: Record<string, string>;
};

/** The list of socket folders is separated by commas, so each is quoted. */
export function socketSetting(socketDirectory: string): string {
  return `"${socketDirectory.replaceAll('"', '""')}"`;
}

/**
 * The command that starts PostgreSQL. All settings are given here and none in postgresql.conf, so
 * that a data directory of any age runs with those of the present release.
 */
export function postgresCommand(settings: PostgresSettings): [string, ...string[]] {
  const values: Record<string, string> = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_permissions: '0700',
    max_connections: String(settings.maxConnections + 3),
    superuser_reserved_connections: '3',

    // A small server beside an application: little memory and few processes.
    shared_buffers: '128MB',
    maintenance_work_mem: '32MB',
    max_wal_size: '256MB',
    io_method: 'sync',
    max_logical_replication_workers: '0',
    jit: 'off',

    // What the application's own log does not have. Statements and details hold personal data
    // ("Key (email)=(...) already exists"): they reach the caller with the error, and no log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(settings.durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings.more,
  };
  return [
    settings.postgres,
    '-D',
    settings.cluster,
    '-k',
    socketSetting(settings.socketDirectory),
    ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
