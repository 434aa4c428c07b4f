import { useRef, useState, useSyncExternalStore } from 'react';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import type { Collection } from '~/lib/collections';
import { acceptedEndings } from '~/lib/file-types';
import { formatBytes } from '~/lib/format-bytes';
import { UploadList } from './upload-list';
import classes from './upload-panel.module.css';
import { type UploadItem, uploadQueue } from './upload-queue';

type ReplaceFileProps = { document: string; collection: Collection; longestFile: number };
const none: readonly UploadItem[] = [];

/** Takes a new file for a document; the one before stays among its versions. */
export function ReplaceFile({ document, collection, longestFile }: ReplaceFileProps) {
  const t = useTranslate();
  const language = useLanguage();
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
          accept={acceptedEndings}
          aria-label={t('upload.choose-file')}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])].map((file) => ({ file, path: '' }));
            currentTarget.value = '';
            const place = { collection, folder: null, replaces: document, note };
            uploadQueue.add(files, place, longestFile);
          }}
        />
        <p>{t('upload.longest', { size: formatBytes(longestFile, language) })}</p>
        <UploadList items={items} />
      </div>
    </details>
  );
}
