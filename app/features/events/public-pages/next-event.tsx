import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { countryName } from '~/lib/format/display-names';
import { CardCover } from '~/features/content/files/cover-figure';
import type { CoveredEvent } from '~/features/events/events.server';
import { SiteLink } from '~/ui/site-link';
import { DateBlock } from './date-block';
import { eventDates, placeOf } from './event-dates';
import { EventKind } from './event-kind';
import classes from './next-event.module.css';
import { RegistrationNow } from './registration-now';

/** The event that comes next: when, where, and how one takes part. */
export function NextEvent({ event }: { event: CoveredEvent }) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  const address = `/events/${event.slug}`;
  const now = event.registrationNow;
  const mayRegister = now && now.state !== 'closed' && now.state !== 'full';
  const country = event.mode !== 'online' && event.country && countryName(event.country, language);
  const place = [placeOf(event, t), country].filter(Boolean).join(' · ');
  return (
    <article className={classes.card} aria-labelledby="next-event">
      <CardCover cover={event.cover} />
      <header className={classes.head}>
        <DateBlock event={event} />
        <div>
          <EventKind event={event} className={classes.kind} />
          <h3 id="next-event" className={classes.title}>
            <SiteLink to={address} lang={langOf(event.language)}>
              {event.title}
            </SiteLink>
          </h3>
        </div>
      </header>
      <p className={classes.when}>
        <time dateTime={event.startsAt.replace(' ', 'T')}>{eventDates(event, language)}</time>
        {place && <span>{place}</span>}
      </p>
      <p lang={langOf(event.language)}>{event.summary}</p>
      {now && <RegistrationNow now={now} />}
      <p>
        <SiteLink to={address} className={classes.more}>
          {t(mayRegister ? 'events.to-registration' : 'events.to-event')}
        </SiteLink>
      </p>
    </article>
  );
}
