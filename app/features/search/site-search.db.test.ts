import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import {
  makeArticle,
  makeEvent,
  makeNewsItem,
  makePage,
  makeUser,
  paragraphs,
} from '~/db/factories.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { collectSearchWords, searchSite } from '~/features/search/search.server';
import { searchKinds } from '~/features/search/search-kinds';
import { citationKeys } from '~/features/citations/citation-key';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../tests/support/people/actors';

const { forumCategories, forumComments, forumTopics, documentPages } = schema;

let member: SignedInActor;
let admin: SignedInActor;

/** A comment that says `words`, in a category that these roles read. */
async function makeComment(words: string, readRoles: SignedInActor['role'][], state = 'visible') {
  const [categoryId, topicId, id] = [newId(), newId(), newId()];
  const title = 'A topic';
  await db()
    .insert(forumCategories)
    .values({ id: categoryId, slug: categoryId, name: 'A', readRoles });
  await db().insert(forumTopics).values({ id: topicId, categoryId, title, commentCount: 1 });
  await db()
    .insert(forumComments)
    .values({
      id,
      topicId,
      position: 1,
      words,
      body: paragraphs(words),
      state: state === 'hidden' ? 'hidden' : 'visible',
    });
  return id;
}

async function makeText(words: string, fields: Parameters<typeof makeDocument>[1] = {}) {
  const document = await makeDocument(db(), { title: 'A document', ...fields });
  const citations = citationKeys(words);
  await db()
    .insert(documentPages)
    .values({ document: document.id, page: 1, text: words, language: null, citations, search: '' });
  await db().execute(sql`update intranet_resources set text_words = (
    select array_to_tsvector(tsvector_to_array(search)) from intranet_document_pages where document = ${document.id})
    where id = ${document.id}`);
  return document.id;
}

const marked = 'xylographon C-999/21 ECLI:EU:C:2024:999';
const body = paragraphs(`Here is the ${marked}, for once.`);
const hour = 3_600_000;

beforeAll(async () => {
  member = actorOf(await makeUser(db(), {}));
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const soon = new Date(Date.now() + hour);
  const past = new Date(Date.now() - hour);
  await makeNewsItem(db(), { slug: 'open-news', body });
  await makeNewsItem(db(), { slug: 'draft-news', status: 'draft', body });
  await makeNewsItem(db(), { slug: 'planned-news', status: 'scheduled', publishAt: soon, body });
  await makeNewsItem(db(), { slug: 'early-news', publishAt: soon, body });
  await makeNewsItem(db(), { slug: 'expired-news', expireAt: past, body });
  await makeNewsItem(db(), { slug: 'old-news', status: 'archived', body });
  await makeArticle(db(), { slug: 'open-article', body });
  await makeArticle(db(), { slug: 'draft-article', status: 'draft', body });
  await makeArticle(db(), { slug: 'expired-article', expireAt: past, body });
  await makeEvent(db(), { slug: 'open-event', body });
  await makeEvent(db(), { slug: 'members-event', visibility: 'members', body });
  await makeEvent(db(), { slug: 'draft-event', status: 'draft', body });
  await makePage(db(), { slug: 'open-page', body });
  await makePage(db(), { slug: 'draft-page', status: 'draft', body });
  await makePage(db(), { slug: 'archived-page', status: 'archived', body });
  // Of its translations only one is published: the other must not be shown in its place.
  await makePage(db(), {
    slug: 'open-page',
    language: 'fr',
    status: 'draft',
    title: 'Brouillon',
    body,
  });
  await makePage(db(), { slug: 'secret-page', status: 'draft', title: 'Quetzalcoatlus' });
  // Its readers are shown the English text, or told that it was withdrawn.
  const finnish = { slug: 'page-of-another-language', language: 'fi', body };
  await makePage(db(), finnish);
  await makePage(db(), { ...finnish, language: 'en', body: paragraphs('Nothing of that.') });
  await makePage(db(), { ...finnish, slug: 'withdrawn-page' });
  await makePage(db(), { slug: 'withdrawn-page', status: 'archived', body });
  await makeText(marked);
  await makeText(marked, { collection: 'adminIntranet' });
  await makeText(marked, { trashedAt: past });
  await makeFolder(db(), { title: 'Xylographon' });
  await makeComment(marked, ['ADMIN', 'DEV', 'USER']);
  await makeComment(marked, ['ADMIN', 'DEV']);
  await makeComment(marked, ['ADMIN', 'DEV', 'USER'], 'hidden');
  await makeText('A quinquagenarian zanzibarian', { collection: 'adminIntranet' });
  await makeComment('The velociraptorian question', ['ADMIN', 'DEV']);
  await makeText('A platypusian question of the members');
  // The nearer word is in another text than the other one.
  await makeNewsItem(db(), { slug: 'one', body: paragraphs('a pterodactylus flies') });
  await makeNewsItem(db(), { slug: 'two', body: paragraphs('the pterodactylian brontosaurus') });
  await makeNewsItem(db(), { slug: 'secret', status: 'draft', title: 'Ornithorhynchus' });
  await collectSearchWords.run({});
});

