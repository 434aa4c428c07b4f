import fc from 'fast-check';
import { expect, test } from 'vitest';
import { datesIn } from './dates';

const day = fc.date({
  min: new Date('1950-01-01'),
  max: new Date('2099-12-31'),
  noInvalidDate: true,
});
const written = (options: Intl.DateTimeFormatOptions, language: string) =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });

test('a day is read as the languages of the Union write it', () => {
  const formats = [
    'en-GB',
    'en-US',
    'fr',
    'de',
    'it',
    'es',
    'pl',
    'bg',
    'el',
    'nl',
    'pt',
    'cs',
    'hu',
  ].map((language) => written({ dateStyle: 'long' }, language));
  fc.assert(
    fc.property(day, fc.constantFrom(...formats), (date, format) => {
      const [found, ...others] = datesIn(`on ${format.format(date)} the court`);
      expect(found?.date).toBe(date.toISOString().slice(0, 10));
      expect(others).toEqual([]);
    }),
  );
});

test.each(['31 February 2020', '3-2-1-12-2010', '16/07', '2020-13-01', 'C-16/07'])(
  '"%s" has no day in it',
  (text) => {
    expect(datesIn(text)).toEqual([]);
  },
);
