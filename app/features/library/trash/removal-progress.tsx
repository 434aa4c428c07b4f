import { useEffect, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import type { Removal } from './deletion.server';
import classes from '~/features/library/intranet/folder-page.module.css';

/** Fewer files are removed before one has read how many. */
const fewest = 20;
const pause = 300;

export function isWorthShowing(removal: Removal | null | undefined): removal is Removal {
  return Boolean(removal && removal.files >= fewest);
}

type RemovalProgressProps = { removal: Removal; onDone: () => void };

/** How many of the files of a deletion are gone; what was deleted is in no list any more by then. */
export function RemovalProgress({ removal, onDone }: RemovalProgressProps) {
  const t = useTranslate();
  const { act, files } = removal;
  const [left, setLeft] = useState(files);
  useEffect(() => {
    const stop = new AbortController();
    let next: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const answer = await fetch(`/intranet/deletion?act=${act}`, { signal: stop.signal });
      const told: { left: number } = await answer.json();
      setLeft(told.left);
      if (told.left === 0) onDone();
      else next = setTimeout(() => void look().catch(close), pause);
    };
    // Files are removed whether someone looks or not.
    const close = () => {
      if (!stop.signal.aborted) onDone();
    };
    void look().catch(close);
    return () => {
      stop.abort();
      clearTimeout(next);
    };
  }, [act, onDone]);
  const done = Math.max(0, files - left);
  return (
    <div className={classes.whatGoes}>
      <p role="status">{t('intranet.removing', { count: done, files })}</p>
      <progress value={done} max={files} aria-label={t('intranet.deleting')} />
    </div>
  );
}
