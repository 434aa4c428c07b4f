import { expect, test } from 'vitest';
import type { Language } from '~/config/config.server';
import { SecurityTable } from './security-table';
import { markupOf } from '../../../../tests/support/site/markup-of';

function shown(language: Language, event: string, detail: string): string | undefined {
  const row = {
    id: '0198c1f0-0000-7000-8000-000000000001',
    at: new Date(0),
    event,
    outcome: 'refused',
    detail,
    client: null,
    count: 1,
    addressHash: null,
    name: null,
  } as const;
  const markup = markupOf(<SecurityTable label="Own" events={[row]} />, language);
  return /\((.*?)\)/.exec(markup)?.[1];
}

test.each([
  ['en', 'with password', 'with password, too many attempts'],
  ['fr', 'par mot de passe', 'par mot de passe, trop de tentatives'],
  ['de', 'mit Passwort', 'mit Passwort, zu viele Versuche'],
] as const)('how one signed in, and why not, is said in words, in %s', (language, way, refused) => {
  expect(shown(language, 'session.start', 'password')).toBe(way);
  expect(shown(language, 'session.start', 'password-throttled')).toBe(refused);
});

test('a way that begins like another keeps its own words', () => {
  expect(shown('en', 'session.start', 'passkey')).toBe('with passkey');
  expect(shown('en', 'session.start', 'passkey-suspended')).toBe('with passkey, account suspended');
  expect(shown('en', 'session.start', 'second-step-suspended')).toBe(
    'with second step, account suspended',
  );
  expect(shown('en', 'session.end', 'other-devices')).toBe('on the other devices');
});

test('the name of a limit stays as a program wrote it', () => {
  expect(shown('fr', 'limit.reach', 'mail-contact')).toBe('mail-contact');
  expect(shown('fr', 'limit.reach', 'password-reset')).toBe('password-reset');
});
