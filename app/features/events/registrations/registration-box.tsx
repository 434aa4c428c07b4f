import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant } from '~/lib/format/format-date';
import { ButtonLink } from '~/ui/button';
import { RegistrationNow } from '~/features/events/public-pages/registration-now';
import classes from './registrations.module.css';
import type { RegistrationNow as State } from './registration-state';
import { StatusPill } from '~/ui/status-pill';
import { registrationTones } from '~/features/events/registrations/registration-state';

type RegistrationBoxProps = {
  event: {
    slug: string;
    status: string;
    registration: 'none' | 'internal' | 'external';
    externalUrl: string | null;
    zone: string;
    opensAtInstant: Date | null;
    closesAtInstant: Date | null;
    attendeeList: 'nobody' | 'participants' | 'members';
  };
  /** The reader's own state; absent for visitors and those who are not registered. */
  status?: 'pending' | 'confirmed' | 'waitlisted' | 'declined' | 'cancelled' | 'attended';
  isMember: boolean;
  maySeeList: boolean;
  /** Absent in a preview. */
  now?: State | null;
};

/**
 * What the page of an event says about registering. A visitor's page may be a minute old; the form
 * knows better.
 */
export function RegistrationBox(props: RegistrationBoxProps) {
  const { event, status, isMember, maySeeList, now } = props;
  const t = useTranslate();
  const language = useLanguage();
  const { slug, registration, externalUrl, zone } = event;
  if (registration === 'none' || event.status === 'cancelled') return null;
  if (registration === 'external') {
    return externalUrl ? (
      <p>
        <a href={externalUrl} rel="noreferrer">
          {t('registration.external')}
        </a>
      </p>
    ) : null;
  }
  const time = (moment: Date) => formatInstant(moment, language, zone);
  const isIn = status && status !== 'cancelled';
  const isClosed = !isIn && now?.state === 'closed';
  return (
    <div className={classes.box}>
      {isIn && (
        <StatusPill tone={registrationTones[status]}>
          {t(`registration.state.${status}`)}
        </StatusPill>
      )}
      {!isIn && now && <RegistrationNow now={{ ...now, date: null }} />}
      {!isIn && event.opensAtInstant && (
        <p>{t('registration.opens-at', { time: time(event.opensAtInstant) })}</p>
      )}
      {!isIn && event.closesAtInstant && (
        <p>{t('registration.closes-at', { time: time(event.closesAtInstant) })}</p>
      )}
      {!isClosed && (
        <ButtonLink to={`/events/${slug}/registration`} variant={isIn ? 'secondary' : 'primary'}>
          {t(isIn ? 'registration.to-own' : 'registration.title')}
        </ButtonLink>
      )}
      {!isMember && !isClosed && (
        <p className={classes.meta}>{t('registration.members-sign-in')}</p>
      )}
      {maySeeList && (
        <Link to={`/events/${slug}/participants`}>{t('registration.participants')}</Link>
      )}
    </div>
  );
}