const openTo = {
  visitor: ['news open-news', 'news open-article', 'event open-event', 'page open-page'],
  member: ['event members-event'],
};

describe('who finds what', () => {
  test.each(['xylographon', 'c‑999/21', 'ecli eu c 2024 999', '"xylographon"'])(
    '%s: visitors what is public, members library and forum too, administrators theirs',
    async (query) => {
      const find = async (actor: Actor) => {
        const { results, total, counts } = await searchSite(actor, { query });
        expect(total).toBe(results.length);
        expect(searchKinds.reduce((sum, kind) => sum + counts[kind], 0)).toBe(total);
        return results;
      };
      const named = (results: Awaited<ReturnType<typeof find>>) =>
        results
          .filter(({ kind }) => kind !== 'library' && kind !== 'forum')
          .map(({ kind, key }) => `${kind} ${key}`)
          .toSorted();
      const count = (results: Awaited<ReturnType<typeof find>>, kind: string) =>
        results.filter((result) => result.kind === kind).length;
      const [visitor, asMember, asAdmin] = [
        await find(anonymous),
        await find(member),
        await find(admin),
      ];
      expect(named(visitor)).toEqual(openTo.visitor.toSorted());
      expect([count(visitor, 'library'), count(visitor, 'forum')]).toEqual([0, 0]);
      const all = [...openTo.visitor, ...openTo.member].toSorted();
      expect(named(asMember)).toEqual(all);
      expect(named(asAdmin)).toEqual(all);
      const folder = query.includes('xylographon') ? 1 : 0;
      expect([count(asMember, 'library'), count(asMember, 'forum')]).toEqual([1 + folder, 1]);
      expect([count(asAdmin, 'library'), count(asAdmin, 'forum')]).toEqual([2 + folder, 2]);
    },
  );

  test('an area or kind that is not the reader’s gives nothing', async () => {
    const query = 'xylographon';
    for (const actor of [anonymous, member]) {
      const found = await searchSite(actor, { query, collection: 'adminIntranet' });
      expect([found.total, found.results]).toEqual([0, []]);
    }
    expect((await searchSite(anonymous, { query, kind: 'library' })).results).toEqual([]);
    expect((await searchSite(anonymous, { query, kind: 'forum' })).results).toEqual([]);
    expect((await searchSite(member, { query, kind: 'event' })).total).toBe(2);
  });

  test('each result leads to its place and shows the words', async () => {
    const { results } = await searchSite(member, { query: 'xylographon' });
    const addresses = results.map(({ address }) => address);
    for (const address of [
      '/news/open-news',
      '/article/open-article',
      '/events/open-event',
      '/open-page',
    ]) {
      expect(addresses).toContain(address);
    }
    for (const { snippet, label } of results) {
      if (label === 'document.kind.folder') continue;
      expect(snippet.find(({ isMarked }) => isMarked)?.text.toLowerCase()).toBe('xylographon');
    }
  });
});

