import { describe, expect, test } from 'vitest';
import {
  countryName,
  languageName,
  languageNames,
  languageOptions,
  languagesInSentence,
  ownLanguageName,
} from './display-names';
import { formatBytes } from './format-number';
import {
  calendarDayOf,
  dayAndMonth,
  formatDate,
  formatInstant,
  formatWallDate,
  formatWallDates,
  formatWallTime,
  siteZone,
  yearOf,
} from '~/lib/format/format-date';
import { isUuid } from '~/lib/is-uuid';
import { keyedHash } from '~/platform/keyed-hash.server';
import { newId } from '~/lib/new-id';
import { pageMeta } from '~/site/page-meta';
import { readingMinutes } from '~/features/writing/rendered-texts/rendered-texts.server';

describe('dates', () => {
  test('a moment is shown as the date it has in Brussels', () => {
    expect(formatDate(new Date('2026-11-20T22:59:00Z'), 'en')).toBe('20 November 2026');
    expect(formatDate(new Date('2026-11-20T23:00:00Z'), 'en')).toBe('21 November 2026');
    expect(formatDate(new Date('2026-03-01T12:00:00Z'), 'fr')).toBe('1er mars 2026');
    expect(formatDate(new Date('2026-03-01T12:00:00Z'), 'de')).toBe('1. März 2026');
  });

  test('a moment is on the calendar day that it has in Brussels', () => {
    expect(calendarDayOf(new Date('2026-11-20T22:59:00Z'))).toBe('2026-11-20');
    expect(calendarDayOf(new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21');
  });

  test('a calendar date stays what it is in any zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      expect(formatDate('2026-11-20', 'en', zone)).toBe('20 November 2026');
    }
  });

  test('wall time is shown as written, whatever zone the reader is in', () => {
    expect(formatWallDate('2027-05-20T09:00:00', 'en')).toBe('Thursday, 20 May 2027');
    expect(formatWallDate('2027-05-20 00:30:00', 'en')).toBe('Thursday, 20 May 2027');
    expect(formatWallTime('2027-05-20 09:05:00')).toBe('09:05');
  });

  test('a date block has both days of an event within a month', () => {
    const [first, second, later] = ['2027-05-20 09:00', '2027-05-21 17:00', '2027-06-01 09:00'];
    expect(dayAndMonth(first, first, 'en')).toEqual({ day: '20', month: 'May' });
    expect(dayAndMonth(first, second, 'en')).toEqual({ day: '20–21', month: 'May' });
    expect(dayAndMonth(first, later, 'en')).toEqual({ day: '20', month: 'May' });
    const [start, end] = ['2019-10-01 09:00', '2019-10-03 17:00'];
    expect(dayAndMonth(start, end, 'fr')).toEqual({ day: '1er–3', month: 'oct.' });
  });

  test.each([
    ['2027-05-20', '2027-05-21', 'en', '20 to 21 May 2027'],
    ['2027-05-20', '2027-05-21', 'fr', 'du 20 au 21 mai 2027'],
    ['2027-05-20', '2027-05-21', 'de', '20. bis 21. Mai 2027'],
    ['2019-10-01', '2019-10-03', 'fr', 'du 1er au 3 octobre 2019'],
    ['2019-09-30', '2019-10-01', 'fr', 'du 30 septembre au 1er octobre 2019'],
    ['2027-05-30', '2027-06-01', 'en', '30 May to 1 June 2027'],
    ['2026-12-31', '2027-01-02', 'de', '31. Dezember 2026 bis 2. Januar 2027'],
    ['2027-05-20', '2027-05-20', 'en', 'Thursday, 20 May 2027'],
    ['2019-10-01', '2019-10-01', 'fr', 'mardi 1er octobre 2019'],
  ])('%s until %s is written in %s as %s', (from, until, language, text) => {
    expect(formatWallDates(`${from} 09:00:00`, `${until} 17:00:00`, language)).toBe(text);
  });

  test('a moment in a zone carries the name of the zone', () => {
    const moment = new Date('2027-05-20T07:00:00Z');
    expect(formatInstant(moment, 'en', siteZone)).toBe('20 May 2027 at 09:00 CEST');
    const first = new Date('2027-06-01T07:00:00Z');
    expect(formatInstant(first, 'fr', siteZone)).toBe('1er juin 2027 à 09:00 UTC+2');
    expect(formatInstant(moment, 'en', 'Europe/Athens')).toMatch(/^20 May 2027 at 10:00 /);
  });

  test('the year is that of Brussels', () => {
    expect(yearOf(new Date('2026-12-31T22:59:59Z'))).toBe(2026);
    expect(yearOf(new Date('2026-12-31T23:00:00Z'))).toBe(2027);
  });
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [41_000, '41 kB'],
  [1_840_000, '1.8 MB'],
  [2_000_000_000, '2 GB'],
  [3e15, '3,000 TB'],
])('%d bytes are %j', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text.replace(' ', '\u00A0'));
});

test.each(['en', 'fr', 'de'])('no line ends within a size (%s)', (language) => {
  for (const bytes of [1, 117_000, 1_840_000, 3e15])
    expect(formatBytes(bytes, language)).toMatch(/^[\d.,\u202F]+[\u00A0\u202F]\p{L}+$/u);
});

