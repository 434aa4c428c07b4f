import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { collectSearchWords } from '~/features/search/search.server';
import { type Actor, anonymous } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import {
  decisionQueries,
  type DecisionQuery,
  everydayQueries,
  factQueries,
  partyQueries,
  shortNumber,
} from '../../../../tests/support/texts/decision-library';
import { browseDecisions, readDecisionsInBatches } from './browse.server';
import { decisionQueryFrom, facetNames } from './decision-query';

/** Every third of those that the search of the site is asked (decision-search.db.test.ts): all take a minute. */
const questions = decisionQueries.filter((_, at) => at % 3 === 0);

let member: Actor;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  await collectSearchWords.run({});
  member = actorOf(await makeUser(db()));
});

const ask = (q: string, more: Record<string, string> = {}, actor = member) =>
  browseDecisions(actor, decisionQueryFrom(new URLSearchParams({ q, ...more })), { perPage: 100 });

type Answer = Awaited<ReturnType<typeof ask>>;
const identifiersOf = ({ decisions }: Answer) => decisions.map(({ identifier }) => identifier);

test('a question in any of eight languages shows the decision that answers it first', async () => {
  expect(questions.length).toBeGreaterThanOrEqual(100);
  const { first, five, missed } = await askAll(questions);
  expect(first, missed).toBeGreaterThanOrEqual(80);
  expect(five, missed).toBeGreaterThanOrEqual(95);
}, 300_000);

test('the parties of a case in any language, their initials and letters show it first', async () => {
  const { first, five, missed } = await askAll(partyQueries);
  expect(first, missed).toBeGreaterThanOrEqual(95);
  expect(five, missed).toBe(100);
}, 300_000);

test('what had happened shows it first, in whatever language it is told', async () => {
  const { first, five, missed } = await askAll(factQueries);
  expect(first, missed).toBeGreaterThanOrEqual(80);
  expect(five, missed).toBeGreaterThanOrEqual(95);
}, 300_000);

test('everyday words show it first, in fourteen languages and by a few questions in six more', async () => {
  const { first, five, missed } = await askAll(everydayQueries);
  expect(first, missed).toBeGreaterThanOrEqual(90);
  expect(five, missed).toBeGreaterThanOrEqual(98);
  expect(new Set(everydayQueries.map(({ language }) => language)).size).toBe(20);
}, 300_000);

async function askAll(asked: readonly DecisionQuery[]) {
  const missed: string[] = [];
  const ranks: number[] = [];
  for (const { language, query, expected } of asked) {
    const { decisions } = await ask(query);
    const isExpected = (number: string) => expected.includes(shortNumber(number));
    const rank =
      decisions.findIndex(({ identifier, caseNumbers }) =>
        [identifier, ...caseNumbers].some(isExpected),
      ) + 1;
    ranks.push(rank);
    if (rank !== 1) missed.push(`${language}: ${query} -> ${rank} of ${decisions.length}`);
  }
  const share = (most: number) =>
    (100 * ranks.filter((rank) => rank > 0 && rank <= most).length) / ranks.length;
  process.stdout.write(
    `decisions by words: ${ranks.length} questions, first ${share(1).toFixed(1)} %, in the first five ${share(5).toFixed(1)} %\n`,
  );
  return { first: share(1), five: share(5), missed: missed.join('\n') };
}

