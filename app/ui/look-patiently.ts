import { retryDelay } from '~/lib/retry-delay';

/** How many pages that stand already are just being looked at again. */
let looking = 0;
let isPrepared = false;

/** In milliseconds, while the page waits for its connection. */
const longest = 15_000;
/** Of a proxy, or of the site, when there is no answer just now. */
const unavailable = [502, 503, 504];

/**
 * Loads the data of the page that is open again. Without a connection, or on a line that is cut
 * meanwhile, the page stays as it is, with all that somebody has typed and chosen in it, until there
 * is an answer: an error page must not take its place for something nobody has asked for.
 */
export async function lookPatiently(revalidate: () => Promise<void>): Promise<void> {
  prepare();
  looking += 1;
  try {
    await revalidate();
  } finally {
    looking -= 1;
  }
}

/** The router asks by `fetch` and leaves no other place to be patient. */
function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  const plain = window.fetch;
  window.fetch = (input, init) => {
    const isData = input instanceof URL && input.pathname.endsWith('.data');
    const ask = () => plain(input, init);
    return looking > 0 && isData && (init?.method ?? 'GET') === 'GET'
      ? untilAnswered(ask, init?.signal ?? null)
      : ask();
  };
}

async function untilAnswered(
  ask: () => Promise<Response>,
  signal: AbortSignal | null,
): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await ask();
      // To its end, before which the line may be cut as well.
      const body = await answer.arrayBuffer();
      if (!unavailable.includes(answer.status)) {
        return new Response(body.byteLength > 0 ? body : null, answer);
      }
    } catch (error) {
      if (signal?.aborted) throw error;
    }
    await pause(Math.min(retryDelay(tries), longest));
    signal?.throwIfAborted();
  }
}

/** So long, or until the browser says that there is a connection again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
  });
}
