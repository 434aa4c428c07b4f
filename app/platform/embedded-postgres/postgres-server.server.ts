import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { EmbeddedPostgresError, programError } from './embedded-postgres-error.server';
import { superuser } from './postgres-initdb.server';
import { clearLeftovers, stopClusterProcesses } from './postgres-leftovers.server';
import { type SupervisedProcess, superviseProcess } from './postgres-process.server';
import { type ClusterPlace, recordedState } from './postgres-processes.server';
import { makeSocketDirectory, type SocketDirectory, socketPort } from './postgres-socket.server';

export type ServerPlan = ClusterPlace & {
  socket: SocketDirectory;
  command: [string, ...string[]];
  onLog: (line: string) => void;
};

export type RunningServer = {
  /** Whether a server that an earlier application left was found and stopped first. */
  replacedOrphan: boolean;
  stop: () => Promise<void>;
};

/** The first restart is immediate; the pauses grow so that a lasting fault costs little. */
const pausesMilliseconds = [0, 100, 250, 500, 1_000, 2_000];
const steadyMilliseconds = 10_000;
const stopMilliseconds = 30_000;
const startMilliseconds = 300_000;
const probeMilliseconds = 10;
/** Processes of a server that was killed hold its memory until they notice. */
const releaseMilliseconds = 10_000;

/**
 * Starts PostgreSQL, and starts it again whenever it ends without being asked to.
 * @throws EmbeddedPostgresError when the first start fails
 */
export async function runServer(plan: ServerPlan): Promise<RunningServer> {
  const stopping = new AbortController();
  const { server, replacedOrphan } = await launch(plan, stopping.signal);
  const kept: Kept = { plan, stopping: stopping.signal, server };
  const keeping = keepRunning(kept);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    kept.server.requestStop();
    await keeping;
    await endServer(kept.server, plan);
  };
  return { replacedOrphan, stop: () => (stopped ??= stop()) };
}

type Kept = { plan: ServerPlan; stopping: AbortSignal; server: SupervisedProcess };

async function keepRunning(kept: Kept): Promise<void> {
  const { plan, stopping } = kept;
  let failures = 0;
  for (;;) {
    const begin = Date.now();
    const how = await Promise.race([kept.server.ended, aborted(stopping)]);
    if (stopping.aborted) return;
    if (Date.now() - begin > steadyMilliseconds) failures = 0;
    plan.onLog(`PostgreSQL ended unexpectedly (${how}) and is started again`);
    failures = await restart(kept, failures);
    if (stopping.aborted) return;
    plan.onLog('PostgreSQL runs again');
  }
}

/**
 * Tries until it succeeds or the application stops: a full disk may have room again any time.
 * @param failures how often PostgreSQL has ended or not started of late
 * @returns the same, counted on
 */
async function restart(kept: Kept, failures: number): Promise<number> {
  for (let attempt = failures; ; attempt += 1) {
    await pause(
      pausesMilliseconds[Math.min(attempt, pausesMilliseconds.length - 1)],
      kept.stopping,
    );
    if (kept.stopping.aborted) return attempt;
    try {
      const { server } = await launch(kept.plan, kept.stopping);
      kept.server = server;
      return attempt + 1;
    } catch (error) {
      if (!kept.stopping.aborted) kept.plan.onLog(`PostgreSQL was not started: ${String(error)}`);
    }
  }
}

/** Starts one server and waits until it takes connections. */
async function launch(
  plan: ServerPlan,
  stopping: AbortSignal,
): Promise<{ server: SupervisedProcess; replacedOrphan: boolean }> {
  const begin = Date.now();
  const replacedOrphan = await clearLeftovers(plan);
  if (replacedOrphan) plan.onLog('Stopped a PostgreSQL that an earlier run had left behind');
  for (;;) {
    makeSocketDirectory(plan.socket, plan.account);
    const server = superviseProcess({
      command: plan.command,
      account: plan.account,
      workingDirectory: plan.cluster,
      onLine: plan.onLog,
    });
    try {
      await waitUntilReady(server, plan, stopping);
      return { server, replacedOrphan };
    } catch (error) {
      await endServer(server, plan);
      const isHeld = server.lastLines().some((line) => /is still in use/.test(line));
      if (!isHeld || stopping.aborted || Date.now() - begin > releaseMilliseconds) throw error;
      await pause(100, stopping);
    }
  }
}

async function waitUntilReady(
  server: SupervisedProcess,
  plan: ServerPlan,
  stopping: AbortSignal,
): Promise<void> {
  const begin = Date.now();
  // Asking earlier would only fill PostgreSQL's log with refusals.
  const isReady = async () =>
    recordedState(plan.cluster) === 'ready' && (await acceptsConnections(plan.socketDirectory));
  while (!(await isReady())) {
    if (!server.isRunning()) throw programError('postgres', plan.cluster, server.lastLines());
    if (stopping.aborted) throw new Error('The application is stopping');
    if (Date.now() - begin > startMilliseconds) {
      throw new EmbeddedPostgresError(
        'start-failed',
        `PostgreSQL did not become ready on ${plan.cluster} within ${startMilliseconds / 1_000} s. ` +
          `Its last words: ${server.lastLines().join(' | ')}`,
      );
    }
    await sleep(probeMilliseconds);
  }
}

/**
 * cannot_connect_now, too_many_connections, admin_shutdown, crash_shutdown:
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const passingRefusals = new Set(['57P03', '53300', '57P01', '57P02']);

/** @throws DatabaseError when PostgreSQL answers with a refusal that waiting does not change */
async function acceptsConnections(socketDirectory: string): Promise<boolean> {
  try {
    await asSuperuser(socketDirectory, async (client) => {
      await client.query('select 1');
    });
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && !passingRefusals.has(error.code ?? '')) throw error;
    return false;
  }
}

/** Runs `work` on a connection of its own with all rights. */
export async function asSuperuser(
  socketDirectory: string,
  work: (client: Client) => Promise<void>,
  database = 'postgres',
): Promise<void> {
  const client = new Client({
    host: socketDirectory,
    port: socketPort,
    user: superuser,
    database,
    ssl: false,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function endServer(server: SupervisedProcess, plan: ServerPlan): Promise<void> {
  server.requestStop();
  await Promise.race([server.ended, sleep(stopMilliseconds, undefined, { ref: false })]);
  // Also where the supervisor is gone and the server is not, or does not want to end.
  await stopClusterProcesses(plan, 'own');
}

function aborted(signal: AbortSignal): Promise<'asked to stop'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('asked to stop');
    else signal.addEventListener('abort', () => resolve('asked to stop'), { once: true });
  });
}

async function pause(milliseconds: number | undefined, stopping: AbortSignal): Promise<void> {
  await sleep(milliseconds ?? 0, undefined, { signal: stopping }).catch(() => undefined);
}
