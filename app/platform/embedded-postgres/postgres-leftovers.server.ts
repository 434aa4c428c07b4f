import { rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inUseError } from './embedded-postgres-error.server';
import { type ClusterPlace, type ClusterProcess } from './postgres-processes.server';
import { findClusterProcesses, recordedPid, recordedState } from './postgres-processes.server';
import { socketFile } from './postgres-socket.server';

const pollMilliseconds = 50;
/** How long a supervisor may take to begin the shutdown after its application has ended. */
const supervisorMilliseconds = 10_000;
/** PostgreSQL writes all it has to disk before a fast shutdown ends. */
const fastMilliseconds = 30_000;
const immediateMilliseconds = 10_000;

/**
 * Stops a server that an earlier application left running, and clears what a crash left behind.
 * To be called under the directory's lock, so no living application owns what is found.
 *
 * An orphan is stopped and not taken over: one without a supervisor would outlive the next crash
 * of the application too, and would keep the settings of another release.
 * @returns whether there was a server
 * @throws EmbeddedPostgresError `in-use`
 */
export async function clearLeftovers(place: ClusterPlace): Promise<boolean> {
  const found = await stopClusterProcesses(place, 'left over');
  if (await answers(socketFile(place.socketDirectory))) {
    throw inUseError(place.cluster, 'its server is out of sight, perhaps in another container');
  }
  const socket = socketFile(place.socketDirectory);
  // PostgreSQL refuses to start while the number in one of these files is that of any live
  // process of the same user, which after a restart of the machine is a matter of chance.
  for (const stale of [join(place.cluster, 'postmaster.pid'), socket, `${socket}.lock`]) {
    rmSync(stale, { force: true });
  }
  return found;
}

/**
 * Ends every process of the cluster: gently first, at once when that takes too long.
 * @param origin `own` for a server this application has asked to stop and has given its time
 * @returns whether there was one
 * @throws EmbeddedPostgresError `in-use` for a server left over whose application lives after all
 */
export async function stopClusterProcesses(
  place: ClusterPlace,
  origin: 'own' | 'left over',
): Promise<boolean> {
  let begin: number | undefined;
  let lastSignal = 0;
  for (;;) {
    const processes = await findClusterProcesses(place);
    if (processes.length === 0) return begin !== undefined;
    const isSupervised = processes.some((candidate) => !candidate.isServer);
    begin ??= Date.now() - (origin === 'own' && isSupervised ? fastMilliseconds : 0);
    const elapsed = Date.now() - begin;
    if (isSupervised && origin === 'left over' && elapsed > supervisorMilliseconds) {
      if (recordedState(place.cluster) !== 'stopping') {
        throw inUseError(place.cluster, `PostgreSQL process ${recordedPid(place.cluster)}`);
      }
    }
    if (Date.now() - lastSignal > 1_000 && (!isSupervised || elapsed >= fastMilliseconds)) {
      lastSignal = Date.now();
      signal(processes, signalAfter(elapsed));
    }
    await sleep(pollMilliseconds);
  }
}

/** PostgreSQL's fast and immediate shutdown, and what not even a stopped process can ignore. */
function signalAfter(elapsed: number): NodeJS.Signals {
  if (elapsed < fastMilliseconds) return 'SIGINT';
  return elapsed < fastMilliseconds + immediateMilliseconds ? 'SIGQUIT' : 'SIGKILL';
}

function signal(processes: readonly ClusterProcess[], name: NodeJS.Signals): void {
  for (const { pid, isServer } of processes) {
    if (!isServer && name !== 'SIGKILL') continue;
    try {
      process.kill(pid, name);
    } catch {
      // It ended by itself.
    }
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
