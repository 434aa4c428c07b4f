const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-BE', de: 'de-DE' };

/** The site's own zone, for dates of publication (the association sits in Brussels). */
export const siteZone = 'Europe/Brussels';

export function localeOf(language: string): string {
  return locales[language] ?? language;
}

/** A text as a line or a heading begins with it: French "Mardi 15 décembre 2026". */
export function capitalised(text: string, language: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

type Format = { intl: Intl.DateTimeFormat; write: (date: Date) => string };

const formats = new Map<string, Format>();
/** What one format has written lately: lists show the same few dates again and again. */
const mostWritten = 500;

/** What a part of a date is in words; French writes the first of a month as an ordinal: "1er mars". */
const wordsOf =
  (language: string) =>
  ({ type, value }: Intl.DateTimeFormatPart): string =>
    language === 'fr' && type === 'day' && value === '1' ? '1er' : value;

/** Making a format costs far more than using it, and using it more than looking it up. */
function format(language: string, kind: string, options: Intl.DateTimeFormatOptions): Format {
  const key = `${language} ${kind}`;
  const known = formats.get(key);
  if (known) return known;
  const intl = new Intl.DateTimeFormat(localeOf(language), options);
  const written = new Map<number, string>();
  const made = {
    intl,
    write: (date: Date) => {
      const before = written.get(date.getTime());
      if (before !== undefined) return before;
      const text = intl.formatToParts(date).map(wordsOf(language)).join('');
      if (written.size >= mostWritten) written.clear();
      written.set(date.getTime(), text);
      return text;
    },
  };
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
  const timeZone = isCalendarDate ? 'UTC' : zone;
  return format(language, `day ${timeZone}`, { ...longDate, timeZone }).write(new Date(date));
}

/** "Sept 2027". @param day of the month, as `2027-09-01` */
export function formatMonth(day: string, language: string): string {
  const options = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return format(language, 'month and year', options).write(new Date(day));
}

/** "Thursday, 20 May 2027" from local wall time, which is what it says and needs no zone. */
export function formatWallDate(wallTime: string, language: string): string {
  return format(language, 'weekday', { ...longDate, weekday: 'long', timeZone: 'UTC' }).write(
    new Date(`${wallTime.replace(' ', 'T').slice(0, 16)}Z`),
  );
}

/** What stands before and between the days of a range. */
const rangeWords: Record<string, readonly [string, string]> = {
  en: ['', ' to '],
  fr: ['du ', ' au '],
  de: ['', ' bis '],
};

/** "20 to 21 May 2027" from local wall times; one day as `formatWallDate` has it. */
export function formatWallDates(from: string, until: string, language: string): string {
  if (from.slice(0, 10) === until.slice(0, 10)) return formatWallDate(from, language);
  const [before, between] = rangeWords[language] ?? ['', ' – '];
  const day = (wallTime: string) => new Date(`${wallTime.slice(0, 10)}T00:00Z`);
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    ...longDate,
    timeZone: 'UTC',
  }).formatRangeToParts(day(from), day(until));
  const first = parts.findIndex((part) => part.source === 'endRange');
  const text = parts.map((part, place) =>
    // The dash between both, which German writes after the full stop of the first day.
    place < first && part.source === 'shared'
      ? part.value.replace(/\s*[–-]\s*/, between)
      : wordsOf(language)(part),
  );
  return before + text.join('');
}

/** "09:00" from local wall time. */
export function formatWallTime(wallTime: string): string {
  return wallTime.slice(11, 16);
}

/** Day and month apart, for a date block; both days of an event within a month. */
export function dayAndMonth(from: string, until: string, language: string): DateBlock {
  const date = (wallTime: string) => new Date(`${wallTime.replace(' ', 'T').slice(0, 16)}Z`);
  const dayOf = (wallTime: string) =>
    format(language, 'day of month', { day: 'numeric', timeZone: 'UTC' }).write(date(wallTime));
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7);
  const days = [...new Set(isOneMonth ? [dayOf(from), dayOf(until)] : [dayOf(from)])];
  return {
    day: days.join('–'),
    month: format(language, 'short month', { month: 'short', timeZone: 'UTC' }).write(date(from)),
  };
}

type DateBlock = { day: string; month: string };

