import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import type { Collection } from '~/lib/collections';
import { UploadList } from './upload-list';
import classes from './upload-panel.module.css';
import { type UploadItem, uploadQueue } from './upload-queue';

type ReplaceFileProps = { document: string; collection: Collection };
const none: readonly UploadItem[] = [];

/** Takes a new file for a document; the one before stays among its versions. */
export function ReplaceFile({ document, collection }: ReplaceFileProps) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const items = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, () => none);
  return (
    <details>
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
          aria-label={t('upload.choose-file')}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])].map((file) => ({ file, path: '' }));
            currentTarget.value = '';
            const place = { collection, folder: null, replaces: document, note };
            uploadQueue.add(files, place, Number.MAX_SAFE_INTEGER);
          }}
        />
        <UploadList items={items} />
      </div>
    </details>
  );
}
