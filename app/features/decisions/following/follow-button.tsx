import { FollowForm, type FollowState } from '~/features/library/following/follow-form';
import { useTranslate } from '~/i18n/translation-context';
import type { FollowedDecisions } from './following.server';

type FollowButtonProps = {
  subject: FollowedDecisions;
  /** Null for visitors, who see nothing of it. */
  follow: FollowState | null;
};

/** Follows the list or the decision that the page shows, or follows it no longer. */
export function FollowButton({ subject, follow }: FollowButtonProps) {
  const t = useTranslate();
  if (!follow) return null;
  if ('identifier' in subject) {
    return (
      <FollowForm
        follow={follow}
        sends={{ intent: 'follow-decision', identifier: subject.identifier }}
        label={t('follows.follow-decision')}
        hint={t('follows.decision-hint')}
        follows={t('follows.follows-decision')}
      />
    );
  }
  const { filter } = subject;
  return (
    <FollowForm
      follow={follow}
      sends={{ intent: 'follow-filter', filter }}
      label={t(filter === '' ? 'follows.follow-all' : 'follows.follow-search')}
      follows={t('follows.follows-search')}
    />
  );
}
