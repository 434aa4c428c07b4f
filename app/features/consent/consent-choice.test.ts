import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Consent,
  consentCookieLine,
  consentIn,
  consentLasts,
  consentScript,
  newReceipt,
} from './consent-choice';

const day = 24 * 3600 * 1000;
const givenAt = Date.UTC(2026, 10, 20, 9);
const purposes = '0a1b2c3d';
const consent = (choices: Consent['choices']): Consent => ({
  receipt: newReceipt(),
  purposes,
  givenAt,
  choices,
});
const cookieOf = (value: Consent) => consentCookieLine(value, true).split(';')[0] ?? '';

test('a choice is read back from any position of the cookie', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), (analytics, errorTracking) => {
      const given = consent({ analytics, errorTracking });
      const header = `lang=en; ${cookieOf(given)}; theme=dark`;
      expect(consentIn(header, { purposes, now: givenAt + day })).toEqual(given);
    }),
  );
});

test('the cookie is Secure over HTTPS, and stays with this site', () => {
  const line = (isSecure: boolean) =>
    consentCookieLine(consent({ analytics: true, errorTracking: false }), isSecure);
  expect(line(true)).toMatch(/; Secure(;|$)/);
  expect(line(false)).not.toContain('Secure');
  expect(line(true)).toMatch(/; SameSite=(Lax|Strict)(;|$)/);
  expect(line(true)).not.toContain('Domain');
});

test('it lasts 365 days and no longer', () => {
  const cookie = cookieOf(consent({ analytics: true, errorTracking: true }));
  const at = (days: number) => consentIn(cookie, { purposes, now: givenAt + days * day });
  expect(at(364.999)).not.toBeNull();
  expect(at(365)).toBeNull();
  expect(at(366)).toBeNull();
  expect(consentLasts).toBe(365 * 24 * 3600);
});

test('other purposes, broken values and choices of the future do not count', () => {
  const cookie = cookieOf(consent({ analytics: true, errorTracking: false }));
  const now = givenAt + day;
  expect(consentIn(cookie, { purposes: 'ffffffff', now })).toBeNull();
  expect(consentIn(cookie, { purposes, now: givenAt - 2 * day })).toBeNull();
  for (const broken of [null, '', 'consent=', 'consent=yes', `x${cookie}`, 'consent=a.b.c.d']) {
    expect(consentIn(broken, { purposes, now })).toBeNull();
  }
});

test('a name that only contains a service grants nothing', () => {
  const cookie = cookieOf(consent({ analytics: true, errorTracking: true })).replace(
    'analytics+errorTracking',
    'analyticsx+none',
  );
  expect(consentIn(cookie, { purposes, now: givenAt })?.choices).toEqual({
    analytics: false,
    errorTracking: false,
  });
});

test('the script before the first paint decides like the notice', () => {
  const given = cookieOf(consent({ analytics: true, errorTracking: false }));
  const cases: [string, Record<string, unknown>, string | undefined][] = [
    ['', {}, 'asked'],
    [`lang=en; ${given}`, {}, undefined],
    [given.replace(purposes, 'ffffffff'), {}, 'asked'],
    ['', { globalPrivacyControl: true }, undefined],
    ['', { doNotTrack: '1' }, undefined],
    ['', { doNotTrack: '0' }, 'asked'],
  ];
  for (const [cookie, navigator, expected] of cases) {
    const dataset: { consent?: string } = {};
    const document = { cookie, documentElement: { dataset } };
    runInNewContext(consentScript(purposes), { document, navigator });
    expect(dataset.consent, `${cookie} ${JSON.stringify(navigator)}`).toBe(expected);
  }
});
