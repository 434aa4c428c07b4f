import { useTranslate } from '~/i18n/translation-context';
import classes from './publishing.module.css';
import { publicationTones } from '~/features/content/publishing/publication-kinds';
import { StatusPill } from '~/ui/status-pill';

type StatusProps = {
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  hasChanges: boolean;
  /** Whether it was shown until a moment that has passed. */
  isOver?: boolean;
  /** Whether it is in a language in which nothing of its kind is published. */
  isLanguageOff?: boolean;
};

/** The state of a text in words, with what waits to be published. */
export function StatusText({ status, hasChanges, isOver = false, isLanguageOff }: StatusProps) {
  const t = useTranslate();
  const hasEnded = isOver && status === 'published';
  return (
    <span>
      <StatusPill tone={hasEnded ? 'neutral' : publicationTones[status]}>
        {t(hasEnded ? 'content.status.over' : `content.status.${status}`)}
      </StatusPill>
      {isLanguageOff && <span className={classes.note}> {t('content.not-public-language')}</span>}
      {hasChanges && <span className={classes.note}> {t('content.has-changes')}</span>}
    </span>
  );
}
