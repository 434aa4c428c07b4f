import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import classes from '~/features/forum/forum.module.css';

/** Where someone was writing when the topic was closed, or the category archived. */
export function NothingTaken() {
  const t = useTranslate();
  return (
    <p className={classes.notice} role="status">
      {t('forum.nothing-taken')} <Link to="/forum/drafts">{t('drafts.link')}</Link>
    </p>
  );
}
