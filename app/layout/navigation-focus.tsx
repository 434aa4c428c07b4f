import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a navigation within the site the focus goes to the new page's heading, as it would on a
 * fresh page (WCAG 2.2, 2.4.3); a fragment's own target comes first.
 */
export function NavigationFocus() {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const target = targetOf(hash) ?? document.querySelector<HTMLElement>('main h1');
    if (!target) return;
    if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
    target.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}

/** What a fragment names, if anything; it may be any text, also one that cannot be decoded. */
function targetOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
