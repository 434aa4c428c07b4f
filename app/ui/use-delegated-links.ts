import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { isFileAddress } from '~/lib/addresses/file-addresses';

/**
 * Routes clicks on plain links inside an element through the router: one delegated handler instead
 * of hundreds of components. Modifier keys, other sites and files are left to the browser.
 */
export function useDelegatedLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (!isPlain || event.altKey || event.defaultPrevented) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.origin !== location.origin) return;
    if (link.hasAttribute('download') || isFileAddress(link.pathname)) return;
    event.preventDefault();
    void navigate(`${link.pathname}${link.search}${link.hash}`);
  };
}
