import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import classes from '~/features/forum/forum.module.css';

/** Shown when a topic was closed or a category archived before the text was sent. */
export function NotSavedNotice() {
  const t = useTranslate();
  return (
    <p className={classes.notice} role="status">
      {t('forum.nothing-taken')} <Link to="/forum/drafts">{t('drafts.link')}</Link>
    </p>
  );
}
