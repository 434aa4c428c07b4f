import { expect, test } from 'vitest';
import type { Language } from '~/config/config.server';
import { Figures } from './figures';
import { markupOf } from '../../../../tests/support/site/markup-of';

function wordsOf(language: Language, number: number): string[] {
  const byStatus = ['submitted', 'under-review', 'information-requested', 'invited', 'active'].map(
    (status) => ({ status, number }),
  );
  const markup = markupOf(<Figures users={number} byStatus={byStatus} />, language);
  return [...markup.matchAll(/<span>(.*?)<\/span>/g)].map(([, words = '']) => words);
}

test.each([
  ['en', 'account', 'application under review', 'applications under review'],
  ['fr', 'compte', 'demande en cours d’examen', 'demandes en cours d’examen'],
  ['de', 'Konto', 'Antrag in Prüfung', 'Anträge in Prüfung'],
] as const)(
  'one of a kind is not counted in the plural, in %s',
  (language, account, one, several) => {
    const single = wordsOf(language, 1);
    const plural = wordsOf(language, 2);
    expect(single[0]).toBe(account);
    expect(single).toContain(one);
    expect(plural).toContain(several);
    expect(single.filter((words) => plural.includes(words))).toEqual([]);
  },
);

test('French counts a million with a text of its own', () => {
  expect(wordsOf('fr', 1_000_000)).toContain('demandes en cours d’examen');
});
