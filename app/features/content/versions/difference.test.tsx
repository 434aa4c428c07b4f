import { expect, test } from 'vitest';
import type { Language } from '~/config/config.server';
import { Difference } from './difference';
import { diffWords } from './text-diff';
import { markupOf } from '../../../../tests/support/site/markup-of';

/** What is shown of a field that two versions differ in. */
function shown(
  field: string,
  [before, after]: [string, string],
  language: Language = 'de',
): string {
  const page = markupOf(
    <Difference changes={[{ field, parts: diffWords(before, after) }]} />,
    language,
  );
  return page.replaceAll(/<h3>.*?<\/h3>|<span class="visually-hidden">.*?<\/span>/g, '');
}

type Case = readonly [string, string, string, string, string];

test.each<Case>([
  ['coverFocus', 'centre', 'top-left', 'Mitte', 'Oben links'],
  ['category', 'eu', 'call', 'Europäische Union', 'Aufruf'],
  ['country', 'BE', 'FR', 'Belgien', 'Frankreich'],
  ['language', 'en', 'fr', 'Englisch', 'Französisch'],
  ['effectiveOn', '2026-11-01', '2027-01-15', '1. November 2026', '15. Januar 2027'],
])(
  '%s is said in the words of the reader, not as it is stored',
  (field, before, after, removed, added) => {
    const page = shown(field, [before, after]);
    expect(page).toContain(`<del>${removed}</del>`);
    expect(page).toContain(`<ins>${added}</ins>`);
  },
);

test('a box that was ticked says yes, and so does one that is no longer', () => {
  expect(shown('chathamHouse', ['', 'on'])).toContain('<ins>Ja</ins>');
  expect(shown('pinned', ['on', ''])).toContain('<del>Ja</del>');
});

test('the hour of an event is a date and a time, several languages are their names', () => {
  expect(shown('startsAt', ['2027-05-20T09:30:00', '2027-05-20T10:00:00'])).toContain(
    '<ins>Donnerstag, 20. Mai 2027, 10:00</ins>',
  );
  expect(shown('workingLanguages', ['en', 'en,fr'])).toContain('<ins>Englisch, Französisch</ins>');
});

test('what people have written stays as they have written it', () => {
  expect(shown('title', ['Welcome', 'eu'])).toContain('<ins>eu</ins>');
  expect(shown('summary', ['', 'on'])).toContain('<ins>on</ins>');
});
