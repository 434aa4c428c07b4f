import { useLanguage } from '~/i18n/translation-context';
import { dayAndMonth } from '~/lib/format/format-date';
import type { EventOverview } from '~/features/events/events.server';
import classes from './event-list.module.css';

/** Day and month for the eye; the date is written out beside it. */
export function DateBlock({ event }: { event: Pick<EventOverview, 'startsAt' | 'endsAt'> }) {
  const { day, month } = dayAndMonth(event.startsAt, event.endsAt, useLanguage());
  return (
    <p className={classes.date} aria-hidden="true">
      <span className={classes.day}>{day}</span>
      <span className={classes.month}>{month}</span>
    </p>
  );
}