/** "UTC+0" and "GMT+0", as French and German write Greenwich, without what is nought. */
export function withoutZero(text: string): string {
  return text.replace(/(UTC|GMT)[+−-]0\b/, '$1');
}

/** "20 May 2027, 09:00" of a moment in a zone, with the zone's short name. */
export function formatInstant(moment: Date | string, language: string, zone: string): string {
  const text = format(language, `moment ${zone}`, {
    ...longDate,
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).write(new Date(moment));
  return withoutZero(text);
}

/** The day of a moment in Brussels, as YYYY-MM-DD. */
export function calendarDayOf(moment: Date): string {
  return format('sv-SE', 'calendar day', { timeZone: siteZone }).write(moment);
}

/** The year of a moment in Brussels. */
export function yearOf(moment: Date): number {
  // Of the minute: no zone changes its year within one.
  const minute = new Date(Math.floor(moment.getTime() / 60_000) * 60_000);
  return Number(format('en', 'year', { year: 'numeric', timeZone: siteZone }).write(minute));
}

/** The short name that a zone has at a moment: "CET", in French "UTC+1", in German "MEZ". */
export function zoneName(zone: string, moment: Date, language: string): string {
  const options = { timeZone: zone, timeZoneName: 'short' } as const;
  const parts = format(language, `name of ${zone}`, options).intl.formatToParts(moment);
  return withoutZero(parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone);
}

/** The moment of a wall time, to the hour: enough to know which name its zone then has. */
function momentNear(wallTime: string, zone: string): Date {
  const asUtc = Date.parse(`${wallTime.replace(' ', 'T').slice(0, 16)}Z`);
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const clock = format('sv-SE', `clock ${zone}`, options).intl.format(asUtc).replace(' ', 'T');
  return new Date(2 * asUtc - Date.parse(`${clock}Z`));
}

/** "09:00 CET" from local wall time. */
export function formatZonedTime(wallTime: string, zone: string, language: string): string {
  return `${wallTime.slice(11, 16)} ${zoneName(zone, momentNear(wallTime, zone), language)}`;
}

/** Cities after which zones are named, where a language calls them otherwise. */
const cities: Record<string, Record<string, string>> = {
  en: {
    Kiev: 'Kyiv',
    Tirane: 'Tirana',
  },
  fr: {
    Andorra: 'Andorre',
    Athens: 'Athènes',
    Brussels: 'Bruxelles',
    Bucharest: 'Bucarest',
    Copenhagen: 'Copenhague',
    Lisbon: 'Lisbonne',
    London: 'Londres',
    Malta: 'Malte',
    Moscow: 'Moscou',
    Nicosia: 'Nicosie',
    'San Marino': 'Saint-Marin',
    Tirane: 'Tirana',
    Vienna: 'Vienne',
    Warsaw: 'Varsovie',
  },
  de: {
    Athens: 'Athen',
    Belgrade: 'Belgrad',
    Brussels: 'Brüssel',
    Bucharest: 'Bukarest',
    Copenhagen: 'Kopenhagen',
    Kiev: 'Kyjiw',
    Kyiv: 'Kyjiw',
    Lisbon: 'Lissabon',
    Luxembourg: 'Luxemburg',
    Moscow: 'Moskau',
    Nicosia: 'Nikosia',
    Prague: 'Prag',
    Rome: 'Rom',
    Tirane: 'Tirana',
    Vienna: 'Wien',
    Warsaw: 'Warschau',
    Zurich: 'Zürich',
  },
};

const timeIn: Record<string, (city: string) => string> = {
  en: (city) => `${city} time`,
  fr: (city) => `heure ${/^[AEIOUÉÎ]/.test(city) ? 'd’' : 'de '}${city}`,
  de: (city) => `Ortszeit ${city}`,
};

/**
 * A zone in words, with the name that it has at a wall time: "Brussels time (CET)". Zones that are
 * not named after a city, such as UTC, have their name alone.
 */
export function zoneInWords(zone: string, wallTime: string, language: string): string {
  const name = zoneName(zone, momentNear(wallTime, zone), language);
  const english = zone.split('/').slice(1).at(-1)?.replaceAll('_', ' ');
  if (!english || zone.startsWith('Etc/')) return name;
  const city = cities[language]?.[english] ?? english;
  return `${(timeIn[language] ?? timeIn.en)?.(city)} (${name})`;
}
