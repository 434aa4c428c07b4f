import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { DateBlock } from './date-block';
import { eventDates, placeOf } from './event-dates';
import { EventKind } from './event-kind';
import classes from './event-list.module.css';
import type { CoveredEvent } from '~/features/events/events.server';
import { CardCover } from '~/features/content/files/cover-figure';
import { SiteLink } from '~/ui/site-link';
import { RegistrationNow } from './registration-now';
import { EmptyState } from '~/ui/empty-state';

type EventListProps = {
  events: readonly CoveredEvent[];
  /** Said when there is none. */
  empty: string;
  headingLevel: 2 | 3;
};

export function EventList({ events, empty, headingLevel }: EventListProps) {
  if (events.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    <ul className={classes.list}>
      {events.map((event) => (
        <EventEntry key={event.slug} event={event} headingLevel={headingLevel} />
      ))}
    </ul>
  );
}

function EventEntry({ event, headingLevel }: { event: CoveredEvent; headingLevel: 2 | 3 }) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <li className={classes.event} data-cancelled={event.status === 'cancelled' || undefined}>
      <DateBlock event={event} />
      <div>
        <EventKind event={event} className={classes.kind} />
        <Heading className={classes.title}>
          <SiteLink to={`/events/${event.slug}`} lang={langOf(event.language)}>
            {event.title}
          </SiteLink>
        </Heading>
        <p className={classes.when}>
          <time dateTime={event.startsAt.replace(' ', 'T')}>{eventDates(event, language)}</time>
          {placeOf(event, t) && ` · ${placeOf(event, t)}`}
        </p>
        {event.registrationNow && <RegistrationNow now={event.registrationNow} />}
      </div>
      <CardCover cover={event.cover} />
    </li>
  );
}
