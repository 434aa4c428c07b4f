import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** Milliseconds for which a run is waited for that is under way elsewhere, and between two looks. */
const timeoutMs = 20_000;
const step = 200;

/** The run is still under way, here or on another node; it may be tried again later. */
export class StillUnderWay extends Error {}

/** A connection, and the names whose locks are taken on it. */
type Line = {
  client: Promise<PoolClient>;
  taken: Set<string>;
};

/**
 * One run of a job at a time, over all nodes on one database. The queue gives a run to the next node
 * when it has missed heartbeats, possibly because of the connection: two nodes would then send
 * the same mail. Session-level advisory locks on one connection while there is any (PostgreSQL 18,
 * section 13.3.5): a process that ends loses them at once, one whose line was cut takes them again as
 * soon as there is a line.
 */
export class JobLocks {
  readonly #pool: () => Pool;
  readonly #held = new Set<string>();
  #line: Line | undefined;
  #lastStatement: Promise<unknown> = Promise.resolve();
  #isTakingAgain = false;

  /** @param pool the pool of this node's database, asked for when it is needed */
  constructor(pool: () => Pool) {
    this.#pool = pool;
  }

  /**
   * Runs `work` while no other process runs anything under the same name.
   * @throws StillUnderWay
   */
  async during(name: string, work: () => Promise<void>): Promise<void> {
    const until = performance.now() + timeoutMs;
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
    const line = (this.#line ??= this.#connect());
    const [row] = await this.#ask(
      line,
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      name,
    );
    if (row?.mine === true) line.taken.add(name);
    return row?.mine === true;
  }

  async #giveBack(name: string): Promise<void> {
    this.#held.delete(name);
    const line = this.#line;
    if (!line) return;
    if (line.taken.delete(name)) {
      await this.#ask(line, 'select pg_advisory_unlock(hashtextextended($1, 0))', name).catch(() =>
        // Where it cannot be given back, the line is gone, and the lock with it.
        this.#lose(line),
      );
    }
    if (this.#held.size === 0) await this.#letGo(line);
  }

  /** One statement after the other: a connection does no two at once. */
  #ask(line: Line, text: string, name: string): Promise<Record<string, unknown>[]> {
    const answer = Promise.all([line.client, this.#lastStatement]).then(async ([client]) => {
      const { rows } = await client.query<Record<string, unknown>>(text, [`job/${name}`]);
      return rows;
    });
    this.#lastStatement = answer.catch(() => undefined);
    return answer;
  }

  #connect(): Line {
    const lose = () => this.#lose(line);
    const line: Line = {
      client: this.#pool()
        .connect()
        .then((client) => client.on('error', lose).on('end', lose)),
      taken: new Set(),
    };
    line.client.catch(() => {
      if (this.#line === line) this.#line = undefined;
    });
    return line;
  }

  /** Ends a line, unless another has taken its place. */
  async #letGo(line: Line): Promise<void> {
    if (this.#line !== line) return;
    this.#line = undefined;
    const lastStatement = this.#lastStatement;
    const client = await line.client.catch(() => undefined);
    await lastStatement;
    // Locks of a reused connection would belong to no run.
    client?.release(true);
  }

  /** A connection tells of its end more than once: only the first counts. */
  #lose(line: Line): void {
    if (this.#line !== line) return;
    void this.#letGo(line);
    void this.#takeAgain();
  }

  async #takeAgain(): Promise<void> {
    if (this.#isTakingAgain) return;
    this.#isTakingAgain = true;
    for (;;) {
      const missing = [...this.#held].filter((name) => !this.#line?.taken.has(name));
      if (missing.length === 0) break;
      await Promise.allSettled(missing.map((name) => this.#lock(name)));
      await pause(step);
    }
    this.#isTakingAgain = false;
  }
}
