/** The servers that a site of several nodes stands on, each behind a line that can be disturbed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startObjectStoreServer } from '../../tests/support/files/object-store-server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../tests/support/mail/smtp-server.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { MissingProgram } from './missing-program.ts';

export type Postgres = {
  port: number;
  /** For those who ask past the line. */
  address: string;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

export type Servers = {
  postgres: Postgres;
  smtp: TestSmtpServer;
  lines: Record<'database' | 'store' | 'mail', FaultProxy>;
  /** Environment of a site on them. */
  environment: Record<string, string>;
  stop: () => Promise<void>;
};

/** Debian and Ubuntu keep the programs of each version in a folder of its own. */
export function programs(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const [newest] = versions;
  if (!newest) throw new MissingProgram('PostgreSQL: apt-get install postgresql');
  return join(root, newest, 'bin');
}

/** PostgreSQL refuses to run as root; then it is the user that its package has made. */
export function account(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}

/** A cluster of its own in a temporary folder. @param settings further `name=value` settings */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-postgres-'));
  const owner = account();
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const bin = programs();
  const initdb = ['-D', data, '-U', 'association', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(join(bin, 'initdb'), [...initdb, '--no-sync'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const address = `postgresql://association@127.0.0.1:${port}/association`;
  let server: ChildProcess | undefined;
  const start = async () => {
    const given = ['listen_addresses=127.0.0.1', ...settings].flatMap((each) => ['-c', each]);
    const args = ['-D', data, '-k', folder, '-p', String(port), ...given];
    await untilAnswers(address.replace(/association$/, 'postgres'), () => {
      // After a kill its children hold the memory for a moment, and a new server refuses to start.
      if (server && server.exitCode === null && server.signalCode === null) return;
      server = spawn(join(bin, 'postgres'), args, { ...owner, cwd: folder, stdio: 'ignore' });
    });
  };
  const end = async (signal: 'SIGKILL' | 'SIGINT') => {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };
  await start();
  await ask(address.replace(/association$/, 'postgres'), 'create database association');
  return {
    port,
    address,
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function untilAnswers(address: string, ensureStarted: () => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    ensureStarted();
    try {
      await ask(address, 'select 1');
      return;
    } catch (error) {
      if (tries > 300) throw error;
      await pause(100);
    }
  }
}

/** One statement on a connection of its own. @returns the rows */
export async function ask(
  address: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Nobody writes as much in an hour as these rounds do: the limit is not what they try. */
export async function forgetWriting({ address }: Postgres): Promise<void> {
  await ask(address, "delete from throttles where key like 'forum-comment%'");
}

export async function startServers(): Promise<Servers> {
  const postgres = await startPostgres();
  const store = await startObjectStoreServer();
  const smtp = await startSmtpServer();
  const portOf = (address: string) => Number(new URL(address).port);
  const lines = {
    database: await openFaultProxy(postgres.port),
    store: await openFaultProxy(portOf(store.address)),
    mail: await openFaultProxy(portOf(smtp.address)),
  };
  const through = (address: string, line: FaultProxy) => {
    const url = new URL(address);
    url.port = String(line.port);
    return url.href;
  };
  return {
    postgres,
    smtp,
    lines,
    environment: {
      DATABASE_URL: through(postgres.address, lines.database),
      FILE_STORE_URL: through(store.address, lines.store),
      SMTP_URL: through(smtp.address, lines.mail),
    },
    stop: async () => {
      for (const line of Object.values(lines)) await line.close();
      await store.close();
      await smtp.close();
      await postgres.stop();
    },
  };
}
