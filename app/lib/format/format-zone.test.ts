import { describe, expect, test } from 'vitest';
import { formatInstant, formatZonedTime, zoneInWords, zoneName } from './format-date';

const winter = '2026-12-01 09:00:00';
const summer = '2026-07-01 09:00:00';

describe('time zones', () => {
  test.each([
    ['en', 'Brussels time (CET)', 'Vienna time (CEST)', '09:00 CET'],
    ['fr', 'heure de Bruxelles (UTC+1)', 'heure de Vienne (UTC+2)', '09:00 UTC+1'],
    ['de', 'Ortszeit Brüssel (MEZ)', 'Ortszeit Wien (MESZ)', '09:00 MEZ'],
  ])('are named in the reader’s language, in %s', (language, brussels, vienna, time) => {
    expect(zoneInWords('Europe/Brussels', winter, language)).toBe(brussels);
    expect(zoneInWords('Europe/Vienna', summer, language)).toBe(vienna);
    expect(formatZonedTime(winter, 'Europe/Brussels', language)).toBe(time);
  });

  test('have the city’s name of today, however the zone is spelt', () => {
    for (const zone of ['Europe/Kiev', 'Europe/Kyiv'])
      expect(zoneInWords(zone, winter, 'en')).toMatch(/^Kyiv time/);
    expect(zoneInWords('Europe/Tirane', winter, 'en')).toBe('Tirana time (CET)');
  });

  test('without a city have their name alone', () => {
    for (const language of ['en', 'fr', 'de']) {
      expect(zoneInWords('UTC', winter, language)).toBe('UTC');
      expect(zoneInWords('Etc/UTC', winter, language)).toBe('UTC');
    }
  });

  test('have no nought behind them, nor a line below', () => {
    expect(formatZonedTime(winter, 'Europe/London', 'fr')).toBe('09:00 UTC');
    expect(zoneName('Europe/London', new Date('2026-12-01T09:00Z'), 'de')).toBe('GMT');
    expect(formatInstant('2026-12-01T18:00Z', 'fr', 'Europe/London')).toMatch(/18:00 UTC$/);
    expect(zoneInWords('America/New_York', winter, 'en')).toBe('New York time (GMT-5)');
    expect(zoneInWords('Europe/Athens', winter, 'fr')).toBe('heure d’Athènes (UTC+2)');
  });

  test('have the name of the wall time’s day, on either side of the change', () => {
    expect(formatZonedTime('2027-03-28 01:30', 'Europe/Brussels', 'en')).toBe('01:30 CET');
    expect(formatZonedTime('2027-03-28 04:30', 'Europe/Brussels', 'en')).toBe('04:30 CEST');
    expect(formatZonedTime('2027-10-31 00:30', 'Europe/Brussels', 'en')).toBe('00:30 CEST');
    expect(formatZonedTime('2027-10-31 04:30', 'Europe/Brussels', 'en')).toBe('04:30 CET');
  });
});