test('names of countries and languages', () => {
  expect(countryName('BE', 'en')).toBe('Belgium');
  expect(countryName('BE', 'de')).toBe('Belgien');
  expect(countryName('QX', 'en')).toBe('QX');
  expect(ownLanguageName('fr')).toBe('Français');
  expect(ownLanguageName('en')).toBe('English');
  expect(languageName('en', 'fr')).toBe('Anglais');
  expect(languageName('en', 'de')).toBe('Englisch');
  expect(languageNames(['en', 'fr'], 'fr')).toBe('Anglais, français');
  expect(languageOptions('fr').find(({ value }) => value === 'en')?.label).toBe('Anglais');
  expect(languagesInSentence(['en'], 'fr')).toBe('anglais');
  expect(languagesInSentence(['en', 'fr'], 'de')).toBe('Englisch und Französisch');
  for (const odd of ['', '/etc/passwd', 'A', '\u0000', '%n', 'de-'])
    expect([countryName(odd, 'en'), languageName(odd, 'en')]).toEqual([odd, odd]);
});

test('reading takes a minute for 220 words, and never none', () => {
  expect(readingMinutes('')).toBe(1);
  expect(readingMinutes('word '.repeat(220 * 3))).toBe(3);
  expect(readingMinutes('word\n\n'.repeat(330))).toBe(2);
});

test('ids are UUIDs of version 7, in the order of their making', () => {
  const ids = Array.from({ length: 1000 }, () => newId());
  expect(new Set(ids).size).toBe(1000);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  expect(ids.every((id) => isUuid(id))).toBe(true);
});

test.each([
  undefined,
  '',
  'an-article',
  '0198c1f0-0000-7000-8000-00000000000',
  '0198c1f0-0000-7000-8000-0000000000000',
  '0198c1f0-0000-7000-8000-00000000000g',
  '{0198c1f0-0000-7000-8000-000000000000}',
  '0198c1f0-0000-7000-8000-000000000000\n',
])('%j is no UUID', (text) => {
  expect(isUuid(text)).toBe(false);
});

test('a keyed hash depends on secret, purpose and value, and on where each ends', () => {
  const hash = keyedHash('secret', 'throttle', 'value');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(keyedHash('secret', 'throttle', 'value')).toBe(hash);
  expect(keyedHash('Secret', 'throttle', 'value')).not.toBe(hash);
  expect(keyedHash('secret', 'throttlev', 'alue')).not.toBe(hash);
  expect(keyedHash('secret', 'throttle', 'valu')).not.toBe(hash);
});

describe('what search engines read of a page', () => {
  const site = { origin: 'https://association.example', name: 'Judges', picture: '/card' };

  test('carries title, description, address and structured facts', () => {
    const tags = pageMeta(site, {
      title: 'About',
      description: 'Who we are',
      path: '/about',
      structured: { '@type': 'Organization' },
    });
    expect(tags).toEqual([
      { title: 'About – Judges' },
      { name: 'description', content: 'Who we are' },
      { tagName: 'link', rel: 'canonical', href: 'https://association.example/about' },
      { property: 'og:site_name', content: 'Judges' },
      { property: 'og:title', content: 'About' },
      { property: 'og:description', content: 'Who we are' },
      { property: 'og:type', content: 'website' },
      { property: 'og:url', content: 'https://association.example/about' },
      { property: 'og:image', content: 'https://association.example/card' },
      { property: 'og:image:alt', content: 'Judges' },
      { name: 'twitter:card', content: 'summary_large_image' },
      { 'script:ld+json': { '@context': 'https://schema.org', '@type': 'Organization' } },
    ]);
  });

  test('shows its own picture where it has one, with its words and size', () => {
    const picture = { path: '/pictures/1/960.jpeg', alt: 'The hall', width: 960, height: 540 };
    const structured = { '@type': 'Event' };
    const tags = pageMeta(site, { title: 'Seminar', path: '/events/1', picture, structured });
    const address = 'https://association.example/pictures/1/960.jpeg';
    expect(tags).toContainEqual({ property: 'og:image', content: address });
    expect(tags).toContainEqual({ property: 'og:image:alt', content: 'The hall' });
    expect(tags).toContainEqual({ property: 'og:image:height', content: '540' });
    expect(tags).not.toContainEqual({ property: 'og:image', content: `${site.origin}/card` });
    expect(tags.at(-1)).toMatchObject({ 'script:ld+json': { image: address } });
    const unnamed = pageMeta(site, { title: 'x', path: '/x', picture: { ...picture, alt: '' } });
    expect(unnamed).toContainEqual({ property: 'og:image:alt', content: 'Judges' });
  });

  test('names the addresses of the same page in other languages', () => {
    const alternates = [
      { language: 'en', path: '/about?language=en' },
      { language: 'x-default', path: '/about' },
    ];
    const tags = pageMeta(site, { title: 'About', path: '/about', alternates });
    expect(tags.filter((tag) => 'rel' in tag && tag.rel === 'alternate')).toEqual(
      alternates.map(({ language, path }) => ({
        tagName: 'link',
        rel: 'alternate',
        hrefLang: language,
        href: `https://association.example${path}`,
      })),
    );
  });

  test('the home page begins with the name of the site, and a form is not listed', () => {
    expect(pageMeta(site, { title: 'Law for people', path: '/' })[0]).toEqual({
      title: 'Judges – Law for people',
    });
    expect(pageMeta(site, { title: 'Sign in', path: '/login', noIndex: true })).toContainEqual({
      name: 'robots',
      content: 'noindex',
    });
  });
});
