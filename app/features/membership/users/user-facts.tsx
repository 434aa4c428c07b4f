import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import type { AccountState } from './user-schemas';

export type ShownUser = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: 'ADMIN' | 'DEV' | 'USER';
  state: AccountState;
  createdAt: Date;
  suspendedAt: Date | null;
  sessions: number;
  lastUse: Date | null;
  passkeys: number;
  hasAuthenticator: boolean;
  emailSubscriber: boolean;
};

/** The state of a person's account at a glance. */
export function UserFacts({ user }: { user: ShownUser }) {
  const t = useTranslate();
  const language = useLanguage();
  const state = user.suspendedAt
    ? t('users.suspended-since', { date: formatDate(user.suspendedAt, language) })
    : t(`users.state.${user.state}`);
  return (
    <dl className={classes.facts}>
      <dt>{t('field.email')}</dt>
      <dd>{user.email}</dd>
      <dt>{t('users.role')}</dt>
      <dd>{t(`role.${user.role}`)}</dd>
      <dt>{t('users.state')}</dt>
      <dd>{state}</dd>
      <dt>{t('users.since')}</dt>
      <dd>{formatDate(user.createdAt, language)}</dd>
      <dt>{t('users.sessions')}</dt>
      <dd>
        {user.lastUse
          ? t('users.sessions-used', {
              count: user.sessions,
              date: formatDate(user.lastUse, language),
            })
          : t('users.sessions-none')}
      </dd>
      <dt>{t('second-factor.title')}</dt>
      <dd>
        {[
          user.hasAuthenticator ? t('second-factor.app') : null,
          user.passkeys > 0 ? t('second-factor.passkeys-count', { count: user.passkeys }) : null,
        ]
          .filter((text) => text !== null)
          .join(', ') || t('second-factor.none')}
      </dd>
      <dt>{t('users.newsletter')}</dt>
      <dd>{user.emailSubscriber ? t('word.yes') : t('word.no')}</dd>
    </dl>
  );
}
