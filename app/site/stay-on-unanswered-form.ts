import { data, isRouteErrorResponse } from 'react-router';

type Answers = Record<string, { type: 'data' | 'error'; result: unknown }>;

const listeners = new Set<(key: string) => void>();

/** Calls back with the key of a text when a form got no answer. @returns how to stop */
export function onUnansweredForm(listener: (key: string) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Client middleware: a page whose form gets no answer stays as it is, with all that was typed, where an
 * error page would take its place. A form that says so itself has an action of its own in the browser
 * (`keepFormOnNetworkError`).
 */
export async function stayOnUnansweredForm<Given extends Answers>(
  { method, url }: Pick<Request, 'method' | 'url'>,
  next: () => Promise<Given>,
): Promise<Given> {
  const answers = await next();
  // A form of another page leads there, whatever it answers.
  if (method === 'GET' || new URL(url).pathname !== location.pathname) return answers;
  for (const answer of Object.values(answers)) {
    const key = answer.type === 'error' ? reasonOf(answer.result) : null;
    if (key === null) continue;
    // With a status of an error the page is not loaded anew.
    Object.assign(answer, { type: 'data', result: data(undefined, { status: 503 }) });
    for (const listener of listeners) listener(key);
  }
  return answers;
}

/** Why there is no answer; null when there was one. */
function reasonOf(result: unknown): string | null {
  // Of a proxy, or of the site.
  if (isRouteErrorResponse(result))
    return [502, 503, 504].includes(result.status) ? 'error.service-unavailable' : null;
  // The error of an action comes as its data, without a status.
  const isWrapped = typeof result === 'object' && result !== null && 'data' in result;
  const error = isWrapped ? result.data : result;
  // What `fetch` throws when the connection failed (Fetch standard, section 5.6).
  return error instanceof TypeError ? 'error.no-answer' : null;
}
