import { beforeEach, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeArticle, makeUser } from '~/db/factories.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import { withdrawText } from '~/features/content/publishing/publication-states.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { findRedirect } from '~/features/content/redirects/redirects.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';

let admin: SignedInActor;

beforeEach(async () => {
  await db().delete(schema.newsItems);
  await db().delete(schema.redirects);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

/** An English text at `/news/shared`, and its French translation at another address, both public. */
async function writeBoth(slug: string) {
  const english = await writeNews(admin, { slug: 'shared' }, { intent: 'publish' });
  const wanted = { kind: 'news' as const, language: 'fr', title: 'Texte', of: english.id };
  const french = { kind: 'news' as const, id: await createText(admin, wanted) };
  let version = 0;
  const move = (to: string) => {
    version += 1;
    const wishes = { intent: 'publish' as const, baseVersion: version };
    return saveText(admin, french, typedNews({ slug: to, title: 'Texte' }, wishes));
  };
  await move(slug);
  return { english, french, move };
}

const moveEnglish = (english: { kind: 'news'; id: string }, slug: string, baseVersion: number) =>
  saveText(admin, english, typedNews({ slug }, { intent: 'publish', baseVersion }));

const answerAt = (slug: string, language: string) =>
  askRoute({
    actor: anonymous,
    pattern: '/news/:slug',
    params: { slug },
    address: `/news/${slug}?language=${language}`,
  }).catch((answer: unknown) => answer);

test('the old address of a translation leads to it, and not to the language beside it', async () => {
  const { move } = await writeBoth('texte');
  await move('shared');
  expect(await findRedirect(anonymous, '/news/texte')).toBe('/news/shared?language=fr');
  await move('autre');
  expect(await findRedirect(anonymous, '/news/texte')).toBe('/news/autre');
});

test('an address that was public leads on also when the new one was saved while withdrawn', async () => {
  const text = await writeNews(admin, { slug: 'before' }, { intent: 'publish' });
  await moveEnglish(text, 'public', 2);
  await withdrawText(admin, { ...text, baseVersion: 3 }, 'It named a party.');
  await saveText(admin, text, typedNews({ slug: 'after' }, { intent: 'save', baseVersion: 4 }));
  expect(await answerAt('public', 'en')).toMatchObject({ init: { status: 410 } });
  await moveEnglish(text, 'after', 5);
  for (const former of ['before', 'public']) {
    expect(await findRedirect(anonymous, `/news/${former}`)).toBe('/news/after');
  }
});

test('an address that another text has had since then is not led away from it', async () => {
  const first = await writeNews(admin, { slug: 'first' }, { intent: 'publish' });
  await withdrawText(admin, { ...first, baseVersion: 2 }, 'It named a party.');
  await saveText(admin, first, typedNews({ slug: 'later' }, { intent: 'save', baseVersion: 3 }));
  const other = await writeNews(admin, { slug: 'first' }, { intent: 'publish' });
  await moveEnglish(other, 'other', 2);
  await moveEnglish(first, 'later', 4);
  expect(await findRedirect(anonymous, '/news/first')).toBe('/news/other');
});

test('nor is one that another text has now', async () => {
  const first = await writeNews(admin, { slug: 'first' }, { intent: 'publish' });
  await withdrawText(admin, { ...first, baseVersion: 2 }, 'It named a party.');
  await saveText(admin, first, typedNews({ slug: 'later' }, { intent: 'save', baseVersion: 3 }));
  const other = await writeNews(admin, { slug: 'first' }, { intent: 'publish' });
  await moveEnglish(first, 'later', 4);
  await withdrawText(admin, { ...other, baseVersion: 2 }, 'It is out of date.');
  expect(await answerAt('first', 'en')).toMatchObject({ init: { status: 410 } });
});

test('an address that another language keeps does not redirect; withdrawn, it shows the reason', async () => {
  const { english, move } = await writeBoth('shared');
  await move('texte');
  expect(await findRedirect(anonymous, '/news/shared')).toBeNull();
  await withdrawText(admin, { ...english, baseVersion: 2 }, 'It named a party.');
  expect(await answerAt('shared', 'en')).toMatchObject({
    init: { status: 410 },
    data: { reason: 'It named a party.' },
  });
});

test('who asks for a language that has moved away is led to it', async () => {
  const { english, french, move } = await writeBoth('shared');
  await move('texte');
  const leadsTo = async (language: string) => {
    const answer = await answerAt('shared', language);
    return answer instanceof Response && [answer.status, answer.headers.get('Location')];
  };
  expect(await leadsTo('fr')).toEqual([301, '/news/texte']);
  for (const language of ['en', 'de'])
    expect(await answerAt('shared', language)).toMatchObject({ item: { language: 'en' } });
  await withdrawText(admin, { ...english, baseVersion: 2 }, 'It named a party.');
  expect(await leadsTo('fr')).toEqual([301, '/news/texte']);
  expect(await answerAt('shared', 'en')).toMatchObject({ init: { status: 410 } });
  await withdrawText(admin, { ...french, baseVersion: 3 }, 'Une partie y était nommée.');
  expect(await answerAt('shared', 'fr')).toMatchObject({ init: { status: 410 } });
});

test('where all languages have moved to one address, each reader is led to theirs', async () => {
  const { english, move } = await writeBoth('texte');
  await move('shared');
  await moveEnglish(english, 'new', 2);
  await move('new');
  expect(await findRedirect(anonymous, '/news/shared')).toBe('/news/new');
  expect(await findRedirect(anonymous, '/news/texte')).toBe('/news/new?language=fr');
});

test('an address that several languages had says of each reader’s own why it is gone', async () => {
  const { english, french, move } = await writeBoth('shared');
  await move('texte');
  await withdrawText(admin, { ...english, baseVersion: 2 }, 'It named a party.');
  await withdrawText(admin, { ...french, baseVersion: 3 }, 'Une partie y était nommée.');
  for (const language of ['en', 'de'])
    expect(await answerAt('shared', language)).toMatchObject({
      data: { reason: 'It named a party.' },
    });
  expect(await answerAt('shared', 'fr')).toMatchObject({
    data: { reason: 'Une partie y était nommée.' },
  });
});

test('the id of a text leads to that text, also where another language has the same address', async () => {
  await makeArticle(db(), { slug: 'transfers', language: 'en' });
  const french = await makeArticle(db(), { slug: 'transfers', language: 'fr' });
  const alone = await makeArticle(db(), { slug: 'alone', language: 'fr' });
  const leadsTo = async (id: string) => {
    const asked = { actor: anonymous, pattern: '/article/:id', params: { id } };
    const answer = await askRoute(asked).catch((thrown: unknown) => thrown);
    return answer instanceof Response && answer.headers.get('Location');
  };
  expect(await leadsTo(french.id)).toBe('/article/transfers?language=fr');
  expect(await leadsTo(alone.id)).toBe('/article/alone');
});
