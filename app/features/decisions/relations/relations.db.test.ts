import { createElement } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { makeDecision } from '~/db/decision-factories.server';
import { makeUser } from '~/db/factories.server';
import { citationKeys } from '~/features/citations/citation-key';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { importDecisions } from '~/features/decisions/imports/imports.server';
import { getDecision } from '~/features/decisions/records/records.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { newId } from '~/lib/new-id';
import { type Actor, anonymous, commandLine } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { askRoute } from '../../../../tests/support/site/route-request';
import { CitedBy } from './cited-by';
import { type CitingFilter, filterCiting } from './citing-filter';
import { getRelations } from './relations.server';

const cited = 'ECLI:EU:C:2023:370';
const citing = 'ECLI:EU:C:2024:288';
let member: Actor;

/** A document of the library about a decision, with the text of one page. */
async function addText(ecli: string, collection: 'userIntranet' | 'adminIntranet', text: string) {
  const id = newId();
  await db()
    .insert(schema.intranetResources)
    .values({
      id,
      collection,
      folder: false,
      title: ecli,
      metadata: { schema: 1, kind: 'judgment', judgment: { ecli } },
      storageExtension: 'pdf',
      fileVersion: 1,
    });
  await db()
    .insert(schema.documentPages)
    .values({
      document: id,
      page: 1,
      text,
      language: 'en',
      search: '',
      citations: citationKeys(text),
    });
}

const relationsOf = async (actor: Actor, identifier: string, filter: CitingFilter = {}) =>
  getRelations(actor, await getDecision(actor, identifier), { filter, page: 1 });

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  member = actorOf(await makeUser(db()));
});

test('a member reads the sentence of a citation on both pages, a visitor reads none', async () => {
  const sentence = 'The Court has held (C-300/21, EU:C:2023:370) that damage must be shown.';
  await addText(citing, 'userIntranet', `First. ${sentence} Last.`);
  const shown = { text: sentence, language: 'en' };
  expect((await relationsOf(member, cited)).citedBy.sentences).toEqual({ [citing]: shown });
  expect((await relationsOf(member, citing)).citedSentences).toEqual({ [cited]: shown });
  expect((await relationsOf(anonymous, cited)).citedBy.sentences).toEqual({});
  expect((await relationsOf(anonymous, citing)).citedSentences).toEqual({});
});

test('a text for administrators gives members no sentence', async () => {
  const only = 'ECLI:EU:C:2024:531';
  await addText(only, 'adminIntranet', 'See judgment C-300/21, paragraph 58.');
  expect((await relationsOf(member, cited)).citedBy.sentences).not.toHaveProperty(only);
  const administrator = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  expect((await relationsOf(administrator, cited)).citedBy.sentences).toHaveProperty(only);
});

test('what cites a decision is filtered by country, court and year, with true numbers', async () => {
  const { citedBy } = await getDecision(anonymous, cited);
  const ofYear = citedBy.filter(({ decision }) => decision.decidedOn.startsWith('2024'));
  const found = filterCiting(citedBy, {
    filter: { year: '2024', court: 'EU:C' },
    page: 1,
  });
  expect(found.listed).toEqual(ofYear.filter(({ decision }) => decision.courtCode === 'EU:C'));
  expect(found.choices.court).toContainEqual({ value: 'EU:C', count: found.count });
  for (const { value, count } of found.choices.year) {
    const filter = { year: value, court: 'EU:C' };
    expect([value, filterCiting(citedBy, { filter, page: 1 }).count]).toEqual([value, count]);
  }
  const page = await askRoute({
    actor: anonymous,
    pattern: '/decisions/:identifier',
    params: { identifier: cited },
    address: `/decisions/${cited}?year=2024&country=FR`,
  });
  expect(page).toMatchObject({ relations: { citedBy: { count: 0, total: citedBy.length } } });
});

