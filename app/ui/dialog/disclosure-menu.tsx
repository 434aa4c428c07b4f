import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type DisclosureMenuProps = {
  className?: string;
  summaryClassName?: string;
  /** The id of the button, where a link leads to it. */
  summaryId?: string;
  summary: ReactNode;
  /** Accessible name of the button, when `summary` does not say it. */
  label?: string;
  children: ReactNode;
};

/**
 * A button that opens a list (WAI-ARIA disclosure). Works without scripts; with them it closes on
 * Escape, on a click elsewhere, when the focus leaves and after navigation.
 */
export function DisclosureMenu(props: DisclosureMenuProps) {
  const { className, summaryClassName, summaryId, summary, label, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [key]);
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.contains(target)) element.open = false;
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) element.open = false;
    };
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focusout', onFocusOut);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
  return (
    <details ref={details} className={className}>
      <summary id={summaryId} className={summaryClassName} aria-label={label}>
        {summary}
      </summary>
      {children}
    </details>
  );
}
