import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownPath } from './own-path';

const site = 'https://association.example';

/** Where a browser would go for a `Location` or a link, as WHATWG URL says. */
const leadsTo = (path: string) => new URL(path, `${site}/login`).origin;

/** What other readers make of an address: they drop what browsers drop, or read \ as /. */
const readings = [
  (path: string) => path,
  (path: string) => path.trim(),
  (path: string) => path.replaceAll('\\', '/'),
  (path: string) => path.replaceAll(/[\t\n\r]/g, ''),
  // oxlint-disable-next-line no-control-regex -- control characters are what old browsers drop
  (path: string) => path.replaceAll(/[\u0000-\u0020\u007F]/g, ''),
];

describe('ownPath', () => {
  test.each([
    ['/', '/'],
    ['/settings', '/settings'],
    ['/news?year=2026&language=en', '/news?year=2026&language=en'],
    ['/article/one#section-2', '/article/one#section-2'],
    ['/a/../settings', '/settings'],
    ['/été', '/%C3%A9t%C3%A9'],
    ['/a//b', '/a//b'],
    ['/?redirectUrl=https://evil.example', '/?redirectUrl=https://evil.example'],
  ])('accepts %j', (address, path) => {
    expect(ownPath(address)).toBe(path);
  });

  test.each([
    '',
    'settings',
    './settings',
    '?a',
    '#a',
    ' /settings',
    'https://association.example/settings',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/a\\..\\evil',
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/%2E//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    '/\u0000/evil.example',
    '/\u007F/evil.example',
    '/settings\r\nSet-Cookie: a=b',
  ])('refuses %j', (address) => {
    expect(ownPath(address)).toBeNull();
  });

  test('refuses the absent and the very long', () => {
    expect(ownPath(`/${'a'.repeat(1999)}`)).not.toBeNull();
    expect(ownPath(`/${'a'.repeat(2000)}`)).toBeNull();
    expect(ownPath(null)).toBeNull();
    expect(ownPath(undefined)).toBeNull();
  });

  test('never leads off the site, whatever is given and whoever reads it', () => {
    const pieces = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\n',
      '\r',
      '\u0000',
      ' ',
      '\u00A0',
      '\u3000',
      '\uFF0F',
      '@',
      ':',
      '?',
      '#',
      ';',
      'https:',
      'javascript:',
      'evil.example',
      'a',
      '\uD800',
    );
    const composed = fc.array(pieces, { maxLength: 12 }).map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(fc.oneof(composed, fc.string({ unit: 'binary' }), fc.webUrl()), (address) => {
        const path = ownPath(address);
        if (path === null) return;
        for (const read of readings) expect(leadsTo(read(path))).toBe(site);
        expect(path).toMatch(/^\/(?!\/)[\u0021-\u007E]*$/);
      }),
      { numRuns: 2000 },
    );
  });

  test('keeps every ordinary path, and a kept path stays the same', () => {
    const segment = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), fc.option(segment), (segments, query) => {
        const path = `/${segments.join('/')}${query === null ? '' : `?q=${query}`}`;
        expect(ownPath(path)).toBe(path);
      }),
    );
    fc.assert(
      fc.property(
        fc.string().map((text) => ownPath(`/${text}`)),
        (path) => {
          if (path !== null) expect(ownPath(path)).toBe(path);
        },
      ),
    );
  });
});
