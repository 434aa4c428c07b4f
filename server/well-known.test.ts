import { expect, test } from 'vitest';
import { asking, site } from '../tests/support/site/asking';
import { configure } from '../tests/support/database/configure';
import { echoBuild } from '../tests/support/site/echo-build';
import { createApp } from './app';
import { securityText } from './well-known';

const ask = asking(createApp({ build: () => echoBuild, mode: 'production' }));

/** Fields of a security.txt; each of ours stands once. */
const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')];
      }),
  );

test('security.txt says whom to tell, in which languages, by which rules', async () => {
  configure({ ASSOCIATION_EMAIL: 'security@judges.example', LANGUAGES: 'en,fr' });
  const response = await ask('/.well-known/security.txt');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i);
  expect(fieldsOf(await response.text())).toEqual({
    Contact: 'mailto:security@judges.example',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages': 'en, fr',
    Canonical: `${site}/.well-known/security.txt`,
    Policy: `${site}/security-policy`,
  });
});

test('security.txt is always valid for months to come, and never for a year', () => {
  const day = 24 * 3600 * 1000;
  for (let month = 0; month < 24; month += 1) {
    const now = new Date(Date.UTC(2026, month, 28, 23, 59, 59));
    const expires = Date.parse(fieldsOf(securityText(now))['Expires'] ?? '');
    expect(expires - now.getTime()).toBeGreaterThan(150 * day);
    expect(expires - now.getTime()).toBeLessThan(365 * day);
  }
});

test('older programs are led from the top', async () => {
  const response = await ask('/security.txt');
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe('/.well-known/security.txt');
});

test('password managers find where to change the password, and that others do not exist', async () => {
  const response = await ask('/.well-known/change-password');
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/settings/security');
  expect(response.headers.get('cache-control')).toBe('no-store');
});
