import { Form } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { SiteLink } from '~/ui/site-link';
import classes from './follow-form.module.css';

/** The id of the member's follow; null when the member does not follow it. */
export type FollowState = { id: string | null };

type FollowFormProps = {
  follow: FollowState;
  /** What the form sends to follow what the page shows. */
  sends: Record<string, string>;
  label: string;
  hint?: string;
  /** What is said once it is followed. */
  follows: string;
};

const path = '/settings/following';

/** Follows what the page shows, or follows it no longer. */
export function FollowForm({ follow, sends, label, hint, follows }: FollowFormProps) {
  const t = useTranslate();
  const fields = follow.id === null ? sends : { intent: 'stop', follow: follow.id, from: 'page' };
  return (
    <Form method="post" action={path} className={classes.follow} data-no-print>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {follow.id === null ? (
        <>
          <Button>{label}</Button>
          {hint && <span>{hint}</span>}
        </>
      ) : (
        <>
          <span>
            {follows} <SiteLink to={path}>{t('follows.to-settings')}</SiteLink>
          </span>
          <Button>{t('follows.stop')}</Button>
        </>
      )}
    </Form>
  );
}
