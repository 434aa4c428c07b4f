import { useTranslate } from '~/i18n/translation-context';
import classes from '~/features/forum/forum.module.css';

/** Why other members do not see a comment. @param props `decision`: its address; null during the review */
export function HiddenNote({ decision }: { decision: string | null }) {
  const t = useTranslate();
  return (
    <p className={classes.hidden}>
      {decision ? (
        <>
          {t('forum.is-hidden-by-decision')} <a href={decision}>{t('forum.read-decision')}</a>
        </>
      ) : (
        t('forum.is-hidden')
      )}
    </p>
  );
}
