import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import type { Collection } from '~/lib/collections';
import { acceptedEndings } from '~/features/library/resources/file-types';
import { useLimits, useLimitsInWords } from '~/features/library/uploads/upload-limits';
import { UploadList } from './upload-list';
import classes from './upload-panel.module.css';
import { isRunning, type UploadItem, uploadQueue } from './upload-queue';

type ReplaceFileProps = {
  document: string;
  collection: Collection;
  longestFile: number;
  /** Its newest version. */
  current: number;
};
const none: readonly UploadItem[] = [];

/** Takes a new file for a document; the one before stays among its versions. */
export function ReplaceFile({ document, collection, longestFile, current }: ReplaceFileProps) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const items = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, () => none);
  const [isOpen, setOpen] = useState(false);
  /** What was the newest version when the form was opened. */
  const [seen, setSeen] = useState(current);
  // One's own replacements are no news.
  const own = items.filter((item) => item.state === 'done' && item.document === document).length;
  const counted = useRef(own);
  useEffect(() => {
    if (own > counted.current) setSeen((before) => before + own - counted.current);
    counted.current = own;
  }, [own]);
  const limits = useLimits(collection, { isAsked: isOpen, isBusy: items.some(isRunning) });
  const limitsInWords = useLimitsInWords(longestFile, limits);
  return (
    <details
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        setSeen(current);
      }}
    >
      <summary>{t('upload.replace')}</summary>
      <div className={classes.list}>
        <label className={classes.note}>
          <span>{t('upload.note')}</span>
          <input
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </label>
        <button type="button" className={classes.button} onClick={() => input.current?.click()}>
          {t('upload.choose-file')}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept={acceptedEndings}
          aria-label={t('upload.choose-file')}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])].map((file) => ({ file, path: '' }));
            currentTarget.value = '';
            const place = { collection, folder: null, replaces: document, current, note };
            uploadQueue.add(files, place, longestFile);
          }}
        />
        <p>{limitsInWords}</p>
        <p role="status">{current > seen && t('upload.replaced-meanwhile', { number: current })}</p>
        <UploadList items={items} />
        <noscript>
          <p>{t('upload.needs-scripts')}</p>
        </noscript>
      </div>
    </details>
  );
}
