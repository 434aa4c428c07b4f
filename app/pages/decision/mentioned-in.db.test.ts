import { beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeArticle, makeEvent, makeNewsItem, makeUser, paragraphs } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { listMentions } from '~/features/search/mentions/mentions.server';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../tests/support/people/actors';
import { makeCategory, openTopic } from '../../../tests/support/texts/forum-setup';

const cited = 'ECLI:EU:C:2014:317';
let member: Actor;
let admin: SignedInActor;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  member = actorOf(await makeUser(db()));
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const body = paragraphs('The Court said so in C-131/12, and stayed with it.');
  await makeArticle(db(), { title: 'By number', body });
  await makeNewsItem(db(), { title: 'By ECLI', body: paragraphs(`Read ${cited} again`) });
  await makeArticle(db(), { title: 'A draft', status: 'draft', body });
  await makeNewsItem(db(), { title: 'Run out', expireAt: new Date(0), body });
  await makeNewsItem(db(), {
    title: 'Another',
    body: paragraphs('C-131/13 and Regulation 131/12'),
  });
  const journal = paragraphs('Published in OJ C 131/12 (ABl. EU 2012, C 131/12)');
  await makeNewsItem(db(), { title: 'In a journal', body: journal });
  await makeEvent(db(), { title: 'Open day', body });
  await makeEvent(db(), { title: 'For members', visibility: 'members', body });
  await makeEvent(db(), { title: 'Planned', status: 'draft', body });
  const readers = await makeCategory(admin);
  await openTopic(admin, { category: readers.slug, title: 'Said in the forum', body });
  await openTopic(admin, { category: readers.slug, title: 'In a journal', body: journal });
  const admins = await makeCategory(admin, { readUSER: false, writeUSER: false });
  await openTopic(admin, { category: admins.slug, title: 'Said among few', body });
  await makeDocument(db(), { title: 'Note', citations: ['C131/12'] });
});

const titlesFor = async (actor: Actor) => {
  const { mentions, total } = await listMentions(actor, cited, 'en');
  expect(total).toBe(mentions.length);
  return mentions.map(({ title }) => title ?? '').toSorted((a, b) => a.localeCompare(b));
};

test('a visitor sees public texts that cite a decision, with the place', async () => {
  expect(await titlesFor(anonymous)).toEqual(['By ECLI', 'By number', 'Open day']);
  const { mentions } = await listMentions(anonymous, cited, 'en');
  const article = mentions.find(({ title }) => title === 'By number');
  expect(article?.snippet).toContainEqual({ text: 'C-131/12', isMarked: true });
});

test('a member also sees events for members, the forum and documents, as far as the rights go', async () => {
  const seen = ['By ECLI', 'By number', 'For members', 'Note', 'Open day', 'Said in the forum'];
  expect(await titlesFor(member)).toEqual(seen);
  expect(await titlesFor(admin)).toEqual([
    ...seen.slice(0, -1),
    'Said among few',
    'Said in the forum',
  ]);
});

test('of a decision for members a visitor learns no mentions', async () => {
  const mentions = listMentions(anonymous, 'ECLI:NL:GHAMS:2023:793', 'en');
  await expect(mentions).rejects.toThrow('error.not-found');
});
