import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresAccount } from '~/platform/embedded-postgres/binaries/postgres-account.server';
import { programEnvironment } from './postgres-process.server';
import { socketSetting } from './postgres-settings.server';

export type ClusterProcess = { pid: number; isServer: boolean };

export type ClusterPlace = {
  /** Real path of the data directory. */
  cluster: string;
  socketDirectory: string;
  account: PostgresAccount;
};

/**
 * Finds the PostgreSQL server of a data directory, and its supervisor, among all processes. They
 * are told by their command line, which names the socket's folder, and not by the number in
 * postmaster.pid, which may belong to any other process by now (after a restart of the machine
 * even to another database's server).
 */
export async function findClusterProcesses(place: ClusterPlace): Promise<ClusterProcess[]> {
  return process.platform === 'linux' ? listFromProc(place) : listFromPs(place);
}

function listFromProc({ cluster, socketDirectory, account }: ClusterPlace): ClusterProcess[] {
  const setting = socketSetting(socketDirectory);
  const recorded = recordedPid(cluster);
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const isServer = basename(words[0] ?? '') === 'postgres';
      const isNamed = words[words.indexOf('-k') + 1] === setting;
      // A directory that was moved while its server ran: the command line has the old path.
      const isRecorded = isServer && pid === recorded && worksIn(pid, cluster);
      if (!isNamed && !isRecorded) return [];
      return statSync(`/proc/${pid}`).uid === account.uid ? [{ pid, isServer }] : [];
    } catch {
      // It ended while we looked.
      return [];
    }
  });
}

function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

async function listFromPs(place: ClusterPlace): Promise<ClusterProcess[]> {
  const columns = ['-axww', '-o', 'pid=,uid=,args='];
  const { stdout } = await promisify(execFile)('ps', columns, {
    env: programEnvironment,
    maxBuffer: 64 * 1024 * 1024,
  });
  return parseProcessList(stdout, place);
}

/** @param list one process a line: its number, its user's number, its command line */
export function parseProcessList(
  list: string,
  { socketDirectory, account }: ClusterPlace,
): ClusterProcess[] {
  const setting = ` -k ${socketSetting(socketDirectory)} `;
  return list.split('\n').flatMap((line) => {
    const [, pid, uid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!command?.includes(setting) || Number(uid) !== account.uid) return [];
    return [{ pid: Number(pid), isServer: !command.includes('postgres-supervisor') }];
  });
}

/** The server's process number according to its data directory, or undefined. */
export function recordedPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** What the server says of itself in line 8 of postmaster.pid: starting, ready, stopping. */
export function recordedState(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim();
  } catch {
    return undefined;
  }
}
