import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { WatchedPool } from './database-watch.server';

/** Milliseconds by which a replica may be behind, and between two looks at how far it is. */
const longestDelay = 3_000;
const pollIntervalMs = 1_000;

/** Seconds for which somebody who has written reads from the primary: longer than any delay. */
export const readsOwnWritesFor = 10;

/** Where each server is in the write-ahead log (PostgreSQL 15, table 9.91). */
const written = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as at";
const replayed = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as at
  where pg_is_in_recovery()`;

/** A server that follows the primary by streaming replication, for reads that may be late. */
export class Replica {
  readonly pool: WatchedPool;
  readonly #positions: { time: number; at: number }[] = [];
  readonly #stop = new AbortController();
  #currentUntil = 0;

  constructor(pool: WatchedPool) {
    this.pool = pool;
  }

  /** Whether it answers, and has all that was written more than some seconds ago. */
  get isCurrent(): boolean {
    return Date.now() < this.#currentUntil;
  }

  /** What has gone wrong just now: it is left alone until it has been looked at again. */
  distrust(): void {
    this.#currentUntil = 0;
  }

  /** Looks once a second how far it is. */
  follow(primary: Pool): void {
    this.pool.watch();
    void this.#follow(primary);
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.pool.endWatched();
  }

  async #follow(primary: Pool): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (await this.#isBehindLittle(primary).catch(() => false))
        this.#currentUntil = Date.now() + longestDelay;
      else this.distrust();
      await pause(pollIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #isBehindLittle(primary: Pool): Promise<boolean> {
    const [now, here] = await Promise.all([
      position(primary, written),
      position(this.pool, replayed),
    ]);
    const time = Date.now();
    this.#positions.push({ time, at: now });
    while (time - (this.#positions[1]?.time ?? time) >= longestDelay) this.#positions.shift();
    return here >= (this.#positions[0]?.at ?? now);
  }
}

async function position(server: Pool, question: string): Promise<number> {
  const { rows } = await server.query<{ at: string | null }>(question);
  const at = rows[0]?.at;
  if (!at) throw new Error('The replica does not follow any server');
  return Number(at);
}
