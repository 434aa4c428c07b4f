import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatWallDates } from '~/lib/format/format-date';
import form from '~/ui/form.module.css';
import type { listRegistrationsOf } from './registrations.server';
import classes from './registrations.module.css';

type PersonRegistrationsProps = {
  registrations: Awaited<ReturnType<typeof listRegistrationsOf>>;
};

/** A person's registrations, for the record in the administration. */
export function PersonRegistrations({ registrations }: PersonRegistrationsProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (registrations.length === 0) return <p>{t('user.no-registrations')}</p>;
  return (
    <ul className={form.entries}>
      {registrations.map(({ id, title, startsAt, endsAt, status }) => (
        <li key={id}>
          <span>
            <Link to={`/administration/registrations/${id}`}>{title}</Link>{' '}
            <span className={classes.meta}>{formatWallDates(startsAt, endsAt, language)}</span>
          </span>
          <span>{t(`registration.state.${status}`)}</span>
        </li>
      ))}
    </ul>
  );
}
