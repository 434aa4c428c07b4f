import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { countryName } from '~/lib/format/display-names';
import reading from '~/ui/reading.module.css';
import classes from '~/features/events/registrations/registrations.module.css';

type Attendee = { id: string; name: string; court: string | null; country: string | null };
type AttendeeListProps = {
  title: string;
  titleLanguage: string;
  attendees: readonly Attendee[];
};

/** Those who take part and have agreed to be named here. */
export function AttendeeList({ title, titleLanguage, attendees }: AttendeeListProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={classes.page}>
      <header className={reading.head}>
        <p className={reading.kind} lang={titleLanguage}>
          {title}
        </p>
        <h1>{t('registration.participants')}</h1>
        <p>{t('registration.participants-text')}</p>
      </header>
      {attendees.length === 0 ? (
        <p>{t('registration.no-participants')}</p>
      ) : (
        <ul className={classes.attendees}>
          {attendees.map(({ id, name, court, country }) => (
            <li key={id}>
              {name}
              {(court || country) && (
                <span className={classes.meta}>
                  {' – '}
                  {[court, country && countryName(country, language)].filter(Boolean).join(', ')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
