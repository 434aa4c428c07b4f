import { data, isRouteErrorResponse } from 'react-router';

/**
 * Sends a form and keeps the page, with everything typed, when there is no answer or the site is
 * unavailable; otherwise an error page would replace it.
 * @param offline the key of the message without a connection; by default that the draft is saved
 */
export async function stayOnNetworkError<Answer>(
  send: () => Promise<Answer>,
  offline = 'draft.offline',
) {
  try {
    return await send();
  } catch (error) {
    const nothing: Record<string, string> = {};
    const refusal = { ok: false as const, fieldErrors: nothing, values: nothing };
    return data({ ...refusal, error: reasonOf(error, offline) }, { status: 503 });
  }
}

/**
 * The same for a form that keeps no draft, or has boxes to tick: the answer has the message alone, so
 * that each field stays as it is.
 */
export async function keepFormOnNetworkError<Answer>(send: () => Promise<Answer>) {
  try {
    return await send();
  } catch (error) {
    return data({ error: reasonOf(error, 'error.no-answer') }, { status: 503 });
  }
}

/** Why there is no answer. @throws what is wrong otherwise */
function reasonOf(error: unknown, offline: string): string {
  if (isRouteErrorResponse(error) && error.status === 503) return 'error.service-unavailable';
  // What `fetch` throws when the connection failed (Fetch standard, section 5.6).
  if (error instanceof TypeError) return offline;
  throw error;
}
