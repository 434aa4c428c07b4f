import { IconFolderUp, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import type { Collection } from '~/lib/collections';
import { acceptedEndings } from '~/features/library/resources/file-types';
import { mayLoadAgain } from '~/site/session-state';
import { useToast } from '~/ui/dialog/toasts';
import { useLive } from '~/ui/live/use-live';
import { DetailsLinks } from './details-links';
import { chosenFiles, droppedFiles, type PlacedFile } from './dropped-files';
import { type InterruptedUpload, InterruptedUploads } from './interrupted-uploads';
import {
  fetchLimits,
  limitsAddress,
  type UploadLimits,
  useLimitsInWords,
} from '~/features/library/uploads/upload-limits';
import { UploadList } from './upload-list';
import classes from './upload-panel.module.css';
import { isRunning, loadProtocol, type UploadItem, uploadQueue } from './upload-queue';

type UploadPanelProps = {
  place: { collection: Collection; folder: string | null };
  longestFile: number;
  /** The stream that says when what is shown here has changed. */
  liveAddress: string;
};
const none: readonly UploadItem[] = [];

/** Takes files for a folder, by button or by drop, and shows how far they are. */
export function UploadPanel({ place, longestFile, liveAddress }: UploadPanelProps) {
  const t = useTranslate();
  const toast = useToast();
  const items = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, () => none);
  const files = useRef<HTMLInputElement>(null);
  const folders = useRef<HTMLInputElement>(null);
  const take = (taken: readonly PlacedFile[]) => {
    if (taken.length > 0) return uploadQueue.add(taken, place, longestFile);
    toast({ kind: 'error', text: t('error.storage/no-file-provided') });
  };
  const isOver = useDrop(take);
  useLive(liveAddress, mayLoadAgain);
  useEffect(() => void loadProtocol().catch(() => undefined), []);
  return (
    <section
      className={classes.panel}
      aria-label={t('upload.title')}
      data-over={isOver || undefined}
      data-no-print
    >
      <div className={classes.ways}>
        <button type="button" className={classes.button} onClick={() => files.current?.click()}>
          <IconUpload size={20} aria-hidden="true" />
          {t('upload.files')}
        </button>
        <button type="button" className={classes.button} onClick={() => folders.current?.click()}>
          <IconFolderUp size={20} aria-hidden="true" />
          {t('upload.folder')}
        </button>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          accept={acceptedEndings}
          aria-label={t('upload.files')}
          onChange={(event) => takeAndReset(event.currentTarget, take)}
        />
        <input
          ref={(input) => {
            folders.current = input;
            if (input) input.webkitdirectory = true;
          }}
          type="file"
          multiple
          hidden
          aria-label={t('upload.folder')}
          onChange={(event) => takeAndReset(event.currentTarget, take)}
        />
        <Limits
          isBusy={items.some(isRunning)}
          collection={place.collection}
          longestFile={longestFile}
        />
      </div>
      <UploadList items={items} />
      <DetailsLinks isBusy={items.some(isRunning)} />
      <noscript>
        <p>{t('upload.needs-scripts')}</p>
      </noscript>
    </section>
  );
}

/**
 * Takes what is dropped anywhere on the page: dropped beside its place, a file would be opened by the
 * browser instead of the page. While a dialog is open nothing is taken.
 * @returns whether files are held over the page
 */
function useDrop(take: (taken: readonly PlacedFile[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const takeNow = useRef(take);
  useEffect(() => {
    takeNow.current = take;
  });
  useEffect(() => {
    const stop = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      addEventListener(type, hear, { signal: stop.signal });
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
    on('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(document.querySelector('dialog[open]') === null);
    });
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    on('drop', (event) => {
      setOver(false);
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]')) return;
      void droppedFiles(event.dataTransfer).then((files) => takeNow.current(files));
    });
    return () => stop.abort();
  }, []);
  return isOver;
}

/** So that the same file can be chosen again. */
function takeAndReset(input: HTMLInputElement, take: (files: readonly PlacedFile[]) => void): void {
  const taken = chosenFiles(input.files);
  input.value = '';
  take(taken);
}

type Known = { limits: UploadLimits; unfinished: InterruptedUpload[] };

type LimitsProps = { collection: Collection; longestFile: number; isBusy: boolean };

/** What fits is told before, and what was interrupted can be taken up again. */
function Limits({ collection, longestFile, isBusy }: LimitsProps) {
  const t = useTranslate();
  const [known, setKnown] = useState<Known | null>(null);
  const limitsInWords = useLimitsInWords(longestFile, known?.limits ?? null);
  const [discarded, setDiscarded] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const isFocusLost = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const address = limitsAddress(collection);
    const askUnfinished = async (): Promise<InterruptedUpload[]> =>
      (await fetch(address, { signal: stop.signal })).json();
    const load = async () => {
      const [limits, unfinished] = await Promise.all([
        fetchLimits(collection, stop.signal),
        askUnfinished(),
      ]);
      // What this very tab is sending is not interrupted.
      const own = new Set(uploadQueue.snapshot().map(({ name }) => name));
      const others = unfinished.filter(({ fileName }) => !own.has(fileName));
      setKnown({ limits, unfinished: others });
    };
    load().catch(() => undefined);
    return () => stop.abort();
    // Asked again when uploads begin, end and are discarded: space is less or more, and what was
    // interrupted goes on.
  }, [collection, isBusy, discarded]);
  useEffect(() => {
    // The button that was pressed has gone with its upload.
    if (isFocusLost.current) place.current?.focus();
    isFocusLost.current = false;
  }, [known]);
  return (
    <div ref={place} tabIndex={-1} className={classes.limits}>
      <p>
        {t('upload.drop')} {limitsInWords}
      </p>
      {known && known.unfinished.length > 0 && (
        <InterruptedUploads
          uploads={known.unfinished}
          onDiscarded={() => {
            isFocusLost.current = true;
            setDiscarded((times) => times + 1);
          }}
        />
      )}
    </div>
  );
}
