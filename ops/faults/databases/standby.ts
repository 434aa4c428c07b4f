/** A second PostgreSQL that follows the first by streaming replication. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { account, freePort, type Postgres, programs, untilAnswers } from '../fault-servers.ts';

export type Standby = {
  /** As DATABASE_REPLICA_URL has it. */
  address: string;
  /** Stops it without a word, as a machine that hangs, or goes on. */
  freeze: (isFrozen: boolean) => void;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function startStandby(primary: Postgres): Promise<Standby> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-standby-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const owner = account();
  const bin = programs();
  const from = primary.address.replace(/\/association$/, '/postgres');
  const copying = ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', from];
  execFileSync(join(bin, 'pg_basebackup'), copying, { ...owner, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const address = `postgresql://association@127.0.0.1:${port}/association`;
  let server: ChildProcess | undefined;
  const start = async () => {
    const args = ['-D', data, '-k', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'];
    await untilAnswers(address, () => {
      if (server && server.exitCode === null && server.signalCode === null) return;
      server = spawn(join(bin, 'postgres'), args, { ...owner, cwd: folder, stdio: 'ignore' });
    });
  };
  const end = async (signal: 'SIGQUIT' | 'SIGINT') => {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };
  await start();
  return {
    address,
    freeze: (isFrozen) => signalAll(server, isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    // At once, and its children with it.
    kill: () => end('SIGQUIT'),
    start,
    stop: async () => {
      signalAll(server, 'SIGCONT');
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function signalAll(server: ChildProcess | undefined, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processesOf(server?.pid)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // One that served a connection may have ended since it was listed.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/** A server and its children, which serve the connections. */
function processesOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
}
