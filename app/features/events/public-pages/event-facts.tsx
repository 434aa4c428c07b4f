import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { countryName, languageNames } from '~/lib/format/display-names';
import {
  capitalised,
  formatWallDate,
  formatWallDates,
  formatWallTime,
  zoneInWords,
} from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';
import type { getEvent } from '~/features/events/events.server';
import classes from './event-facts.module.css';
import { LocalTime } from './local-time';

type Event = Omit<Awaited<ReturnType<typeof getEvent>>, 'body' | 'rendered'>;

/** When and where, in the event's own zone first; the visitor's time beside it when it differs. */
export function EventFacts({ event }: { event: Event }) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  const country = event.country && countryName(event.country, language);
  const place = [event.venue, event.address, event.city, country].filter(Boolean).join(', ');
  return (
    <dl className={reading.facts}>
      <dt>{t('events.when')}</dt>
      <dd>
        <When event={event} />
      </dd>
      {event.type !== 'deadline' && (
        <>
          <dt>{t('events.where')}</dt>
          <dd>
            {event.mode !== 'online' && place}
            {event.mode === 'hybrid' && ` – ${t('events.and-online')}`}
            {event.mode === 'online' && t('events.online')}
          </dd>
        </>
      )}
      {event.workingLanguages.length > 0 && (
        <>
          <dt>{t('events.languages')}</dt>
          <dd>{languageNames(event.workingLanguages, language)}</dd>
        </>
      )}
      <dt>{t('events.organiser')}</dt>
      <dd>{[event.organiser, ...event.partners].join(', ')}</dd>
      {event.feeText && (
        <>
          <dt>{t('events.fee')}</dt>
          <dd lang={langOf(event.spoken.feeText)}>{event.feeText}</dd>
        </>
      )}
      <dt>{t('events.contact')}</dt>
      <dd>
        <a href={`mailto:${event.contact}`}>{event.contact}</a>
      </dd>
      {event.externalUrl && (
        <>
          <dt>{t('events.more')}</dt>
          <dd>
            <a href={event.externalUrl} rel="noreferrer">
              {event.externalUrl}
            </a>
          </dd>
        </>
      )}
    </dl>
  );
}

function When({ event }: { event: Event }) {
  const t = useTranslate();
  const language = useLanguage();
  const start = capitalised(formatWallDate(event.startsAt, language), language);
  const end = formatWallDate(event.endsAt, language);
  const isOneDay = event.startsAt.slice(0, 10) === event.endsAt.slice(0, 10);
  if (event.allDay) {
    const days = formatWallDates(event.startsAt, event.endsAt, language);
    return <span>{capitalised(days, language)}</span>;
  }
  const from = `${start}, ${formatWallTime(event.startsAt)}`;
  const until = isOneDay ? formatWallTime(event.endsAt) : `${end}, ${formatWallTime(event.endsAt)}`;
  return (
    <>
      <time dateTime={new Date(event.startsAtInstant).toISOString()}>{from}</time> –{' '}
      <time dateTime={new Date(event.endsAtInstant).toISOString()}>{until}</time>
      <span className={`${reading.small} ${classes.zone}`}>
        {t('events.zone', { zone: zoneInWords(event.zone, event.startsAt, language) })}
        <LocalTime moment={new Date(event.startsAtInstant).toISOString()} zone={event.zone} />
      </span>
    </>
  );
}
