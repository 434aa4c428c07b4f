import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { noteLostSession, onSessionBack } from '~/site/session-state';
import { formatBytes } from '~/lib/format/format-number';
import { useRevalidateWithRetry } from '~/ui/live/use-revalidate-with-retry';
import { useToast } from '~/ui/dialog/toasts';
import classes from './upload-panel.module.css';
import {
  isRunning,
  mayRetry,
  ofLastRound,
  signedOut,
  type UploadItem,
  uploadQueue,
} from './upload-queue';

/** How far each upload is, and all together, in per cent of the bytes; gone when all are done. */
export function UploadList({ items }: { items: readonly UploadItem[] }) {
  const t = useTranslate();
  useFinish(items);
  useSessionFor(items);
  const isBusy = items.some(isRunning);
  const shown = items.filter((item) => item.state !== 'done' || item.duplicate !== null);
  if (shown.length === 0) return <Announcement items={items} />;
  const counted = ofLastRound(items).filter((item) => item.state !== 'failed');
  const bytes = counted.reduce((sum, item) => sum + item.bytes, 0);
  const sent = counted.reduce((sum, item) => sum + item.sent, 0);
  return (
    <div className={classes.list}>
      {isBusy && (
        <label className={classes.total}>
          <span>{t('upload.total', { percent: percentOf(sent, bytes) })}</span>
          <progress max={100} value={percentOf(sent, bytes)} />
        </label>
      )}
      <ul aria-label={t('upload.title')}>
        {shown.map((item) => (
          <UploadRow key={item.key} item={item} />
        ))}
      </ul>
      <div className={classes.acts}>
        {items.filter(mayRetry).length > 1 && (
          <button type="button" className={classes.button} onClick={() => uploadQueue.retryAll()}>
            {t('upload.retry-all')}
          </button>
        )}
        {!isBusy && (
          <button type="button" className={classes.button} onClick={() => uploadQueue.clear()}>
            {t('upload.clear')}
          </button>
        )}
      </div>
      <Announcement items={items} />
    </div>
  );
}

/** The session is over: everything waits for the person, in place. */
const isSignedOut = (items: readonly UploadItem[]) =>
  !items.some(isRunning) && items.some(({ error }) => error === signedOut);

const percentOf = (sent: number, bytes: number) =>
  bytes === 0 ? 0 : Math.floor((Math.min(sent, bytes) / bytes) * 100);

function UploadRow({ item }: { item: UploadItem }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const percent = percentOf(item.sent, item.bytes);
  const name = item.path ? `${item.path}/${item.name}` : item.name;
  return (
    <li className={classes.row} data-state={item.state}>
      <div className={classes.what}>
        <span className={classes.file}>{name}</span>
        <span className={classes.size}>{formatBytes(item.bytes, language)}</span>
      </div>
      {isRunning(item) && (
        <div className={classes.progress}>
          <progress max={100} value={percent} aria-label={t('upload.progress', { name })} />
          <span>{item.state === 'waiting' ? t('upload.waiting') : `${percent} %`}</span>
        </div>
      )}
      {item.error && <p className={classes.error}>{textOf(item.error)}</p>}
      {item.duplicate && (
        <p>
          {t('upload.duplicate')}{' '}
          <Link to={`/intranet/documents/${item.duplicate}`}>{t('upload.duplicate-show')}</Link>
        </p>
      )}
      <div className={classes.acts}>
        {mayRetry(item) && (
          <button
            type="button"
            className={classes.small}
            onClick={() => uploadQueue.retry(item.key)}
          >
            {t('upload.retry')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {item.state !== 'done' && (
          <button
            type="button"
            className={classes.small}
            onClick={() => void uploadQueue.cancel(item.key)}
          >
            {t(item.state === 'failed' ? 'upload.remove' : 'upload.cancel')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

/** Reads the progress out at every quarter, not at every per cent. */
function Announcement({ items }: { items: readonly UploadItem[] }) {
  const t = useTranslate();
  const round = ofLastRound(items);
  const bytes = round.reduce((sum, item) => sum + item.bytes, 0);
  const sent = round.reduce((sum, item) => sum + item.sent, 0);
  const quarter = Math.floor(percentOf(sent, bytes) / 25) * 25;
  return (
    <p className="visually-hidden" role="status">
      {items.some(isRunning) ? t('upload.total', { percent: quarter }) : ''}
    </p>
  );
}

/** What ends with the session goes on with it. */
function useSessionFor(items: readonly UploadItem[]): void {
  const isWaiting = isSignedOut(items);
  useEffect(() => {
    if (isWaiting) noteLostSession();
  }, [isWaiting]);
  useEffect(() => onSessionBack(() => uploadQueue.retrySignedOut()), []);
}

/** Why files were not taken, each reason once. */
function refusals(items: readonly UploadItem[]): string[] {
  const refused = ofLastRound(items).filter(({ state }) => state === 'failed');
  return [
    ...new Set(refused.flatMap(({ error }) => (error && error !== signedOut ? [error] : []))),
  ];
}

/** When the last one is done: says how many, shows them in the list, clears the progress. */
function useFinish(items: readonly UploadItem[]): void {
  const t = useTranslate();
  const textOf = useTextOf();
  const toast = useToast();
  const look = useRevalidateWithRetry();
  const isBusy = items.some(isRunning);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) {
      const done = ofLastRound(items).filter(({ state }) => state === 'done');
      if (done.length > 0)
        toast({ kind: 'success', text: t('upload.done', { count: done.length }) });
      for (const text of refusals(items)) toast({ kind: 'error', text: textOf(text) });
      if (items.every(({ state, duplicate }) => state === 'done' && !duplicate))
        uploadQueue.clear();
      // Without a session the page would lead away from what waits here.
      if (!isSignedOut(items)) void look();
    }
    wasBusy.current = isBusy;
  }, [isBusy, items, look, t, textOf, toast]);
}
