import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeArticle, makeEvent, makeNewsItem, makePage, paragraphs } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { searchSite } from '~/features/search/search.server';
import { person } from '../../../tests/support/people/person';
import { makeCategory, openTopic, reply } from '../../../tests/support/texts/forum-setup';

let member: SignedInActor;
const query = 'numbat';

beforeAll(async () => {
  const title = 'A numbat';
  member = await person();
  // Already the next year by the clock of the association.
  await makeNewsItem(db(), { title, publishAt: new Date('2019-12-31T23:30:00Z') });
  await makeNewsItem(db(), { title, publishAt: new Date('2021-05-05T08:00:00Z') });
  await makeNewsItem(db(), { title, publishAt: new Date('2021-06-05T08:00:00Z'), status: 'draft' });
  await makeArticle(db(), { title, publishAt: new Date('2021-05-05T08:00:00Z') });
  await makePage(db(), { title });
  await makeEvent(db(), { title, startsAt: '2018-03-01T09:00' });
  await makeDocument(db(), {
    title,
    metadata: { schema: 1, kind: 'judgment', judgment: { decidedOn: '1999-02-03' } },
  });
  const { slug } = await makeCategory(await person('ADMIN'));
  await openTopic(member, { category: slug, title });
});

test('what is found is counted by year, and shown for one of them', async () => {
  const visitor = await searchSite(anonymous, { query });
  expect(visitor.years).toEqual([
    { year: 2021, count: 2 },
    { year: 2020, count: 1 },
    { year: 2018, count: 1 },
  ]);
  expect(visitor.total).toBe(5);
  const found = await searchSite(anonymous, { query, year: 2021 });
  expect(found.total).toBe(2);
  expect(found.results.map(({ date }) => date?.slice(0, 4))).toEqual(['2021', '2021']);
  expect(found.counts).toMatchObject({ news: 2, event: 0, page: 0 });
  expect(found.years).toEqual(visitor.years);
  // Little in one year is no reason to show what has fewer of the words.
  expect(found.hasFewerWords).toBe(false);
});

test('years are those of the kind that is shown, and of what the reader may see', async () => {
  const ofEvents = await searchSite(anonymous, { query, kind: 'event' });
  expect(ofEvents.years).toEqual([{ year: 2018, count: 1 }]);
  const now = new Date().getFullYear();
  const { years, total } = await searchSite(member, { query });
  expect(total).toBe(7);
  expect(years.find(({ year }) => year === 1999)).toEqual({ year: 1999, count: 1 });
  expect(years.find(({ year }) => year === now)).toEqual({ year: now, count: 1 });
  const secret = await searchSite(anonymous, { query, year: 1999 });
  expect([secret.total, secret.results]).toEqual([0, []]);
});

test('a year without anything is empty and says what other years have', async () => {
  const found = await searchSite(anonymous, { query, year: 1850, kind: 'news' });
  expect([found.total, found.results]).toEqual([0, []]);
  expect(found.years.map(({ year }) => year)).toEqual([2021, 2020]);
});

test('a topic is of every year in which something fits, and shows what is of the asked one', async () => {
  const { slug } = await makeCategory(await person('ADMIN'));
  const topic = await openTopic(member, {
    category: slug,
    body: paragraphs('Bilby, bilby, bilby.'),
  });
  const later = await reply(member, topic, 'One bilby.');
  const { forumComments } = schema;
  const dated = (id: string, day: string) =>
    db()
      .update(forumComments)
      .set({ createdAt: new Date(`${day}T10:00:00Z`) })
      .where(eq(forumComments.id, id));
  await db()
    .update(forumComments)
    .set({ createdAt: new Date('2023-04-05T10:00:00Z') })
    .where(eq(forumComments.topicId, topic));
  await dated(later, '2024-04-05');
  const { years, total } = await searchSite(member, { query: 'bilby' });
  expect([total, years]).toEqual([
    1,
    [
      { year: 2024, count: 1 },
      { year: 2023, count: 1 },
    ],
  ]);
  for (const year of [2023, 2024]) {
    const { results } = await searchSite(member, { query: 'bilby', year });
    expect(results.map(({ date }) => date)).toEqual([`${year}-04-05`]);
  }
});
