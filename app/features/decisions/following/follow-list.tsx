import { Form } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { SelectField } from '~/ui/fields/fields';
import fields from '~/ui/fields/fields.module.css';
import { SiteLink } from '~/ui/site-link';
import { StatusPill } from '~/ui/status-pill';
import { type FollowRhythm, followRhythms } from './follow-rhythms';
import classes from './following.module.css';

export type ListedFollow = {
  id: string;
  name: string;
  /** Null when there is no page of it any more. */
  address: string | null;
  rhythm: FollowRhythm;
  /** Why nothing new is to be expected. */
  state: 'decision.state.withdrawn' | 'follows.deleted' | null;
};

/** What a member follows, each with how often e-mails say what is new. */
export function FollowList({ follows }: { follows: readonly ListedFollow[] }) {
  const t = useTranslate();
  return (
    <ul className={classes.follows}>
      {follows.map(({ id, name, address, rhythm, state }) => (
        <li key={id} aria-label={name}>
          <p className={classes.name}>
            {address === null ? (
              <bdi>{name}</bdi>
            ) : (
              <SiteLink to={address}>
                <bdi>{name}</bdi>
              </SiteLink>
            )}{' '}
            {state && <StatusPill tone="attention">{t(state)}</StatusPill>}
          </p>
          <Form method="post" className={fields.row}>
            <input type="hidden" name="intent" value="rhythm" />
            <input type="hidden" name="follow" value={id} />
            <SelectField
              // What was saved elsewhere meanwhile is shown.
              key={rhythm}
              name="rhythm"
              label={t('follows.rhythm')}
              defaultValue={rhythm}
              choices={followRhythms.map((value) => ({
                value,
                label: t(`follows.rhythm.${value}`),
              }))}
            />
            <Button>{t('follows.save')}</Button>
          </Form>
          <Form method="post">
            <input type="hidden" name="intent" value="stop" />
            <input type="hidden" name="follow" value={id} />
            <input type="hidden" name="from" value="settings" />
            <Button>{t('follows.stop')}</Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
