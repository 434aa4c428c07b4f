import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { countryName } from '~/lib/format/display-names';
import { formatDate, formatWallDate } from '~/lib/format/format-date';
import type { getCertificate } from './participants.server';
import { Logo } from '~/site/logo';
import { useSite } from '~/site/site';
import classes from './certificate.module.css';

type CertificateProps = { certificate: Awaited<ReturnType<typeof getCertificate>> };

/** To be printed, as a letter of the association: who attended what, when and where. */
export function Certificate({ certificate }: CertificateProps) {
  const t = useTranslate();
  const language = useLanguage();
  const association = useSite()?.config.association;
  const { event, name, mode, id } = certificate;
  const start = formatWallDate(event.startsAt, language);
  const end = formatWallDate(event.endsAt, language);
  const place = [event.venue, event.city, event.country && countryName(event.country, language)]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <article className={classes.certificate}>
        {association && (
          <p className={classes.head}>
            <Logo picture={association.logo} height={64} />
            {association.name}
          </p>
        )}
        <h1>{t('registration.certificate')}</h1>
        <p>{t('registration.certifies')}</p>
        <p className={classes.name}>{name}</p>
        <p>{t(mode === 'online' ? 'registration.attended-online' : 'registration.attended')}</p>
        <p className={classes.title} lang={event.language}>
          {event.title}
        </p>
        <p>
          {start === end ? start : `${start} – ${end}`}
          {mode === 'on-site' && place && (
            <>
              <br />
              {place}
            </>
          )}
        </p>
        <p>{t('registration.organised', { organiser: event.organiser })}</p>
        <p className={classes.signature}>{t('registration.signature')}</p>
        <div className={`${classes.foot} ${classes.small}`}>
          <p>
            {association?.address}
            <br />
            {association?.email}
          </p>
          <p>
            {t('registration.certificate-number', {
              number: id.slice(-12),
              date: formatDate(event.endsAtInstant, language),
            })}
          </p>
        </div>
      </article>
      <p data-no-print className={classes.small}>
        {t('registration.print')}
      </p>
    </>
  );
}
