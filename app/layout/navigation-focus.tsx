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
    const target = hash
      ? document.getElementById(decodeURIComponent(hash.slice(1)))
      : document.querySelector<HTMLElement>('main h1');
    if (!target) return;
    if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
    target.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}
