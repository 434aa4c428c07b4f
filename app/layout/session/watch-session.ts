import { retryDelay } from '~/lib/retry-delay';
import { type LostSession } from '~/site/session-state';

/** In milliseconds, while there is no connection. */
const longest = 30_000;

type Messages = { over: LostSession } | 'changed';

/**
 * Hears of the end of the session. Of all tabs of a browser one is connected, since browsers have
 * few connections to one site; it tells the others.
 * @param onMessage the session is over, or may be another one by now
 * @returns how to stop
 */
export function watchSession(onMessage: (message: Messages) => void): () => void {
  const tabs = new BroadcastChannel('session');
  tabs.addEventListener('message', ({ data }: MessageEvent<Messages>) => onMessage(data));
  const stopped = new AbortController();
  const tell = (message: Messages) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to tabs of this site alone
    tabs.postMessage(message);
    onMessage(message);
  };
  const connected = () => connect(tell, stopped.signal);
  // Where a browser has no locks, each tab is connected.
  if ('locks' in navigator) {
    navigator.locks
      .request('session', { signal: stopped.signal }, connected)
      .catch(() => undefined);
  } else void connected();
  return () => {
    stopped.abort();
    tabs.close();
  };
}

/** Tells the other tabs that somebody has signed in here. */
export function tellOfSignIn(): void {
  const tabs = new BroadcastChannel('session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to tabs of this site alone
  tabs.postMessage('changed');
  tabs.close();
}

/** Keeps the stream open until it is to stop. */
function connect(tell: (message: Messages) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const open = () => {
      const opened = new EventSource('/session/watch');
      source = opened;
      opened.addEventListener('open', () => {
        failures = 0;
      });
      opened.addEventListener('over', ({ data }: MessageEvent<string>) => {
        opened.close();
        tell({ over: isLostSession(data) ? data : 'error.auth/session-expired' });
      });
      opened.addEventListener('error', () => {
        opened.close();
        clearTimeout(again);
        again = setTimeout(open, Math.min(retryDelay(failures), longest));
        failures += 1;
      });
    };
    const stop = () => {
      clearTimeout(again);
      source?.close();
      resolve();
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    open();
  });
}

const isLostSession = (text: string): text is LostSession =>
  text === 'error.auth/session-expired' || text === 'error.firestore/account-not-found';
