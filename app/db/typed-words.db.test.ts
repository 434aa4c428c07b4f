import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db } from './db.server';
import { hasTypedWords } from './typed-words.server';

test.each([
  ['angele cole', 'Angèle', 'Côle'],
  ['Άρειος Πάγος', 'ΑΡΕΙΟΣ', 'ΠΑΓΟΣ'],
  ['ΑΡΕΙΟΣ ΠΑΓΟΣ', 'Άρειος', 'Πάγος'],
])('%s finds %s %s', async (typed, ...texts) => {
  const [first, second] = texts.map((text) => sql`${text}::text`);
  const found = hasTypedWords(typed, first ?? sql``, second ?? sql``) ?? sql`false`;
  const { rows } = await db().execute(sql`select ${found} as found`);
  expect(rows).toEqual([{ found: true }]);
});
