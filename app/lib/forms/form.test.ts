import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseForm, sentTexts, withoutSecrets } from './form';
import { emailField, passwordField, textField } from './text-field';

const schema = z.strictObject({
  name: textField(1, 5),
  email: emailField,
  password: passwordField,
});

function submitted(entries: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const complete: [string, string][] = [
  ['name', ' Ada '],
  ['email', 'ADA@court.example'],
  ['password', 'four unrelated words'],
];

describe('parseForm', () => {
  test('gives the data of a complete form', () => {
    expect(parseForm(schema, submitted(complete))).toEqual({
      ok: true,
      data: { name: 'Ada', email: 'ada@court.example', password: 'four unrelated words' },
    });
  });

  test('names the text for each wrong field and gives back what was typed, except secrets', () => {
    const form = submitted([
      ['name', 'Adalbert'],
      ['email', 'ada'],
      ['password', 'four unrelated words'],
      ['token', 'secret'],
    ]);
    expect(parseForm(schema, form)).toEqual({
      ok: false,
      fieldErrors: { name: 'form.too-long', email: 'form.email', '': 'form.invalid' },
      values: { name: 'Adalbert', email: 'ada' },
    });
  });

  test('leaves of a form what its schema names, whoever shows it again', () => {
    const form = submitted([...complete, ['f0', 'a'], ['f0', 'b'], ['role', 'ADMIN']]);
    expect(parseForm(schema, form)).toMatchObject({
      ok: false,
      values: { name: ' Ada ', email: 'ADA@court.example' },
    });
    expect(sentTexts(form)).toEqual({ name: ' Ada ', email: 'ADA@court.example' });
  });

  test.each(['role', '__proto__', 'constructor', 'isAdmin', ''])(
    'refuses the unknown field %j',
    (name) => {
      expect(parseForm(schema, submitted([...complete, [name, 'ADMIN']])).ok).toBe(false);
    },
  );

  test('takes no file for a text', () => {
    const file = new File(['Ada'], 'name.txt');
    const form = submitted([['name', file], ...complete.slice(1)]);
    expect(parseForm(schema, form)).toMatchObject({
      ok: false,
      fieldErrors: { name: 'form.required' },
    });
  });

  test('shows the general text where a schema has no text of its own', () => {
    const plain = z.strictObject({ year: z.string().regex(/^\d+$/) });
    expect(parseForm(plain, submitted([['year', 'x']]))).toMatchObject({
      fieldErrors: { year: 'form.invalid' },
    });
  });
});

test('withoutSecrets leaves out passwords and tokens in any spelling', () => {
  expect(
    withoutSecrets({ email: 'a', password: 'b', newPassword: 'c', PASSWORD: 'd', resetToken: 'e' }),
  ).toEqual({ email: 'a' });
});
