import { Form } from 'react-router';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { SiteLink } from '~/ui/site-link';
import classes from './follow-button.module.css';
import type { FollowState, FollowSubject } from './following.server';

type FollowButtonProps = {
  subject: FollowSubject;
  /** Null for visitors, who see nothing of it. */
  follow: FollowState | null;
};

const path = '/settings/following';

/** Follows what the page shows, or follows it no longer. */
export function FollowButton({ subject, follow }: FollowButtonProps) {
  const t = useTranslate();
  if (!follow) return null;
  if (follow.id === null) {
    return (
      <Form method="post" action={path} className={classes.follow} data-no-print>
        {'filter' in subject ? (
          <>
            <input type="hidden" name="intent" value="follow-filter" />
            <input type="hidden" name="filter" value={subject.filter} />
          </>
        ) : (
          <>
            <input type="hidden" name="intent" value="follow-decision" />
            <input type="hidden" name="identifier" value={subject.identifier} />
          </>
        )}
        <Button>{t(labelOf(subject))}</Button>
        {'identifier' in subject && <span>{t('follows.decision-hint')}</span>}
      </Form>
    );
  }
  return (
    <Form method="post" action={path} className={classes.follow} data-no-print>
      <input type="hidden" name="intent" value="stop" />
      <input type="hidden" name="follow" value={follow.id} />
      <input type="hidden" name="from" value="page" />
      <span>
        {t('filter' in subject ? 'follows.follows-search' : 'follows.follows-decision')}{' '}
        <SiteLink to={path}>{t('follows.to-settings')}</SiteLink>
      </span>
      <Button>{t('follows.stop')}</Button>
    </Form>
  );
}

function labelOf(subject: FollowSubject): TextKey {
  if ('identifier' in subject) return 'follows.follow-decision';
  return subject.filter === '' ? 'follows.follow-all' : 'follows.follow-search';
}
