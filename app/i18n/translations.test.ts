import { describe, expect, test } from 'vitest';
import { errorStatus, isErrorCode } from '~/policy/errors';
import { createTranslate } from './translate';
import {
  someTexts,
  translateIn,
  translations,
  translationsAddress,
  translationsFile,
} from './translations.server';

const languages = ['en', 'fr', 'de'] as const;
const others = ['fr', 'de'] as const;

const plural = /_(zero|one|two|few|many|other)$/;
const stems = (texts: Record<string, string>) =>
  [...new Set(Object.keys(texts).map((key) => key.replace(plural, '')))].toSorted();

/** The keys a text has in a language: as many as the language has forms where it counts. */
function formsOf(key: string, language: string): string[] {
  const isCounted = `${key}_other` in translations.en;
  if (!isCounted) return [key];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.map((category) => `${key}_${category}`);
}

const placeholders = (text = '') => [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g))].toSorted();

describe.each(languages)('the texts in %s', (language) => {
  const texts = translations[language];

  test('are complete, with every plural form of the language, and no more', () => {
    const wanted = stems(translations.en).flatMap((key) => formsOf(key, language));
    expect(Object.keys(texts).toSorted()).toEqual(wanted.toSorted());
  });

  test('are not empty, and are plain text', () => {
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
      expect(text, key).not.toMatch(/<\/?[a-z]|&[a-z]+;|\$t\(/i);
    }
  });

  test('call a person who has left the same in the library and the forum', () => {
    expect(texts['intranet.former-member']).toBe(texts['forum.former-member']);
  });

  test('have a text for every error', () => {
    for (const code of Object.keys(errorStatus)) expect(texts[code], code).toBeTruthy();
  });

  test('have the keys of the specification', () => {
    const keys = [
      'admin-guard.not-admin',
      'admin-guard.not-authenticated',
      'error.auth/session-expired',
      'error.firestore/account-not-found',
      'error.use-functions-for-user-creation',
      'success.account-created',
      'success.auth/signed-in',
      'success.password-reset-link-send',
      'success.signed-up',
      'success.updated-user',
    ];
    for (const key of keys) expect(texts[key], key).toBeTruthy();
    expect(placeholders(texts['success.password-reset-link-send'])).toEqual(['{{email}}']);
  });

  test('are served under a name with the hash of the content, and under the plain name', () => {
    const address = translationsAddress(language);
    expect(address).toMatch(new RegExp(`^/assets/i18n/${language}\\.[0-9a-f]{10}\\.json$`));
    const json = JSON.stringify(texts);
    expect(translationsFile(address)).toEqual({ json, isHashed: true });
    const lasting = `/assets/i18n/${language}.json`;
    expect(translationsFile(lasting)).toEqual({ json, isHashed: false });
    expect(translationsFile(address, 'forum')).toEqual({ location: address });
  });
});

test.each(others)('the texts in %s have the placeholders of the English ones', (language) => {
  for (const [key, text] of Object.entries(translations[language])) {
    const english = translations.en[key] ?? translations.en[key.replace(plural, '_other')];
    // A form for one may leave the number out.
    const wanted = key.endsWith('_one') ? placeholders(text) : placeholders(english);
    expect(placeholders(text), key).toEqual(wanted);
  }
});

test.each(['en.0000000000.json', 'xx.json', '../en.json', 'en', '', 'constructor', '__proto__'])(
  'there is no file %j',
  (name) => {
    expect(translationsFile(`/assets/i18n/${name}`)).toBeUndefined();
  },
);

test('a part of the texts has all plural forms of its language', () => {
  const texts = { 'a.b_one': '1', 'a.b_many': 'M', 'a.b_other': 'O', 'a.c': 'C', 'a.bc': 'BC' };
  expect(someTexts(texts, ['a.b_one', 'a.b_other'])).toEqual({
    'a.b_one': '1',
    'a.b_many': 'M',
    'a.b_other': 'O',
  });
});

describe('a translator', () => {
  test('takes keys whole and fills in values as they are', () => {
    const t = translateIn('en');
    expect(t('success.auth/signed-in')).toBe('You are signed in.');
    expect(t('login.already', { email: '<b>a&b</b>@{{x}}.example' })).toContain('<b>a&b</b>');
    expect(translateIn('en')).toBe(t);
  });

  test('does not look for keys or values inside of values', () => {
    const t = translateIn('en');
    expect(t('footer.vat', { number: '$t(login.title)' })).toBe('VAT $t(login.title)');
  });

  test('chooses the form that the number needs', () => {
    const texts = { 'news.count_one': '{{count}} a', 'news.count_other': '{{count}} b' };
    const french = createTranslate('fr', { ...texts, 'news.count_many': '{{count}} de b' });
    expect([0, 1, 2, 1_000_000].map((count) => french('news.count', { count }))).toEqual([
      '0 a',
      '1 a',
      '2 b',
      '1000000 de b',
    ]);
    const t = translateIn('en');
    expect([0, 1, 2].map((count) => t('news.count', { count }))).toEqual([
      '0 entries',
      '1 entry',
      '2 entries',
    ]);
  });

  test('have a noun that agrees with the first number of several', () => {
    const t = translateIn('fr');
    expect(t('desk.places', { count: 0, capacity: 200 })).toBe('0 place sur 200');
    expect(t('event-editor.people', { count: 1, pending: 2, waiting: 0 })).toMatch(/^1 confirmée,/);
    expect(t('intranet.removing', { count: 1, files: 3 })).toContain('1 fichier sur 3 a été');
    expect(t('newsletter.progress-of', { count: 0, all: 9 })).toBe('0 adresse sur 9');
  });
});

test('what is an error code and what is not', () => {
  expect(isErrorCode('error.auth/invalid-credential')).toBe(true);
  for (const text of ['', 'error', 'login.title', 'constructor', 'toString', '__proto__']) {
    expect(isErrorCode(text), text).toBe(false);
  }
});
