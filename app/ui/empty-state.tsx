import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Stands where a list would be: that there is nothing, and what one can do about it. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>;
}
