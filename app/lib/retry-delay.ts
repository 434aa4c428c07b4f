/** Spec section 9: how long to wait before something that failed is tried again. */
const base = 1_000;
const factor = 2;
const jitter = 0.5;
const longest = 4 * 3_600_000;

/**
 * The wait before the next try: doubled each time, up to half of it more or less, so that many who
 * failed together do not come back together, and four hours at most.
 * @param retries how often it was tried again already, from 0
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(retries: number, random = Math.random()): number {
  const wait = base * factor ** retries;
  return Math.min(longest, Math.round(wait * (1 + jitter * (2 * random - 1))));
}
