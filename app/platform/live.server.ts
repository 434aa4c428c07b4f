import { type SQL, sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { pool, sessionPool, type Transaction } from '~/db/db.server';
import { warnUnlessOutage } from '~/answers/failure.server';

/**
 * Live updates: PostgreSQL NOTIFY reaches every node, and each node notifies its subscribers. A
 * topic is a short name such as `intranet/<folder id>`. No content is sent: subscribers reload it
 * under their own permissions.
 */
const channel = 'live';

type Listener = (topic: string) => void;

const listeners = new Map<string, Set<Listener>>();
let connection: PoolClient | undefined;
let retry: NodeJS.Timeout | undefined;
let isStopped = true;
/** Grows with each stop, so that a connection still being made does not outlive it. */
let stops = 0;

/** Notifies all nodes, when `tx` commits, that something under `topic` has changed. */
export async function publish(tx: Transaction, topic: string): Promise<void> {
  await tx.execute(sql`select ${notifyCall(topic)}`);
}

/** The same as part of another statement. */
export const notifyCall = (topic: string): SQL => sql`pg_notify(${channel}, ${topic})`;

/** Calls `listener` at each change of one of the topics. @returns how to stop */
export function subscribe(topics: readonly string[], listener: Listener): () => void {
  for (const topic of topics) {
    const those = listeners.get(topic) ?? new Set();
    listeners.set(topic, those.add(listener));
  }
  return () => {
    for (const topic of topics) {
      const those = listeners.get(topic);
      those?.delete(listener);
      if (those?.size === 0) listeners.delete(topic);
    }
  };
}

/** Subscribes to the other nodes. A lost connection is restored automatically. */
export async function startLive(): Promise<void> {
  isStopped = false;
  await connect();
}

let connections = 0;

/**
 * The number of the connection that receives notifications; null while there is none. Data loaded
 * under one number may have changed without a notification when the number is different.
 */
export function subscription(): number | null {
  return connection ? connections : null;
}

/** Whether a site is running on this database: each of its processes has a connection that listens. */
export async function isSiteListening(): Promise<boolean> {
  const { rowCount } = await pool().query(
    'select from pg_stat_activity where datname = current_database() and query = $1',
    [`listen ${channel}`],
  );
  return (rowCount ?? 0) > 0;
}

async function connect(): Promise<void> {
  const begunAfter = stops;
  const client = await sessionPool().connect();
  // The end of a connection that was given up is no loss of the present one.
  const lose = () => {
    if (connection === client) reconnect();
  };
  client.on('notification', ({ payload }) => deliver(payload ?? ''));
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.query(`listen ${channel}`);
  } catch (error) {
    client.release(true);
    throw error;
  }
  if (isStopped || begunAfter !== stops) {
    client.release(true);
    return;
  }
  connections += 1;
  connection = client;
}

/**
 * Milliseconds for which a change is repeated to new subscribers: a page subscribes only after it
 * has loaded, and would miss changes made since it was rendered.
 */
const replayWindow = 30_000;
/** When each topic changed last, the latest at the end. */
const lastChanges = new Map<string, number>();

function recordChange(topic: string): void {
  const now = Date.now();
  lastChanges.delete(topic);
  lastChanges.set(topic, now);
  for (const [known, time] of lastChanges) {
    if (now - time < replayWindow) break;
    lastChanges.delete(known);
  }
}

const changedRecently = (topic: string) =>
  Date.now() - (lastChanges.get(topic) ?? -Infinity) < replayWindow;

function deliver(topic: string): void {
  recordChange(topic);
  for (const listener of listeners.get(topic) ?? []) listener(topic);
}

function reconnect(): void {
  if (isStopped || retry) return;
  connection?.release(true);
  connection = undefined;
  retry = setTimeout(() => {
    retry = undefined;
    if (isStopped) return;
    connect().then(
      // Notifications may have been missed: all subscribers reload.
      () => [...listeners.keys()].forEach(deliver),
      (error: unknown) => {
        warnUnlessOutage(error, 'live updates: no connection yet');
        reconnect();
      },
    );
  }, 1_000);
}

export function stopLive(): void {
  isStopped = true;
  stops += 1;
  clearTimeout(retry);
  retry = undefined;
  connection?.release(true);
  connection = undefined;
  lastChanges.clear();
}

const usualHeartbeat = 20_000;

/** Streams of one beat are asked in the same turn, so that one question to the database does for all. */
const beats = new Map<number, Set<() => void>>();

/** Calls back every so many milliseconds. @returns how to stop */
function onBeat(milliseconds: number, callback: () => void): () => void {
  const known = beats.get(milliseconds);
  const those = known ?? new Set();
  those.add(callback);
  if (!known) {
    beats.set(milliseconds, those);
    const timer = setInterval(() => {
      if (those.size > 0) return those.forEach((call) => call());
      clearInterval(timer);
      beats.delete(milliseconds);
    }, milliseconds).unref();
  }
  return () => those.delete(callback);
}

/** Ends each stream there is. */
const streamEnds = new Set<() => void>();

/** The number of open pages that this process tells of changes. */
export const countEventStreams = (): number => streamEnds.size;

/** Ends all streams, so that a process that stops need not wait for them; browsers come again. */
export function endEventStreams(): void {
  for (const end of streamEnds) end();
}

export type StreamRights = {
  /** Asked before every message: false ends the stream (session ended, role lost). */
  mayStillListen: () => Promise<boolean>;
  /** Topics whose change only repeats the check. */
  askAgain?: readonly string[];
  /** The last event of a stream whose rights have ended. */
  farewell?: () => Promise<string>;
  /** Milliseconds after which it is asked again in any case. */
  beat?: number;
  /** Asks before anything is said. */
  isAskedAtOnce?: boolean;
};

/**
 * An answer of server-sent events (WHATWG HTML section 9.2): one message per change of a topic, the
 * first at once if one has changed within the last half minute, and a comment now and then so that
 * proxies keep the connection open. For people who are signed in `personalStream` is the way.
 */
export function eventStream(
  topics: readonly string[],
  signal: AbortSignal,
  { mayStillListen, askAgain = [], farewell, beat = usualHeartbeat, isAskedAtOnce }: StreamRights,
): Response {
  const encoder = new TextEncoder();
  let end: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let isOver = false;
      end = () => {
        if (isOver) return;
        isOver = true;
        stop();
        streamEnds.delete(end);
        stopBeat();
        signal.removeEventListener('abort', end);
        try {
          controller.close();
        } catch {
          // Already closed by the browser.
        }
      };
      const send = async (text: string): Promise<void> => {
        const may = await mayStillListen().catch(() => null);
        const last = may === false ? await farewell?.().catch(() => '') : '';
        // The browser may have gone while that was looked up.
        if (isOver) return;
        if (may || last) controller.enqueue(encoder.encode(may ? text : last));
        if (!may) end();
      };
      const stop = subscribe(
        [...topics, ...askAgain],
        (topic) => void send(askAgain.includes(topic) ? ': still there\n\n' : `data: ${topic}\n\n`),
      );
      const stopBeat = onBeat(beat, () => void send(': beat\n\n'));
      signal.addEventListener('abort', end);
      streamEnds.add(end);
      controller.enqueue(encoder.encode('retry: 2000\n\n'));
      if (isAskedAtOnce) void send(': here\n\n');
      const missed = topics.find(changedRecently);
      if (missed !== undefined) void send(`data: ${missed}\n\n`);
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  });
}
