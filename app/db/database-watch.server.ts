import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { AppError } from '~/policy/errors';

/** Milliseconds the database may take to answer a trivial question. */
const timeoutMs = 2_000;
/** Milliseconds between two questions while it answers, and while it does not. */
const pollIntervalMs = { answering: 1_000, silent: 300 };
/** Milliseconds a timer may be late before the lateness is our own. */
const connectionDelayMs = 500;
/** Milliseconds that work under way has to end when the pool ends, and then to notice that it may not. */
const goodbyeTimeoutMs = { work: 2_000, notice: 500 };

type Given = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

const noAnswerError = () =>
  new AppError('error.service-unavailable', { cause: new Error('The database does not answer') });

/**
 * A pool that monitors its server. A connection that is dead without having been closed
 * it shows nothing by itself: statements on it would wait for as long as TCP does. So once a second
 * a separate connection sends a trivial query; when no answer comes, every connection
 * is given up, which ends what waits on it, and no new one is given out until the server answers again.
 * A statement that runs long on a server that answers is left alone.
 */
export class WatchedPool extends Pool {
  readonly #sockets: Set<Socket>;
  readonly #settings: ClientConfig;
  #asker: Client | undefined;
  #isDown = false;
  #watching: AbortController | undefined;
  #watched: Promise<void> = Promise.resolve();

  constructor(settings: PoolConfig) {
    const sockets = new Set<Socket>();
    const stream = () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    };
    super({ ...settings, stream });
    this.#sockets = sockets;
    this.#settings = { ...settings, stream, connectionTimeoutMillis: timeoutMs };
  }

  /** A connection; while the server does not answer, a refusal at once. */
  override connect(): Promise<PoolClient>;
  override connect(given: Given): void;
  override connect(given?: Given): Promise<PoolClient> | void {
    if (!this.#isDown) return given ? super.connect(given) : super.connect();
    const refusal = noAnswerError();
    if (!given) return Promise.reject(refusal);
    given(refusal, undefined, () => undefined);
  }

  /** Begins to ask the server, until the pool ends. */
  watch(): void {
    if (this.#watching) return;
    this.#watching = new AbortController();
    this.#watched = this.#watchUntil(this.#watching.signal);
  }

  /** Ends the pool, also when the server answers nothing or a connection was never given back. */
  async endWatched(): Promise<void> {
    this.#watching?.abort();
    const ended = this.#watched.then(() => this.end());
    const tooLate = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#giveUp();
      setTimeout(tooLate.resolve, goodbyeTimeoutMs.notice);
    }, goodbyeTimeoutMs.work);
    await Promise.race([ended, tooLate.promise]);
    clearTimeout(timer);
  }

  async #watchUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answers = await this.#answers();
      if (!answers && !this.#isDown) this.#giveUp();
      this.#isDown = !answers;
      await pause(answers ? pollIntervalMs.answering : pollIntervalMs.silent, undefined, {
        signal,
        ref: false,
      }).catch(() => undefined);
    }
    await this.#asker?.end().catch(() => undefined);
  }

  #giveUp(): void {
    this.#isDown = true;
    for (const socket of this.#sockets) socket.destroy(noAnswerError());
  }

  async #answers(): Promise<boolean> {
    const begun = Date.now();
    let answer: boolean | undefined;
    const asked = this.#ask().then(
      () => (answer = true),
      () => (answer = false),
    );
    await Promise.race([asked, pause(timeoutMs, undefined, { ref: false })]);
    // An answer may be there already, behind what kept this process busy.
    await pause(Date.now() - begun > timeoutMs + connectionDelayMs ? timeoutMs : 20);
    if (answer !== true) {
      const asker = this.#asker;
      this.#asker = undefined;
      asker?.end().catch(() => undefined);
    }
    return answer === true;
  }

  async #ask(): Promise<void> {
    if (!this.#asker) {
      const asker = new Client(this.#settings);
      asker.on('error', () => undefined);
      this.#asker = asker;
      await asker.connect();
    }
    await this.#asker.query('select 1');
  }
}
