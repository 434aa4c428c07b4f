import { data } from 'react-router';

/**
 * Sends a form of somebody who writes. When no answer comes, the page stays as it is with all that
 * was typed, and says that there is no connection; otherwise an error page would take its place.
 */
export async function orStay<Answer>(send: () => Promise<Answer>) {
  try {
    return await send();
  } catch (error) {
    // What `fetch` throws when the connection failed (Fetch standard, section 5.6).
    if (!(error instanceof TypeError)) throw error;
    const nothing: Record<string, string> = {};
    return data(
      { ok: false as const, error: 'draft.offline', fieldErrors: nothing, values: nothing },
      { status: 503 },
    );
  }
}