test.each([
  ['parties, whatever stands between them', 'Google contre CNIL', 'C-507/17'],
  ['a party of the same initials as another word of the language', 'be versus NAIH', 'C-132/21'],
  ['initials of a party, small words among them', 'NAIH', 'C-132/21'],
  ['initials of a party without its small words', 'LDH', 'C-817/19'],
  ['an institution abbreviated in French', 'CEPD contre CRU', 'C-413/23 P'],
  ['an institution abbreviated in Greek', 'ΕΕΠΔ κατά ΕΣΕ', 'C-413/23 P'],
  ['a name in Cyrillic letters', 'Линдквист', 'C-101/01'],
  ['a name in Greek letters', 'Σρεμς', 'C-311/18'],
  ['two names that a stroke joins', 'tele2/watson', 'C-203/15'],
  ['an ECLI with a Cyrillic letter', 'ECLI:EU:С:2024:827', 'C-200/23'],
  ['a number beside court and date', 'CJUE gr. ch. 6 octobre 2020 C-511/18', 'C-511/18'],
  ['the letter of a provision', 'art 6 ust 1 lit f RODO', 'C-252/21'],
  ['the letter of a provision in Bulgarian', 'чл. 15, пар. 1, б. в) ОРЗД', 'C-154/21'],
  ['another act than the GDPR', 'Article 15(1) Directive 2002/58', 'C-511/18'],
  ['a provision without the word for it', '15(1)(c) RGPD', 'C-154/21'],
  ['a paragraph in Roman numbers', 'Art. 55 III DSGVO', 'C-245/20'],
  ['the beginning of a compound, umlauts written with e', 'Pruefungsleistung', 'C-434/16'],
  ['a thing by its everyday name, where it was used', 'Like button shop', 'C-40/17'],
  [
    'a short word that is the name of a party',
    'Ab wann ist eine IP-Adresse persönlich',
    'C-582/14',
  ],
])('%s: %s', async (_what, words, number) => {
  const { decisions } = await ask(words);
  expect(decisions[0]?.caseNumbers).toContain(number);
});

describe('what is typed is read as the search of the site reads it', () => {
  test.each([
    ['the word of another language', 'Auskunftsrecht', 'right of access'],
    ['a provision in another language', 'Artikel 82 DSGVO', 'article 82 RGPD'],
    [
      'a right, and what a search engine has to do for it',
      'right to be forgotten',
      'de-referencing',
    ],
    ['the sign of the file and its CELEX', 'C-300/21', '62021CJ0300'],
  ])('%s finds the same', async (_what, one, other) => {
    const [first, second] = await Promise.all([ask(one), ask(other)]);
    expect(first.total).toBeGreaterThan(0);
    expect(identifiersOf(first).toSorted()).toEqual(identifiersOf(second).toSorted());
  });

  test('a name with a slip finds what was meant, and says so', async () => {
    const [meant, typed] = await Promise.all([ask('Schrems'), ask('Shrems')]);
    expect(meant.total).toBeGreaterThan(1);
    expect(identifiersOf(typed)).toEqual(identifiersOf(meant));
    expect(typed.words).toMatchObject({ insteadOf: 'Shrems', hasFewerWords: false });
    expect(meant.words.insteadOf).toBeNull();
  });

  test.each([
    'conservation motif',
    'motif de refus d’accès abus de droit',
    'case cochée par défaut cookies consentement',
    'retención general e indiscriminada',
    'tennis bond sponsors legitimate interest',
    'gericht:BGH',
  ])('a word of another language is no misspelt one: %s', async (typed) => {
    expect((await ask(typed)).words.insteadOf).toBeNull();
  });

  test('a short word is not taken for a longer one that holds it', async () => {
    expect((await ask('reasons')).total).toBeGreaterThan(0);
    const { total, words } = await ask('sons');
    expect(words.insteadOf).toBeNull();
    expect(total).toBe(0);
  });

  test('a name that is typed in whole is what was meant', async () => {
    const found = await ask('Schrems II');
    expect(found.decisions[0]?.caseNumbers).toContain('C-311/18');
    expect(found.words.hasFewerWords).toBe(false);
  });

  test('where few have all words, those with fewer follow, and it is said', async () => {
    const words = 'camera neighbour public footpath household';
    const found = await ask(words);
    expect(found.words.hasFewerWords).toBe(true);
    expect(found.total).toBeGreaterThan(1);
    // A phrase is meant literally.
    expect((await ask(`"${words}"`)).total).toBe(0);
  });
});

test('with words the best match is first, without them the newest', async () => {
  const days = ({ decisions }: Answer) => decisions.map(({ decidedOn }) => decidedOn);
  const newest = (found: Answer) => days(found).toSorted().toReversed();
  const [best, byDay, all] = await Promise.all([
    ask('loss of control, Article 82 GDPR'),
    ask('loss of control, Article 82 GDPR', { sort: 'newest' }),
    ask('', { sort: 'best' }),
  ]);
  expect(days(byDay)).toEqual(newest(byDay));
  expect(days(all)).toEqual(newest(all));
  expect(identifiersOf(best).toSorted()).toEqual(identifiersOf(byDay).toSorted());
  expect(identifiersOf(best)).not.toEqual(identifiersOf(byDay));
});