test.each([
  ['en', 'Court of Justice of the European Union'],
  ['de', 'Gerichtshof der Europäischen Union'],
  ['fr', 'Cour de justice de l’Union européenne'],
] as const)(
  'the filter of what cites it names courts for the reader: %s',
  async (language, name) => {
    const { citedBy } = await relationsOf(anonymous, cited);
    const shown = markupOf(createElement(CitedBy, citedBy), language);
    const [, named] = /<option value="EU:C">([^<]*) \(\d+\)</.exec(shown) ?? [];
    expect(named).toBe(name);
  },
);

test('what cites a decision is listed page by page, each once, within the filter too', async () => {
  const much = 'ECLI:EU:C:2002:1';
  await makeDecision(db(), much);
  for (let number = 1; number <= 120; number += 1) {
    const decidedOn = number <= 30 ? '2021-03-04' : '2022-05-06';
    const id = await makeDecision(db(), `ECLI:EU:C:2022:${number}`, { decidedOn });
    await db().insert(schema.decisionCitations).values({ citing: id, identifier: much });
  }
  async function ask(query: string) {
    const page: unknown = await askRoute({
      actor: anonymous,
      pattern: '/decisions/:identifier',
      params: { identifier: much },
      address: `/decisions/${much}?${query}`,
    });
    const { listed, ...citedBy } = Object(page).relations.citedBy;
    return { ...citedBy, listed: listed.map((one: unknown) => Object(one).decision.identifier) };
  }
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => ask(`page=${page}`)));
  expect(pages.map(({ listed }) => listed.length)).toEqual([25, 25, 25, 25, 20]);
  expect(new Set(pages.flatMap(({ listed }) => listed)).size).toBe(120);
  expect(pages[4]).toMatchObject({ page: 5, pages: 5, count: 120, total: 120 });
  const filtered = await ask('year=2021&page=2');
  expect(filtered).toMatchObject({ page: 2, pages: 2, count: 30, filter: { year: '2021' } });
  expect(filtered.listed).toHaveLength(5);
  // An address from before, of a page that there is no more.
  for (const query of ['page=9', 'page=x', 'page=0']) {
    const { page, listed } = await ask(query);
    expect([query, page]).toEqual([query, query === 'page=9' ? 5 : 1]);
    expect(listed).not.toHaveLength(0);
  }
});

test('similar decisions share provisions, topics or citations, and are only those one may find', async () => {
  const { similar } = await relationsOf(anonymous, cited);
  expect(similar.length).toBeGreaterThan(0);
  expect(similar.length).toBeLessThanOrEqual(5);
  expect(similar.map(({ identifier }) => identifier)).not.toContain(cited);
  const [first] = similar;
  await db().execute(
    sql`update decision_records set visibility = 'members' where identifier = ${first?.identifier}`,
  );
  const found = async (actor: Actor) =>
    (await relationsOf(actor, cited)).similar.map(({ identifier }) => identifier);
  expect(await found(anonymous)).not.toContain(first?.identifier);
  expect(await found(member)).toContain(first?.identifier);
});

test('that two cite a decision which one may not find does not make them similar', async () => {
  const [one, other, hidden] = ['2001:1', '2001:2', '2001:3'].map((end) => `ECLI:EU:C:${end}`);
  const rows = [one, other, hidden, `${hidden}4`].map((ecli, at) => ({
    ecli,
    court: 'EU:C',
    decidedOn: '2001-01-01',
    visibility: at < 2 ? 'public' : 'members',
  }));
  const file = { isDryRun: false, fileName: 'x.json' };
  await importDecisions(commandLine, JSON.stringify(rows), file);
  await db().execute(sql`insert into decision_citations (id, citing, identifier, cited)
    select gen_random_uuid(), citing.id, cited.identifier, cited.id
      from decision_records as citing, decision_records as cited
      where citing.identifier in (${one}, ${other}) and cited.identifier in (${hidden}, ${`${hidden}4`})`);
  const similarTo = async (actor: Actor) =>
    (await relationsOf(actor, one ?? '')).similar.map(({ identifier }) => identifier);
  expect(await similarTo(member)).toEqual([other]);
  expect(await similarTo(anonymous)).toEqual([]);
});
