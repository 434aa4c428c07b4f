const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-BE', de: 'de-DE' };

/** The site's own zone, for dates of publication (the association sits in Brussels). */
export const siteZone = 'Europe/Brussels';

export function localeOf(language: string): string {
  return locales[language] ?? language;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs far more than using it. */
function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options);
  formats.set(key, made);
  return made;
}

const longDate = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/**
 * "20 November 2026".
 * @param date a moment, shown in `zone`, or a calendar date as YYYY-MM-DD
 */
export function formatDate(date: Date | string, language: string, zone = siteZone): string {
  const isCalendarDate = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date);
  return format(language, { ...longDate, timeZone: isCalendarDate ? 'UTC' : zone }).format(
    new Date(date),
  );
}

/** "Thursday, 20 May 2027" from local wall time, which is what it says and needs no zone. */
export function formatWallDate(wallTime: string, language: string): string {
  return format(language, { ...longDate, weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${wallTime.replace(' ', 'T').slice(0, 16)}Z`),
  );
}

/** "09:00" from local wall time. */
export function formatWallTime(wallTime: string): string {
  return wallTime.slice(11, 16);
}

/** Day and month apart, for a date block. */
export function dayAndMonth(wallTime: string, language: string): { day: string; month: string } {
  const date = new Date(`${wallTime.replace(' ', 'T').slice(0, 16)}Z`);
  return {
    day: format(language, { day: 'numeric', timeZone: 'UTC' }).format(date),
    month: format(language, { month: 'short', timeZone: 'UTC' }).format(date),
  };
}

/** "20 May 2027, 09:00" of a moment in a zone, with the zone's short name. */
export function formatMoment(moment: Date | string, language: string, zone: string): string {
  return format(language, {
    ...longDate,
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(new Date(moment));
}

/** The year of a moment in Brussels. */
export function yearOf(moment: Date): number {
  return Number(format('en', { year: 'numeric', timeZone: siteZone }).format(moment));
}
