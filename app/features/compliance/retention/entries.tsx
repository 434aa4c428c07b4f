import type { ReactNode } from 'react';
import classes from './entries.module.css';

/** A long list of which each line says how much it holds, and opens. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className={classes.entries}>{children}</ul>;
}

type EntryProps = { name: string; count?: string | undefined; children: ReactNode };

export function Entry({ name, count, children }: EntryProps) {
  return (
    <li>
      <details className={classes.entry}>
        <summary>
          <span className={classes.name}>{name}</span>
          <span className={classes.count}>{count}</span>
        </summary>
        <div className={classes.content}>{children}</div>
      </details>
    </li>
  );
}
