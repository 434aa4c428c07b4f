import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a select that is submitted as one chooses: it shows what the address says also after a link
 * or a step back has changed that, and stays the same element, so that the focus stays in it.
 */
export function useShownValue(value: string): RefObject<HTMLSelectElement | null> {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (select.current) select.current.value = value;
  }, [value]);
  return select;
}
