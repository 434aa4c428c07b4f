import type { Translate } from '~/i18n/translate';
import { capitalised, formatWallDates, formatZonedTime } from '~/lib/format/format-date';
import type { EventOverview } from '~/features/events/events.server';

type Dates = Pick<EventOverview, 'startsAt' | 'endsAt' | 'allDay' | 'zone'>;
type Place = Pick<EventOverview, 'type' | 'mode' | 'city'>;

/**
 * One day with its hour and the zone of that, or the first and the last of several days; as a line
 * begins with it.
 */
export function eventDates({ startsAt, endsAt, allDay, zone }: Dates, language: string): string {
  const days = capitalised(formatWallDates(startsAt, endsAt, language), language);
  const isOneDay = startsAt.slice(0, 10) === endsAt.slice(0, 10);
  return isOneDay && !allDay ? `${days}, ${formatZonedTime(startsAt, zone, language)}` : days;
}

/** Where one goes, in a word or two; a deadline takes place nowhere. */
export function placeOf({ type, mode, city }: Place, t: Translate): string {
  if (type === 'deadline') return '';
  if (mode === 'online') return t('events.online');
  return [city, mode === 'hybrid' && t('events.and-online')].filter(Boolean).join(' · ');
}
