import { isRouteErrorResponse } from 'react-router';

/**
 * Catches uncaught errors of the whole app (spec section 8) from its first line on; what sends them
 * is loaded with the first error, and only where error tracking is enabled.
 */
export function catchErrors(): void {
  addEventListener('error', (event) => {
    // Also 0, '' and false can be thrown; an error of another origin has no value but a message.
    void report(event.error ?? event.message);
  });
  addEventListener('unhandledrejection', (event) => {
    // What was called off on purpose, such as the page before the one that is wanted now.
    if (isCancelled(event.reason)) event.preventDefault();
    else void report(event.reason);
  });
  addEventListener('vite:preloadError', reloadOnce);
  reloadToWantedPage();
}

/** For errors that a boundary has caught; refusals of the server are none. */
export function reportCaught(error: unknown): void {
  if (!isRouteErrorResponse(error)) void report(error);
}

function isCancelled(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError';
}

async function report(error: unknown): Promise<void> {
  const { errors: purposes } = document.documentElement.dataset;
  if (!purposes) return;
  try {
    const { trackError } = await import('~/features/telemetry/error-tracking/track-errors');
    await trackError(error, purposes);
  } catch {
    // Reporting must not be a source of errors itself.
  }
}

/** The address of the page that is on its way; null when none is. */
let wanted: string | null = null;
/** The link that was followed last: its page may be on its way before React has said so. */
let followed: { address: string; at: number } | null = null;
const followedFor = 10_000;

export function noteWantedPage(address: string | null): void {
  wanted = address;
}

/**
 * A piece of the app that is gone: the site was renewed while the page was open. A fresh page has
 * the new pieces; where this page is such a reload already, the piece is really missing.
 */
function reloadOnce(event: Event): void {
  const [entry] = performance.getEntriesByType('navigation');
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
  // Without a connection a fresh page would be none, and what is typed or chosen here would be gone.
  if (isReload || !navigator.onLine || isTyping()) return;
  event.preventDefault();
  location.reload();
}

/** Who is torn away while typing loses the next letters; an editor that does not come leaves a plain field. */
const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, [contenteditable="true"]') ?? false;

/**
 * The router reloads when the piece of a route is gone, but what is wanted is the page that the
 * reader is on the way to. Browsers without the Navigation API load the old page anew.
 */
function reloadToWantedPage(): void {
  if (!('navigation' in globalThis)) return;
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    followed =
      link?.origin === location.origin ? { address: link.href, at: performance.now() } : null;
  });
  navigation.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable) return;
    const isRecent = followed !== null && performance.now() - followed.at < followedFor;
    const address = wanted ?? (isRecent ? followed?.address : null);
    if (!address) return;
    event.preventDefault();
    setTimeout(() => location.assign(address));
  });
}
