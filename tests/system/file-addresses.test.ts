import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFileAddress } from '~/lib/addresses/file-addresses';
import { projectRoot } from '~/config/project-root.server';
import { patterns } from '../e2e/steps/site-map';

const hasPage = (file: string) =>
  readFileSync(join(projectRoot(), 'app', file), 'utf8').includes('export default ');

/** Addresses of a route, with and without what may be left out. */
const addressesOf = (pattern: string) =>
  [pattern.replaceAll(/\/:\w+\?/g, ''), pattern.replaceAll('?', '')].map((one) =>
    one.replaceAll(/:\w+/g, '0198c1f0-0000-7000-8000-00000000000a'),
  );
const routes = patterns
  .filter(({ text }) => text !== '/*')
  .map(({ text, file }) => ({ pattern: text, isPage: hasPage(file) }));

describe('every address of a route', () => {
  test.each(routes.filter(({ isPage }) => !isPage))(
    'that shows no page is left to the browser: $pattern',
    ({ pattern }) => {
      for (const address of addressesOf(pattern)) {
        expect([address, isFileAddress(address)]).toEqual([address, true]);
        expect(isFileAddress(`${address}?version=2#page`)).toBe(true);
      }
    },
  );

  test.each(routes.filter(({ isPage }) => isPage))(
    'that shows a page is the router’s: $pattern',
    ({ pattern }) => {
      for (const address of addressesOf(pattern)) {
        expect([address, isFileAddress(address)]).toEqual([address, false]);
        expect(isFileAddress(`${address}?file=statutes.pdf#a.pdf`)).toBe(false);
      }
    },
  );
});

test('both kinds of routes are there to be told apart', () => {
  expect(routes.filter(({ isPage }) => isPage).length).toBeGreaterThan(100);
  expect(routes.filter(({ isPage }) => !isPage).length).toBeGreaterThan(30);
});

test.each([
  '/files/0198c1f0/Statuten%20(1).PDF',
  '/events/calendar.ics',
  '/favicon.svg',
  '/uploads/a',
])('what is no page: %s', (address) => expect(isFileAddress(address)).toBe(true));
