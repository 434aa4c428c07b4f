import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** Milliseconds for which a run is waited for that is under way elsewhere, and between two looks. */
const patience = 20_000;
const step = 200;

/** The run is still under way, here or on another node; it may be tried again later. */
export class StillUnderWay extends Error {}

/**
 * One run of a job at a time, over all nodes on one database. The queue gives a run to the next node
 * when it has not heard of it for a while, and that may be the line's fault: two nodes would then send
 * the same mail. Session-level advisory locks on one connection while there is any (PostgreSQL 18,
 * section 13.3.5): a process that ends loses them at once, one whose line was cut takes them again as
 * soon as there is a line.
 */
export class JobLocks {
  readonly #pool: () => Pool;
  readonly #held = new Set<string>();
  #connection: Promise<PoolClient> | undefined;
  #lastStatement: Promise<unknown> = Promise.resolve();
  #isTakingAgain = false;

  /** @param pool the pool of this node's database, asked for when it is needed */
  constructor(pool: () => Pool) {
    this.#pool = pool;
  }

  /**
   * Does `work` while nobody else does anything under the same name.
   * @throws StillUnderWay
   */
  async during(name: string, work: () => Promise<void>): Promise<void> {
    const until = performance.now() + patience;
    while (!(await this.#take(name))) {
      if (performance.now() > until) throw new StillUnderWay(`${name} is still under way`);
      await pause(step);
    }
    try {
      await work();
    } finally {
      await this.#giveBack(name);
    }
  }

  async #take(name: string): Promise<boolean> {
    if (this.#held.has(name)) return false;
    this.#held.add(name);
    const isMine = await this.#lock(name).catch((error: unknown) => {
      this.#held.delete(name);
      throw error;
    });
    if (!isMine) this.#held.delete(name);
    return isMine;
  }

  async #lock(name: string): Promise<boolean> {
    const [row] = await this.#ask(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      name,
    );
    return row?.mine === true;
  }

  async #giveBack(name: string): Promise<void> {
    this.#held.delete(name);
    // Where it cannot be given back, the line is gone, and the lock with it.
    await this.#ask('select pg_advisory_unlock(hashtextextended($1, 0))', name).catch(this.#lose);
    if (this.#held.size === 0) await this.#letGo();
  }

  /** One statement after the other: a connection does no two at once. */
  #ask(text: string, name: string): Promise<Record<string, unknown>[]> {
    this.#connection ??= this.#connect();
    const answer = Promise.all([this.#connection, this.#lastStatement]).then(async ([client]) => {
      const { rows } = await client.query<Record<string, unknown>>(text, [`job/${name}`]);
      return rows;
    });
    this.#lastStatement = answer.catch(() => undefined);
    return answer;
  }

  async #connect(): Promise<PoolClient> {
    try {
      const client = await this.#pool().connect();
      return client.on('error', this.#lose).on('end', this.#lose);
    } catch (error) {
      this.#connection = undefined;
      throw error;
    }
  }

  async #letGo(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    const client = await connection?.catch(() => undefined);
    client?.off('error', this.#lose).off('end', this.#lose);
    await this.#lastStatement;
    // Locks that a reused connection still held would be nobody's.
    client?.release(true);
  }

  readonly #lose = (): void => {
    void this.#letGo();
    void this.#takeAgain();
  };

  async #takeAgain(): Promise<void> {
    if (this.#isTakingAgain) return;
    this.#isTakingAgain = true;
    while (this.#held.size > 0) {
      const locks = await Promise.allSettled([...this.#held].map((name) => this.#lock(name)));
      if (locks.every(({ status }) => status === 'fulfilled')) break;
      await pause(step);
    }
    this.#isTakingAgain = false;
  }
}
