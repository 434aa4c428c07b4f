import { useEffect } from 'react';
import { retryDelay } from '~/lib/retry-delay';
import { useRevalidateWithRetry } from './use-revalidate-with-retry';

const always = () => Promise.resolve(true);
/** Milliseconds between reloads of a visible page. */
const longest = 60_000;

/**
 * Revalidates the page whenever the stream at `address` reports a change.
 * The browser reconnects by itself after a cut line, we after a refusal (the site was stopped, the
 * session was over and began again); a change during the gap is caught up with at reconnection, one
 * before the stream was open is the first it says, one while the page is hidden is looked at when
 * the page is.
 * @param mayLook checked before loading; false leaves the page as it is. A stable function
 */
export function useLive(address: string, mayLook: () => Promise<boolean> = always): void {
  const look = useRevalidateWithRetry();
  useEffect(() => {
    let source: EventSource | undefined;
    let hasBeenOpen = false;
    let soon: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let refusals = 0;
    let hasMissed = false;
    // A hidden tab does not reload, or new entries would count as seen.
    const isSeen = () => {
      hasMissed = document.hidden;
      return !hasMissed;
    };
    const lookIfAllowed = async () => {
      // Hidden meanwhile, it is not looked at either.
      if (isSeen() && (await mayLook().catch(() => false)) && isSeen()) await look();
    };
    // Several changes at once are one look.
    const lookSoon = () => {
      clearTimeout(soon);
      soon = setTimeout(() => {
        void lookIfAllowed();
      }, 100);
    };
    const open = () => {
      const opened = new EventSource(address);
      source = opened;
      opened.addEventListener('message', lookSoon);
      opened.addEventListener('open', () => {
        if (hasBeenOpen) lookSoon();
        hasBeenOpen = true;
        refusals = 0;
      });
      opened.addEventListener('error', () => {
        if (opened.readyState !== EventSource.CLOSED) return;
        clearTimeout(again);
        again = setTimeout(open, Math.min(retryDelay(refusals), longest));
        refusals += 1;
      });
    };
    const lookAgain = () => {
      if (hasMissed && !document.hidden) lookSoon();
    };
    open();
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      document.removeEventListener('visibilitychange', lookAgain);
      clearTimeout(soon);
      clearTimeout(again);
      source?.close();
    };
  }, [address, mayLook, look]);
}
