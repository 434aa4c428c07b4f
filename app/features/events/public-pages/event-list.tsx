import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { dayAndMonth, formatWallDate, formatWallTime } from '~/lib/format/format-date';
import classes from './event-list.module.css';
import type { EventOverview } from '~/features/events/events.server';
import { SiteLink } from '~/ui/site-link';

type EventListProps = {
  events: readonly EventOverview[];
  /** Said when there is none. */
  empty: string;
  headingLevel: 2 | 3;
};

export function EventList({ events, empty, headingLevel }: EventListProps) {
  if (events.length === 0) return <p>{empty}</p>;
  return (
    <ul className={classes.list}>
      {events.map((event) => (
        <EventEntry key={event.slug} event={event} headingLevel={headingLevel} />
      ))}
    </ul>
  );
}

function EventEntry({ event, headingLevel }: { event: EventOverview; headingLevel: 2 | 3 }) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const { day, month } = dayAndMonth(event.startsAt, language);
  const place = event.mode === 'online' ? t('events.online') : event.city;
  return (
    <li className={classes.event} data-cancelled={event.status === 'cancelled' || undefined}>
      <p className={classes.date} aria-hidden="true">
        <span className={classes.day}>{day}</span>
        <span className={classes.month}>{month}</span>
      </p>
      <div>
        <p className={classes.kind}>
          {t(`events.type.${event.type}`)}
          {event.visibility === 'members' && ` · ${t('events.members-only')}`}
          {event.status === 'cancelled' && (
            <strong className={classes.cancelled}> · {t('events.cancelled')}</strong>
          )}
        </p>
        <Heading className={classes.title}>
          <SiteLink to={`/events/${event.slug}`} lang={langOf(event.language)}>
            {event.title}
          </SiteLink>
        </Heading>
        <p className={classes.when}>
          <time dateTime={event.startsAt.replace(' ', 'T')}>
            {formatWallDate(event.startsAt, language)}
            {!event.allDay && `, ${formatWallTime(event.startsAt)}`}
          </time>
          {place && ` · ${place}`}
          {event.mode === 'hybrid' && ` · ${t('events.and-online')}`}
        </p>
      </div>
    </li>
  );
}
