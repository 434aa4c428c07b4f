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
import { decisionQueries, shortNumber } from '../../../../tests/support/texts/decision-library';
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
  const missed: string[] = [];
  const ranks: number[] = [];
  for (const { language, query, expected } of questions) {
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
  expect(ranks.length).toBeGreaterThanOrEqual(100);
  expect(share(1), missed.join('\n')).toBeGreaterThanOrEqual(80);
  expect(share(5), missed.join('\n')).toBeGreaterThanOrEqual(95);
}, 300_000);

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
    ask('Schrems II'),
    ask('Schrems II', { sort: 'newest' }),
    ask('', { sort: 'best' }),
  ]);
  expect(days(byDay)).toEqual(newest(byDay));
  expect(days(all)).toEqual(newest(all));
  expect(identifiersOf(best).toSorted()).toEqual(identifiersOf(byDay).toSorted());
  expect(best.decisions[0]?.caseNumbers).toContain('C-311/18');
  expect(byDay.decisions[0]?.caseNumbers).not.toContain('C-311/18');
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
