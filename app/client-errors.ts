import { isRouteErrorResponse } from 'react-router';

/**
 * Catches uncaught errors of the whole app (spec section 8) from its first line on; what sends them
 * is loaded with the first error, and only where error tracking is enabled.
 */
export function catchErrors(): void {
  addEventListener('error', (event) => {
    const thrown: unknown = event.error ?? event.message;
    if (thrown) void report(thrown);
  });
  addEventListener('unhandledrejection', (event) => {
    // What was called off on purpose, such as the page before the one that is wanted now.
    if (isCalledOff(event.reason)) event.preventDefault();
    else void report(event.reason);
  });
  addEventListener('vite:preloadError', reloadOnce);
}

/** For errors that a boundary has caught; refusals of the server are none. */
export function reportCaught(error: unknown): void {
  if (!isRouteErrorResponse(error)) void report(error);
}

function isCalledOff(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError';
}

async function report(error: unknown): Promise<void> {
  const { errors: purposes } = document.documentElement.dataset;
  if (!purposes) return;
  try {
    const { trackError } = await import('~/features/error-tracking/track-errors');
    await trackError(error, purposes);
  } catch {
    // Reporting must not be a source of errors itself.
  }
}

/**
 * A piece of the app that is gone: the site was renewed while the page was open. A fresh page has
 * the new pieces; where this page is such a reload already, the piece is really missing.
 */
function reloadOnce(event: Event): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReload =
    navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
  // Without a connection a fresh page would be none, and what is typed or chosen here would be gone.
  if (isReload || !navigator.onLine) return;
  event.preventDefault();
  location.reload();
}
