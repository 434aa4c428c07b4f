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
    const isOutage = isRouteErrorResponse(error) && error.status === 503;
    // What `fetch` throws when the connection failed (Fetch standard, section 5.6).
    if (!isOutage && !(error instanceof TypeError)) throw error;
    const reason = isOutage ? 'error.service-unavailable' : offline;
    const nothing: Record<string, string> = {};
    return data(
      { ok: false as const, error: reason, fieldErrors: nothing, values: nothing },
      { status: 503 },
    );
  }
}
