import type { ReactNode } from 'react';
import classes from './form.module.css';

/** A wide table that scrolls by itself; it takes the focus so that the arrow keys reach it all. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: a scrolling region
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
