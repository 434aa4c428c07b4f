import { setTimeout as pause } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { type Pool, type PoolClient } from 'pg';
import { subscribe } from '~/platform/live.server';

const timeoutMs = 30_000;
const step = 100;

/** A refusal in the form the tus library answers with; the browser tries again on 423. */
class UploadLocked extends Error {
  readonly status_code = 423;
  readonly body = 'The upload is being worked on by another request';
}

type Hold = { release: RequestRelease; stopListening: () => void };

/**
 * One request at a time per upload, over all nodes on one database: session-level advisory locks
 * on one connection while there is any (PostgreSQL 15, section 13.3.5). A node that ends loses its
 * connection and with it its locks. The holder of a lock is asked to release it when another request
 * comes, since the line of the first one may be dead without anybody knowing.
 */
export class UploadLocks implements Locker {
  readonly #pool: () => Pool;
  #connection: Promise<PoolClient> | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();
  readonly #held = new Map<string, Hold>();

  /** @param pool the pool of this node's database, asked for when it is needed */
  constructor(pool: () => Pool) {
    this.#pool = pool;
  }

  newLock(id: string): Lock {
    let hold: Hold | undefined;
    return {
      lock: async (signal, release) => {
        hold = await this.#lock(id, signal, release);
      },
      unlock: async () => {
        if (hold) await this.#unlock(id, hold);
      },
    };
  }

  /**
   * Does `work` while no other request touches the upload.
   * @param work gets a function that says what to call when another request wants the upload
   */
  async during<Result>(
    id: string,
    work: (whenWanted: (stop: () => void) => void) => Promise<Result>,
  ): Promise<Result> {
    let stop = () => {};
    const hold = await this.#lock(id, AbortSignal.timeout(timeoutMs), () => stop());
    try {
      return await work((next) => {
        stop = next;
      });
    } finally {
      await this.#unlock(id, hold);
    }
  }

  /** Lets the connection go, and all locks with it. */
  async close(): Promise<void> {
    for (const { stopListening } of this.#held.values()) stopListening();
    this.#held.clear();
    await this.#letGo(true);
  }

  async #lock(id: string, signal: AbortSignal, release: RequestRelease): Promise<Hold> {
    const until = Date.now() + timeoutMs;
    let hold = await this.#tryLock(id, release);
    while (!hold) {
      if (signal.aborted || Date.now() > until) throw new UploadLocked();
      await pause(step);
      hold = await this.#tryLock(id, release);
    }
    return hold;
  }

  async #tryLock(id: string, release: RequestRelease): Promise<Hold | null> {
    const holder = this.#held.get(id);
    if (holder) {
      await holder.release();
      return null;
    }
    const hold = { release, stopListening: subscribe([topicOf(id)], () => void release()) };
    this.#held.set(id, hold);
    const isMine = await this.#ask(id).catch((error: unknown) => {
      this.#forget(id, hold);
      throw error;
    });
    if (isMine) return hold;
    this.#forget(id, hold);
    return null;
  }

  /** Takes the lock if it is free, else asks its holder on any node to release it. */
  async #ask(id: string): Promise<boolean> {
    const [row] = await this.#query('select pg_try_advisory_lock($1) as mine', numberOf(id));
    if (row?.mine === true) return true;
    await this.#query("select pg_notify('live', $1)", topicOf(id));
    return false;
  }

  /** Lets go of what `#lock` gave; of what was lost meanwhile another may have taken the lock. */
  async #unlock(id: string, hold: Hold): Promise<void> {
    if (this.#held.get(id) !== hold) return;
    try {
      await this.#query('select pg_advisory_unlock($1)', numberOf(id));
      this.#forget(id, hold);
    } catch (error) {
      // A connection that may still hold the lock must not go back to the pool.
      this.#lost();
      throw error;
    }
  }

  #forget(id: string, hold: Hold): void {
    hold.stopListening();
    if (this.#held.get(id) === hold) this.#held.delete(id);
    if (this.#held.size === 0) void this.#letGo(false);
  }

  /** One statement after the other: a connection does no two at once. */
  #query(text: string, value: string): Promise<Record<string, unknown>[]> {
    this.#connection ??= this.#connect();
    const answer = Promise.all([this.#connection, this.#lastQuery]).then(async ([client]) => {
      const { rows } = await client.query<Record<string, unknown>>(text, [value]);
      return rows;
    });
    this.#lastQuery = answer.catch(() => undefined);
    return answer;
  }

  async #connect(): Promise<PoolClient> {
    const client = await this.#pool()
      .connect()
      .catch((error: unknown) => {
        this.#connection = undefined;
        throw error;
      });
    client.on('error', this.#lost);
    client.on('end', this.#lost);
    return client;
  }

  /** Gives the connection back to the pool; it is needed only while there is a lock. */
  async #letGo(isBroken: boolean): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    const client = await connection?.catch(() => undefined);
    client?.off('error', this.#lost);
    client?.off('end', this.#lost);
    await this.#lastQuery;
    client?.release(isBroken);
  }

  /** The connection and with it our locks are lost: requests under a lock stop, and clients resume. */
  readonly #lost = (): void => {
    const holds = [...this.#held.values()];
    void this.close();
    for (const { release } of holds) void release();
  };
}

const topicOf = (id: string) => `upload/${id}`;

/** The first 64 bits of the id, as PostgreSQL's signed number. */
function numberOf(id: string): string {
  return BigInt.asIntN(64, BigInt(`0x${id.slice(0, 16)}`)).toString();
}
