import { expect, test } from 'vitest';
import { slugOf } from './slug-of';

test.each([
  ['The right of access, in six judgments', 'the-right-of-access-in-six-judgments'],
  ['L’œuvre d’Éloïse: « données »', 'l-oeuvre-d-eloise-donnees'],
  ['Große Übermittlung', 'grosse-ubermittlung'],
  ['Łódź, Ærø og Đakovo', 'lodz-aero-og-dakovo'],
  ['ŒUVRE, İstanbul', 'oeuvre-istanbul'],
  ['Γνώμη', 'text'],
])('an address for %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('is not endless and never ends with a hyphen', () => {
  expect(slugOf('word '.repeat(100)).length).toBeLessThanOrEqual(80);
  expect(slugOf('word '.repeat(100))).not.toMatch(/-$/);
});
