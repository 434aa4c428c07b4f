import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isPageStart } from '~/ui/page-number';

/**
 * After a navigation within the site the focus goes to the new page's heading, as it would on a
 * fresh page (WCAG 2.2, 2.4.3); a fragment's own target comes first. A further page of a list is a
 * new page; a filter leaves the focus in its field.
 */
export function NavigationFocus() {
  const { pathname, hash, key, state } = useLocation();
  const previous = useRef({ pathname, key });
  useEffect(() => {
    const { current: before } = previous;
    previous.current = { pathname, key };
    if (before.key === key) return;
    const isNewPage = before.pathname !== pathname || isPageStart(state);
    const target = targetOf(hash) ?? (isNewPage ? document.querySelector('main h1') : null);
    if (!(target instanceof HTMLElement) || (!isNewPage && hasPlace(target))) return;
    focusOn(target);
  }, [pathname, hash, key, state]);
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

/** The reader is in a form of the page, or where the fragment leads already. */
function hasPlace(target: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return false;
  return focused.closest('form') !== null || target.contains(focused);
}

/** Where one writes, the field takes the focus, with the caret after what it has. */
function focusOn(target: HTMLElement): void {
  const field = target.hasAttribute('data-writing')
    ? target.querySelector<HTMLElement>('[contenteditable="true"], textarea')
    : null;
  if (!field) {
    if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
    target.focus({ preventScroll: true });
    return;
  }
  field.focus({ preventScroll: true });
  if (field instanceof HTMLTextAreaElement) {
    field.setSelectionRange(field.value.length, field.value.length);
    return;
  }
  getSelection()?.selectAllChildren(field);
  getSelection()?.collapseToEnd();
}
