import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { mostAtOnce, severalAddress } from '~/features/library/details/several-address';
import classes from './upload-panel.module.css';
import { uploadQueue } from './upload-queue';

const none: readonly string[] = [];

/** The way from files that have just been uploaded to their details, all on one page. */
export function DetailsLinks({ isBusy }: { isBusy: boolean }) {
  const t = useTranslate();
  const brought = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.brought, () => none);
  if (isBusy || brought.length === 0) return null;
  const pages = Array.from({ length: Math.ceil(brought.length / mostAtOnce) }, (_, page) =>
    brought.slice(page * mostAtOnce, (page + 1) * mostAtOnce),
  );
  return (
    <>
      {pages.map((ids, page) => (
        <p key={ids[0]} className={classes.next}>
          <Link to={severalAddress(ids)} onClick={() => uploadQueue.forgetBrought()}>
            {pages.length === 1
              ? t('upload.details', { count: ids.length })
              : t('upload.details-part', {
                  first: page * mostAtOnce + 1,
                  last: page * mostAtOnce + ids.length,
                })}
          </Link>
        </p>
      ))}
    </>
  );
}
