import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/**
 * Loads the page's data again whenever the stream at `address` says that something has changed.
 * The browser reconnects by itself; a change during the gap is caught up with at reconnection.
 */
export function useLive(address: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const source = new EventSource(address);
    let hasBeenOpen = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Several changes at once are one look.
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void revalidate(), 100);
    };
    source.addEventListener('message', look);
    source.addEventListener('open', () => {
      if (hasBeenOpen) look();
      hasBeenOpen = true;
    });
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [address, revalidate]);
}
