import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { emailField, longTextField, passwordField, textField, tickField } from './text-field';

/** The value, or the key of the refusal's text. */
function outcome(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  return result.success ? result.data : result.error.issues.map(({ message }) => message)[0];
}

describe('textField', () => {
  test.each([
    [' Ada\u00A0', 'Ada'],
    ['E\u0301lise', '\u00C9lise'],
    ['Ζωή', 'Ζωή'],
    ['李', '李'],
    ["O'Neill-Łu", "O'Neill-Łu"],
    ['   ', 'form.required'],
    ['\u200B\u2060 \u00AD', 'form.required'],
    ['\u3164', 'form.required'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['', 'form.required'],
    [undefined, 'form.required'],
    [42, 'form.required'],
    [['Ada'], 'form.required'],
    ['a'.repeat(10), 'a'.repeat(10)],
    ['a'.repeat(11), 'form.too-long'],
    ['Ada\u0000', 'form.invalid'],
    ['A\ndb', 'form.invalid'],
    ['A\u0085b', 'form.invalid'],
    ['A\u001Bb', 'form.invalid'],
    ['A\u202Eda', 'form.direction'],
    ['A\u2066da\u2069', 'form.direction'],
    ['\u05D0\u200E!', '\u05D0\u200E!'],
  ])('%j gives %j', (given, expected) => {
    expect(outcome(textField(1, 10), given)).toBe(expected);
  });

  test('says that an entry is too short where more than one character is needed', () => {
    expect(outcome(textField(2, 10), ' a ')).toBe('form.too-short');
    expect(outcome(longTextField(2, 10), ' a ')).toBe('form.too-short');
  });

  test('asks for an empty entry to be filled in, however much is needed', () => {
    for (const field of [textField(8, 160), longTextField(8, 160)])
      expect(outcome(field, ' ')).toBe('form.required');
  });

  test('where nothing is needed, what nobody could see is nothing', () => {
    for (const field of [textField(0, 10), longTextField(0, 10)])
      expect(outcome(field, '\u200B\u2800')).toBe('');
  });

  test('what it accepts is trimmed, normalised, within the limits and free of controls', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (given) => {
        const result = textField(2, 20).safeParse(given);
        if (!result.success) return;
        expect(result.data).toBe(result.data.trim().normalize('NFC'));
        expect(result.data.length).toBeGreaterThanOrEqual(2);
        expect(result.data.length).toBeLessThanOrEqual(20);
        expect(result.data).not.toMatch(/\p{Cc}/u);
        expect(textField(2, 20).parse(result.data)).toBe(result.data);
      }),
    );
  });
});

describe('emailField', () => {
  test.each([
    [' Ada.Beispiel+court@Court.Example ', 'ada.beispiel+court@court.example'],
    ["o'neill@court.example", "o'neill@court.example"],
    [`${'a'.repeat(240)}@court.example`, `${'a'.repeat(240)}@court.example`],
    [`${'a'.repeat(241)}@court.example`, 'form.too-long'],
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
    // Of no account could one sign in with it: better-auth takes other endings alone.
    ['ada@съд.бг', 'form.email'],
    ['ada@bücher', 'form.email'],
    ['ada@bücher.example/x', 'form.email'],
    ['ada@bü cher.example', 'form.email'],
    ['', 'form.enter-email'],
    [undefined, 'form.enter-email'],
    ['ada', 'form.email'],
    ['ada@court', 'form.email'],
    ['ada@@court.example', 'form.email'],
    ['ada@court.example, eve@evil.example', 'form.email'],
    ['ada@court.example\r\nBcc: eve@evil.example', 'form.email'],
    ['Ada <ada@court.example>', 'form.email'],
    ['"ada eve"@court.example', 'form.email'],
    ['ada@court.example\u0000', 'form.email'],
    ['ada%0a@court.example;x@evil.example', 'form.email'],
  ])('%j gives %j', (given, expected) => {
    expect(outcome(emailField, given)).toBe(expected);
  });
});

test('passwordField changes nothing and bounds the length', () => {
  for (const password of ['  spaces  ', 'e\u0301', '\u0000', 'a'.repeat(1000)]) {
    expect(outcome(passwordField, password)).toBe(password);
  }
  expect(outcome(passwordField, 'a'.repeat(1001))).toBe('form.too-long');
  expect(outcome(passwordField, '')).toBe('form.enter-password');
  expect(outcome(passwordField, undefined)).toBe('form.enter-password');
});

test('tickField knows ticked and not ticked and nothing else', () => {
  expect(tickField.parse('on')).toBe(true);
  expect(tickField.parse(undefined)).toBe(false);
  for (const value of ['off', 'true', '', true])
    expect(outcome(tickField, value)).toBe('form.invalid');
});
