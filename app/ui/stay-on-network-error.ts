import { data, isRouteErrorResponse } from 'react-router';

/**
 * Sends a form of someone who writes. When no answer comes, or the site cannot take it just now,
 * the page stays as it is with all that was typed and says so; otherwise an error page would take
 * its place.
 * @param offline what is said without a connection; by default that a draft is kept
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
