import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeArticle, makePage, makeUser, paragraphs } from '~/db/factories.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import { getCore } from '~/features/content/publishing/publication-rows.server';
import type { PublicationKind } from '~/features/content/publishing/publication-kinds';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { startInThreeLanguages } from '../../../../tests/support/texts/event-form';
import { makeSeminar, translate } from '../../../../tests/support/texts/translated-event';
import { findOriginalText } from './original-text.server';

let admin: SignedInActor;

beforeEach(async () => {
  await startInThreeLanguages();
  await db().delete(schema.articles);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const originalOf = async (kind: PublicationKind, id: string, actor = admin) =>
  findOriginalText(actor, kind, await getCore({ kind, id }));

test('a translation of an article has the words of the text that was begun first', async () => {
  const body = paragraphs('What the Court has said.');
  const words = { title: 'Damages', subtitle: null, teaser: 'In short.', abstract: 'At length.' };
  const { id } = await makeArticle(db(), { ...words, language: 'fr', body });
  const kind = 'article' as const;
  const english = await createText(admin, { kind, language: 'en', title: 'One', of: id });
  // Made of the English one, it is a translation of the French text nonetheless.
  const german = await createText(admin, { kind, language: 'de', title: 'Zwei', of: english });
  for (const translation of [english, german]) {
    expect(await originalOf(kind, translation)).toEqual({
      language: 'fr',
      fields: [
        { name: 'title', text: 'Damages' },
        { name: 'teaser', text: 'In short.' },
        { name: 'abstract', text: 'At length.' },
      ],
      body,
    });
  }
  expect(await originalOf(kind, id)).toBeNull();
});

test('a translation of a page has its title, description and text', async () => {
  const page = await makePage(db(), { slug: 'pages/statutes', title: 'Statutes' });
  const kind = 'page' as const;
  const wanted = { kind, language: 'fr', title: 'Statuts', of: page?.id };
  const french = await createText(admin, wanted);
  const original = await originalOf(kind, french);
  expect(original).toMatchObject({ language: 'en' });
  expect(original?.fields[0]).toEqual({ name: 'title', text: 'Statutes' });
});

test('a translation of an event has the words of the event', async () => {
  const event = await makeSeminar({ body: 'A day in Vienna.' });
  const { id } = await translate(admin, event, {});
  expect(await originalOf('event-translation', id)).toEqual({
    language: 'en',
    fields: [
      { name: 'title', text: 'A seminar in Vienna' },
      { name: 'summary', text: 'What it is about.' },
    ],
    body: paragraphs('A day in Vienna.'),
  });
});

test('the original is for those who edit texts', async () => {
  const row = { id: 'one', translationGroup: 'group' };
  for (const actor of [actorWithRole('USER'), anonymous]) {
    await expect(findOriginalText(actor, 'news', row)).rejects.toMatchObject({
      code: 'error.not-found',
    });
  }
});
