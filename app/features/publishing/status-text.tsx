import { useTranslate } from '~/i18n/translation-context';
import classes from './publishing.module.css';

type StatusProps = {
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  hasChanges: boolean;
};

/** The state of a text in words, with what waits to be published. */
export function StatusText({ status, hasChanges }: StatusProps) {
  const t = useTranslate();
  return (
    <span>
      <span className={classes.status} data-status={status}>
        {t(`content.status.${status}`)}
      </span>
      {hasChanges && <span className={classes.note}> {t('content.has-changes')}</span>}
    </span>
  );
}
