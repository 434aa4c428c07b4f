import type { ReactNode } from 'react';
import classes from './status-pill.module.css';

/** `attention`: there is something to do; `right`: all is well; `wrong`: it ended or failed. */
export type Tone = 'neutral' | 'attention' | 'right' | 'wrong';

/** The state of a thing. The words say it, the colour only repeats them. */
export function StatusPill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {children}
    </span>
  );
}
