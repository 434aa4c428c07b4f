import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { type Actor, anonymous } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { browseDecisions } from './browse.server';
import { findByWords } from '~/features/decisions/query/find-by-words.server';
import { decisionQueryFrom, type FacetName, facetNames, paramsOf } from './decision-query';

const actors: Record<string, Actor> = { visitor: anonymous };

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  actors.member = actorOf(await makeUser(db()));
  actors.administrator = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  // A third of all is for members, one is proposed and one withdrawn.
  const { rows } = await db().execute<{ id: string }>(
    sql`select id from decision_records order by identifier`,
  );
  for (const [at, { id }] of rows.entries()) {
    const visibility = at % 3 === 0 ? 'members' : 'public';
    const state = at === 1 ? 'proposed' : at === 2 ? 'withdrawn' : 'checked';
    await db().execute(
      sql`update decision_records set visibility = ${visibility}, state = ${state} where id = ${id}`,
    );
  }
  const library = { schema: 1 as const, kind: 'judgment' as const };
  await db()
    .insert(schema.intranetResources)
    .values(
      ['ECLI:EU:C:2023:370', 'ECLI:EU:C:2014:317', 'ECLI:EU:C:2003:596'].map((ecli, at) => ({
        collection: at === 2 ? ('adminIntranet' as const) : ('userIntranet' as const),
        folder: false,
        title: ecli,
        metadata: { ...library, judgment: { ecli } },
        storageExtension: 'pdf',
        fileVersion: 1,
      })),
    );
});

type Row = {
  identifier: string;
  country: string;
  court: string;
  kind: string;
  year: string;
  articles: string[];
  topics: string[];
  outcome: string;
  languages: string[];
  text: string;
};

/**
 * All that a person may find by words, read plainly and counted here: the truth the page is held to. Who
 * sees what is written out once more; which decisions words find is the one condition there is.
 */
async function truth(who: string, q: string): Promise<Row[]> {
  const { condition } = await findByWords(actors[who] ?? anonymous, q);
  const seen = who === 'visitor' ? sql`and visibility = 'public'` : sql``;
  const collections =
    { visitor: '{}', member: '{userIntranet}' }[who] ?? '{userIntranet,adminIntranet}';
  const { rows } = await db().execute<Row>(sql`
    select identifier, country, court,
      (select kind from courts where code = court) as kind, substr(decided_on::text, 1, 4) as year, articles, topics, outcome,
      languages,
      case when identifier in (select metadata->'judgment'->>'ecli' from intranet_resources
        where collection = any(${collections}::text[])) then 'yes' else '' end as text
      from decision_records where state = 'checked' ${seen} and ${condition}`);
  return rows;
}

const valuesOf: Record<FacetName, (row: Row) => string[]> = {
  country: (row) => [row.country],
  court: (row) => [row.court],
  kind: (row) => [row.kind],
  year: (row) => [row.year],
  provision: (row) => row.articles,
  topic: (row) => row.topics,
  outcome: (row) => [row.outcome],
  language: (row) => row.languages,
  text: (row) => (row.text ? [row.text] : []),
};

const chosen = fc.record({
  q: fc.constantFrom(
    '',
    '',
    '',
    'damages',
    'consent controller',
    'Art. 82 DSGVO',
    'camera at the front door of a neighbour',
    'Shrems',
    'zzzz',
  ),
  country: fc.constantFrom(undefined, 'EU', 'DE', 'NL', 'FR'),
  court: fc.constantFrom(undefined, undefined, 'EU:C', 'DE:BGH', 'NL:GHAMS', 'no court'),
  kind: fc.constantFrom(undefined, undefined, undefined, 'court', 'authority', 'no kind'),
  year: fc.constantFrom(undefined, undefined, '2023', '2014', '1983', 'soon'),
  provision: fc.constantFrom(undefined, undefined, 'gdpr/82', 'gdpr/15', 'charter/7'),
  topic: fc.constantFrom(undefined, undefined, 'damages', 'access', 'consent'),
  outcome: fc.constantFrom(undefined, undefined, 'interpretation', 'invalid'),
  language: fc.constantFrom(undefined, undefined, 'en', 'de'),
  text: fc.constantFrom(undefined, undefined, 'yes', 'no'),
});

describe('every number beside a filter is that of the list it leads to', () => {
  test.each(['visitor', 'member', 'administrator'])('for a %s', async (who) => {
    await fc.assert(
      fc.asyncProperty(chosen, async ({ q, ...facets }) => {
        const given = Object.entries({ q, ...facets }).filter(([, value]) => value);
        const query = decisionQueryFrom(new URLSearchParams(given.map(([a, b]) => [a, `${b}`])));
        const found = await browseDecisions(actors[who] ?? anonymous, query, { perPage: 100 });
        const rows = await truth(who, q);
        const fits = (row: Row, except?: FacetName) =>
          facetNames.every((name) => {
            const wanted = query.facets[name];
            return !wanted || name === except || valuesOf[name](row).includes(wanted);
          });
        const within = rows.filter((row) => fits(row));
        expect(found.total).toBe(within.length);
        expect(found.decisions.map(({ identifier }) => identifier).toSorted()).toEqual(
          within.map(({ identifier }) => identifier).toSorted(),
        );
        for (const name of facetNames) {
          const counts = new Map<string, number>();
          for (const row of rows.filter((one) => fits(one, name))) {
            for (const value of valuesOf[name](row)) {
              counts.set(value, (counts.get(value) ?? 0) + 1);
            }
          }
          const shown = new Map(found.facets[name].map(({ value, count }) => [value, count]));
          expect([name, shown]).toEqual([name, counts]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('a number finds its decision, however it is written', async () => {
  for (const q of ['C-300/21', 'c 300/21', 'ECLI:EU:C:2023:370', 'EU:C:2023:370']) {
    const found = await browseDecisions(actors.member ?? anonymous, {
      ...decisionQueryFrom(new URLSearchParams({ q })),
    });
    expect([q, found.decisions.map(({ identifier }) => identifier)]).toEqual([
      q,
      ['ECLI:EU:C:2023:370'],
    ]);
  }
});

test('an address read and written again is the same', () => {
  const text = 'q=consent&country=EU&year=2023&provision=gdpr%2F82&sort=cited&page=2';
  expect(paramsOf(decisionQueryFrom(new URLSearchParams(text))).toString()).toBe(text);
  expect(decisionQueryFrom(new URLSearchParams('page=-3&sort=loudest&unknown=1'))).toEqual({
    q: '',
    facets: {},
    sort: 'newest',
    page: 1,
  });
});

test('the most cited come first, and a citation that a visitor may not see is not counted', async () => {
  const query = decisionQueryFrom(new URLSearchParams({ sort: 'cited' }));
  const counts = async (actor: Actor) =>
    (await browseDecisions(actor, query, { perPage: 100 })).decisions.map((one) => one.citedBy);
  const asMember = await counts(actors.member ?? anonymous);
  expect(asMember).toEqual(asMember.toSorted((a, b) => b - a));
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  expect(sum(asMember)).toBeGreaterThan(sum(await counts(anonymous)));
});
