import { beforeAll, expect, test } from 'vitest';
import { makeNewsItem, makeUser } from '~/db/factories.server';
import { db } from '~/db/db.server';
import { browseDecisions } from '~/features/decisions/browse/browse.server';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { searchSite } from '~/features/search/search.server';
import type { SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';

let member: SignedInActor;

beforeAll(async () => {
  member = actorOf(await makeUser(db()));
  await loadCourts();
  await loadDemonstrationDecisions();
});

async function numbersFor(q: string): Promise<string[]> {
  const query = decisionQueryFrom(new URLSearchParams({ q }));
  const { decisions } = await browseDecisions(member, query, { perPage: 100 });
  return decisions.map(({ caseNumbers, identifier }) => caseNumbers[0] ?? identifier);
}

test.each([
  ['Schrems I', 'C-362/14'],
  ['Schrems 1', 'C-362/14'],
  ['Schrems II', 'C-311/18'],
  ['Schrems III', 'C-446/21'],
  ['Schrems 3', 'C-446/21'],
  ['1 BvR 209, 269, 362, 420, 440, 484/83', '1 BvR 209/83'],
])('the decision that is called %s comes first', async (name, number) => {
  expect((await numbersFor(name))[0]).toBe(number);
});

test.each([
  'Article 82 of Regulation 2016/679',
  'article 82 du règlement 2016/679',
  'Art. 82 der Verordnung (EU) 2016/679',
  'Article 82 of Regulation (EU) 2016/679 of the European Parliament and of the Council',
])('%s finds what article 82 of the GDPR finds', async (typed) => {
  const expected = await numbersFor('Article 82 GDPR');
  expect(expected.length).toBeGreaterThan(5);
  expect(await numbersFor(typed)).toEqual(expected);
});

test.each([
  'point (f) of Article 6(1) of the GDPR',
  'point (f) of paragraph 1 of Article 6 of the GDPR',
  'Article 6(1), first subparagraph, point (f), of Regulation (EU) 2016/679',
  "le f) du 1 de l'article 6 du RGPD",
  'Buchstabe f des Artikels 6 Absatz 1 DSGVO',
  'letra f) del apartado 1 del artículo 6 del RGPD',
  'artikel 6, eerste lid, onder f, AVG',
])('%s finds what article 6(1)(f) of the GDPR finds', async (typed) => {
  const expected = await numbersFor('Article 6(1)(f) GDPR');
  expect(await numbersFor(typed)).toEqual(expected);
  expect(expected).not.toEqual(await numbersFor('Article 6 GDPR'));
});

test.each([
  '16 July 2020',
  'judgment of July 16th, 2020',
  'arrêt du 16 juillet 2020',
  'Urteil vom 16. Juli 2020',
  '16.07.2020',
  '16/7/2020',
  '16-07-2020',
  '2020-07-16',
  'wyrok z dnia 16 lipca 2020 r.',
])('%s finds the decision of that day, whatever its text has', async (typed) => {
  expect(await numbersFor(typed)).toEqual(['C-311/18']);
});

test('a court and a day find its decision first', async () => {
  expect((await numbersFor('CJEU 4 July 2023'))[0]).toBe('C-252/21');
});

test.each(['Artikel 4 Nummer 7 DSGVO', 'article 4, point 7, du RGPD'])(
  '%s finds what article 4(7) of the GDPR finds',
  async (typed) => {
    const expected = await numbersFor('Article 4(7) GDPR');
    expect(expected.length).toBeGreaterThan(1);
    expect(await numbersFor(typed)).toEqual(expected);
  },
);

test.each(['Verordnung (EU) 2016/679', 'Datenschutz-Grundverordnung', 'Regulation 2016/679'])(
  '%s finds what the GDPR finds',
  async (typed) => {
    expect(await numbersFor(typed)).toEqual(expect.arrayContaining(await numbersFor('GDPR')));
  },
);

test('a text that has only the long name of an act is found by it', async () => {
  await makeNewsItem(db(), { title: 'Zur Datenschutz-Grundverordnung' });
  await makeNewsItem(db(), { title: 'On Directive 2002/58/EC' });
  for (const [query, title] of [
    ['Datenschutz-Grundverordnung', 'Zur Datenschutz-Grundverordnung'],
    ['Directive 2002/58/EC', 'On Directive 2002/58/EC'],
  ] as const) {
    const { results } = await searchSite(member, { query, kind: 'news' });
    expect(results.map((result) => result.title)).toContain(title);
  }
});

test('an act that is named by its number is the one with a name', async () => {
  const expected = await numbersFor('ePrivacy');
  expect((await numbersFor('Directive 2002/58')).slice(0, 3)).toEqual(expected.slice(0, 3));
});

test('the letter of a provision counts in the words of each language', async () => {
  const expected = (await numbersFor('Art. 6(1)(f) GDPR'))[0];
  for (const typed of [
    'Art. 6 Abs. 1 Buchst. f DSGVO',
    'article 6, paragraphe 1, sous f), du RGPD',
    'άρθρο 6 παράγραφος 1 στοιχείο στ) ΓΚΠΔ',
  ])
    expect((await numbersFor(typed))[0], typed).toBe(expected);
});

test('an abbreviation is no form of another word', async () => {
  const found = await numbersFor('SCHUFA');
  expect(found.length).toBeGreaterThan(1);
  expect(found).not.toContain('C-434/16');
});

test('of several numbers each finds its decision', async () => {
  for (const typed of ['C-311/18 C-362/14', 'C-311/18, C-362/14', 'C-311/18 and C-362/14']) {
    expect((await numbersFor(typed)).toSorted(), typed).toEqual(['C-311/18', 'C-362/14']);
    const { results } = await searchSite(member, { query: typed });
    expect(results.slice(0, 2).map(({ kind }) => kind)).toEqual(['decision', 'decision']);
  }
});

test('a number that is not here finds no other decision', async () => {
  for (const typed of ['1 BvR 16/13', 'BVerfG 1 BvR 16/13', '1 BvR 269/83', 'C-999/18'])
    expect(await numbersFor(typed), typed).toEqual([]);
});

test('filters of one kind are put together', async () => {
  const count = async (q: string) => (await numbersFor(q)).length;
  expect(await count('country:DE country:NL')).toBe(
    (await count('country:DE')) + (await count('country:NL')),
  );
  const both = await numbersFor('article:82 article:5');
  expect(both.length).toBeGreaterThan(0);
  for (const one of ['article:82', 'article:5'])
    expect(await numbersFor(one)).toEqual(expect.arrayContaining(both));
  expect(await numbersFor('article:82(2)')).toEqual(await numbersFor('article:gdpr/82/2'));
  expect(await count('article:6(1)(a)')).toBe(await count('article:gdpr/6/1/a'));
});

test('a page beyond the last one leads to the last', async () => {
  const asked = { actor: member, pattern: '/decisions', address: '/decisions?page=99' };
  const answer = await askRoute(asked).catch((thrown: unknown) => thrown);
  const address = answer instanceof Response ? (answer.headers.get('Location') ?? '') : '';
  expect(address).toMatch(/^\/decisions\?page=\d$/);
  expect(await askRoute({ ...asked, address })).toMatchObject({ total: expect.any(Number) });
});
