import { useCallback, useEffect, useRef } from 'react';
import { isRouteErrorResponse, useMatches, useRevalidator } from 'react-router';
import { retryDelay } from '~/lib/retry-delay';

/** In milliseconds, while the page waits for its connection. */
const maxDelay = 15_000;
/** Of a proxy, or of the site, when there is no answer just now. */
const unavailable = [502, 503, 504];

/** A reload of the open page under way; `shown` are its present data by route id. */
type Revalidation = { shown: ReadonlyMap<string, unknown>; isAnswered: boolean };
const revalidations = new Set<Revalidation>();

/**
 * Loads the data of the page that is open again. Without a connection, or on a line that is cut
 * meanwhile, the page stays as it is, with all that someone has typed and chosen in it, until there
 * is an answer: an error page must not replace it for a background reload.
 */
export function useRevalidateWithRetry(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  const shown = useRef<Revalidation['shown']>(new Map());
  const latest = useRef(0);
  useEffect(() => {
    shown.current = new Map(matches.map(({ id, loaderData }) => [id, loaderData]));
  }, [matches]);
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );
  return useCallback(async () => {
    // A later reload replaces a waiting one, and leaving the page ends it.
    const own = (latest.current += 1);
    for (let tries = 0; own === latest.current; tries += 1) {
      if (await revalidateOnce(revalidate, shown.current)) return;
      await pause(Math.min(retryDelay(tries), maxDelay));
    }
  }, [revalidate]);
}

/** @returns whether there was an answer */
async function revalidateOnce(
  revalidate: () => Promise<void>,
  shown: Revalidation['shown'],
): Promise<boolean> {
  const look = { shown, isAnswered: true };
  revalidations.add(look);
  try {
    await revalidate();
  } finally {
    revalidations.delete(look);
  }
  return look.isAnswered;
}

type Answers = Record<string, { type: 'data' | 'error'; result: unknown }>;

/** Client middleware: routes without an answer during a reload keep their present data. */
export async function keepDataOnOutage<Given extends Answers>(
  { method, signal }: Pick<Request, 'method' | 'signal'>,
  next: () => Promise<Given>,
): Promise<Given> {
  const answers = await next();
  if (method !== 'GET' || signal.aborted) return answers;
  for (const look of revalidations) {
    for (const [id, answer] of Object.entries(answers)) {
      if (answer.type !== 'error' || !isUnanswered(answer.result)) continue;
      look.isAnswered = false;
      if (look.shown.has(id)) Object.assign(answer, { type: 'data', result: look.shown.get(id) });
    }
  }
  return answers;
}

/** Errors of `fetch`, incomplete answers and outages. */
function isUnanswered(result: unknown): boolean {
  if (isRouteErrorResponse(result)) return unavailable.includes(result.status);
  return result instanceof Error;
}

/** Waits, at most until the browser reports a connection. */
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
