import { useSyncExternalStore } from 'react';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant } from '~/lib/format/format-date';

const never = () => () => undefined;
const visitorZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

type LocalTimeProps = {
  /** ISO 8601 with Z. */
  moment: string;
  /** The event's own zone. */
  zone: string;
};

/** The time of an event in the visitor's time zone, when that differs. */
export function LocalTime({ moment, zone }: LocalTimeProps) {
  const t = useTranslate();
  const language = useLanguage();
  // The server cannot know the visitor's zone; the browser adds it after hydration.
  const own = useSyncExternalStore(never, visitorZone, () => zone);
  const clockIn = (name: string) =>
    new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: name,
    }).format(new Date(moment));
  if (clockIn(own) === clockIn(zone)) return null;
  return <> · {t('events.own-time', { time: formatInstant(moment, language, own) })}</>;
}
