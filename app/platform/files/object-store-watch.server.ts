import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '~/policy/errors';

/** Milliseconds a call may take before the store is asked whether it still answers. */
const calm = 1_500;
/** Milliseconds the store may take to answer a trivial question. */
const timeoutMs = 1_500;
/** Milliseconds between two questions while a long call runs. */
const pollIntervalMs = 1_000;

/**
 * Ends calls of a store that does not answer any more, and only those: copying or putting together
 * a large file may take minutes, as long as the store answers other questions meanwhile.
 */
export class StoreWatch {
  readonly #ask: () => Promise<unknown>;
  #asking: Promise<boolean> | undefined;

  /** @param ask a trivial question; an answer of any kind will do */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** @throws AppError `error.service-unavailable` when the store stopped answering meanwhile */
  async during<Result>(call: Promise<Result>): Promise<Result> {
    const state = { isOver: false };
    const over = call.finally(() => {
      state.isOver = true;
    });
    over.catch(() => undefined);
    await Promise.race([over, pause(calm, undefined, { ref: false })]);
    while (!state.isOver) {
      const isAlive = await Promise.race([over.then(() => true), this.#answers()]);
      if (!isAlive && !state.isOver) {
        throw new AppError('error.service-unavailable', {
          cause: new Error('The file store does not answer'),
        });
      }
      await Promise.race([over, pause(pollIntervalMs, undefined, { ref: false })]);
    }
    return over;
  }

  /** One question at a time, for all calls that run. */
  #answers(): Promise<boolean> {
    this.#asking ??= Promise.race([
      this.#ask().then(
        () => true,
        () => false,
      ),
      pause(timeoutMs, false, { ref: false }),
    ]).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }
}