describe('did you mean', () => {
  test('the word that was meant is looked for instead', async () => {
    const found = await searchSite(anonymous, { query: 'xylogrpahon' });
    expect(found).toMatchObject({ insteadOf: 'xylogrpahon', query: 'xylographon' });
    expect(found.results.map(({ key }) => key)).toContain('open-news');
  });

  test('several misspelt words become those that stand together', async () => {
    const found = await searchSite(anonymous, { query: 'pterodactylux brontosuarus' });
    expect(found.query).toBe('pterodactylian brontosaurus');
    expect(found.results.map(({ key }) => key)).toEqual(['two']);
  });

  test('is looked for only while the reader may have it looked for', async () => {
    const query = 'xylogrpahon';
    expect((await searchSite(anonymous, { query, mayPropose: async () => false })).total).toBe(0);
    let asked = 0;
    const mayPropose = async () => (asked += 1) > 0;
    await searchSite(anonymous, { query: 'xylographon', mayPropose });
    expect(asked).toBe(0);
    expect((await searchSite(anonymous, { query, mayPropose })).insteadOf).toBe(query);
  });

  test('never a word that the reader could not find', async () => {
    for (const [actor, query] of [
      [member, 'zanzibarin'],
      [member, 'velociraptorain'],
      [member, 'ornithorhynchos'],
      [member, 'quetzalcoatlos'],
      [anonymous, 'platypusain'],
      [anonymous, 'zanzibarin'],
    ] as const) {
      const found = await searchSite(actor, { query });
      expect([query, found.insteadOf, found.total]).toEqual([query, null, 0]);
    }
    expect(await searchSite(member, { query: 'platypusain' })).toMatchObject({
      query: 'platypusian',
    });
  });
});

test('the words to propose come from what is published', async () => {
  const { rows } = await db().execute(
    sql`select word from search_words where word ~ '^(quetz|xylog)'`,
  );
  expect(rows).toEqual([{ word: 'xylographon' }]);
});

test('a draft of a text is not shown in the place of its published translation', async () => {
  const { results } = await searchSite(anonymous, { query: 'xylographon', language: 'fr' });
  const page = results.find(({ key }) => key === 'open-page');
  expect(page?.language).toBe('en');
  expect((await searchSite(anonymous, { query: 'brouillon', language: 'fr' })).total).toBe(0);
});

describe('a page that is public neither in the reader’s language nor in that of the site', () => {
  const found = async (language: string) => {
    const { results } = await searchSite(anonymous, { query: 'hapaxlegomenon', language });
    return results.map((result) => `${result.address} ${result.language}`);
  };
  const words = paragraphs('A hapaxlegomenon stands here.');

  test('is found in the language that is shown instead', async () => {
    await makePage(db(), { slug: 'elsewhere', language: 'fi', body: words });
    await makePage(db(), { slug: 'elsewhere', language: 'mt', body: words });
    for (const language of ['en', 'fr', 'fi']) {
      expect(await found(language)).toEqual(['/elsewhere fi']);
    }
    expect(await found('mt')).toEqual(['/elsewhere mt']);
    await makePage(db(), { slug: 'elsewhere', language: 'fr', status: 'archived' });
    expect(await found('fr')).toEqual([]);
    expect(await found('en')).toEqual(['/elsewhere fi']);
    await makePage(db(), { slug: 'elsewhere', language: 'en', status: 'draft', body: words });
    expect(await found('en')).toEqual(['/elsewhere fi']);
  });
});

test('news are led to in the language in which they were found', async () => {
  const slug = 'found-elsewhere';
  const words = paragraphs('A zeugmatography stands here.');
  await makeNewsItem(db(), { slug, language: 'fi', body: words });
  await makeNewsItem(db(), { slug, language: 'en', status: 'archived' });
  const { results } = await searchSite(anonymous, { query: 'zeugmatography' });
  expect(results.map(({ address }) => address)).toEqual([`/news/${slug}?language=fi`]);
});