test('every number beside a question is that of the list it leads to, and of its export', async () => {
  const question = 'camera neighbour public footpath household';
  const { facets, total } = await ask(question);
  expect(total).toBeGreaterThan(1);
  for (const name of facetNames) {
    for (const { value, count } of facets[name]) {
      const chosen = await ask(question, { [name]: value });
      expect([name, value, chosen.total, chosen.decisions.length]).toEqual([
        name,
        value,
        count,
        count,
      ]);
    }
  }
  const exported: string[] = [];
  const filter = decisionQueryFrom(new URLSearchParams({ q: question, country: 'EU' }));
  for await (const batch of (await readDecisionsInBatches(member, filter)).batches)
    exported.push(...batch.map(({ identifier }) => identifier));
  const listed = identifiersOf(await ask(question, { country: 'EU' })).toSorted();
  expect(exported).toEqual(listed);
});

test('words are put right only while the reader may have them put right, in lists and exports', async () => {
  const misspelt = decisionQueryFrom(new URLSearchParams({ q: 'Shrems' }));
  const mayPropose = async () => false;
  const found = await browseDecisions(anonymous, misspelt, { mayPropose });
  expect([found.total, found.words.insteadOf]).toEqual([0, null]);
  for await (const batch of (await readDecisionsInBatches(anonymous, misspelt, mayPropose)).batches)
    expect(batch).toEqual([]);
  let asked = 0;
  const isAsked = async () => (asked += 1) > 0;
  await browseDecisions(anonymous, { ...misspelt, q: 'Schrems' }, { mayPropose: isAsked });
  expect(asked).toBe(0);
  const right = await browseDecisions(anonymous, misspelt, { mayPropose: isAsked });
  expect([asked, right.words.insteadOf]).toEqual([1, 'Shrems']);
});

test('every search of a visitor for misspelt words counts, that of a member does not', async () => {
  const uses = async () =>
    Number(
      (
        await db().execute(sql`select coalesce(sum(points), 0) as used from throttles
      where key like 'spelling:%'`)
      ).rows[0]?.['used'],
    );
  const before = await uses();
  for (const pattern of ['/decisions', '/api/decisions', '/api/decisions.atom'])
    await askRoute({ actor: anonymous, pattern, address: `${pattern}?q=Shrems` });
  expect(await uses()).toBe(before + 3);
  await askRoute({ actor: member, pattern: '/decisions', address: '/decisions?q=Shrems' });
  expect(await uses()).toBe(before + 3);
});

test('no word that only a text for members has is proposed, though a word of its kind is found', async () => {
  const typed = 'Treppenhaustestkammera';
  const hidden = 'Treppenhaustestkamera';
  await db().execute(
    sql`insert into search_words (word, folded, uses) values (lower(${hidden}), lower(${hidden}), 1)`,
  );
  expect((await ask(hidden, {}, anonymous)).total).toBeGreaterThan(0);
  const { words } = await ask(typed, {}, anonymous);
  expect(words.query.toLowerCase()).not.toContain(hidden.toLowerCase());
});

test('no question, however it is spelt, shows a visitor a decision for members', async () => {
  const secret = sql`case_numbers @> array['C-311/18']`;
  await db().execute(sql`update decision_records set visibility = 'members' where ${secret}`);
  const questions = [
    'Schrems II',
    'Shrems II',
    'C-311/18',
    '62018CJ0311',
    'Facebook Ireland standard contractual clauses transfers United States surveillance',
    'Datenübermittlung Vereinigte Staaten Privacy Shield ungültig',
  ];
  for (const question of questions) {
    const { decisions, total, facets } = await ask(question, {}, anonymous);
    expect(decisions.flatMap(({ caseNumbers }) => caseNumbers)).not.toContain('C-311/18');
    expect(decisions).toHaveLength(total);
    const ofFacet = facets.country.reduce((sum, { count }) => sum + count, 0);
    expect([question, ofFacet]).toEqual([question, total]);
    const asMember = await ask(question);
    expect(asMember.decisions[0]?.caseNumbers, question).toContain('C-311/18');
  }
  await db().execute(sql`update decision_records set visibility = 'public' where ${secret}`);
});
