import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeArticle, makeUser, paragraphs } from '~/db/factories.server';
import { getNewsItem, listHeadlines } from '~/features/content/news/news.server';
import { findDraft, saveDraft } from '~/features/writing/drafts/drafts.server';
import { formValues } from '~/features/content/editor/content-lines';
import { answerEditForm } from '~/features/content/editor/edit-text.server';
import { newId } from '~/lib/new-id';
import { startLive, stopLive } from '~/platform/live.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { untilHeard } from '../../../../tests/support/database/until-heard';
import { restoreVersion } from '~/features/content/versions/versions.server';
import { createText } from './new-texts.server';
import { deleteDraft, discardChanges, setExpiry, withdrawText } from './publication-states.server';
import { saveText } from './saving.server';
import { getTextForEditing, listTexts } from './texts.server';

let admin: SignedInActor;
const stale = { code: 'error.changed-meanwhile' };
const notFound = { code: 'error.not-found' };
const impossible = { code: 'error.content.not-possible' };

beforeEach(async () => {
  await db().delete(schema.newsItems);
  await db().delete(schema.articles);
  await db().delete(schema.redirects);
  await db().delete(schema.pendingChanges);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const publicTitle = async (slug = 'first-text') =>
  (await getNewsItem(anonymous, slug, 'en').catch(() => null))?.title ?? null;

describe('publishing', () => {
  test('a draft is not visible until it is published', async () => {
    const text = await writeNews(admin);
    expect(await publicTitle()).toBeNull();
    const published = typedNews({}, { intent: 'publish', baseVersion: 2 });
    expect(await saveText(admin, text, published)).toMatchObject({ ok: true });
    expect(await publicTitle()).toBe('First text');
    expect((await listHeadlines(anonymous, {})).map(({ slug }) => slug)).toEqual(['first-text']);
  });

  test('changes to a published text are public only when they are published', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    await saveText(admin, text, typedNews({ title: 'Second' }, { baseVersion: 2 }));
    expect(await publicTitle()).toBe('First text');
    const editing = await getTextForEditing(admin, 'news', text.id);
    expect(editing).toMatchObject({
      hasPendingChanges: true,
      content: { fields: { title: 'Second' } },
    });
    await saveText(
      admin,
      text,
      typedNews({ title: 'Third' }, { intent: 'publish', baseVersion: 3 }),
    );
    expect(await publicTitle()).toBe('Third');
    expect(await db().$count(schema.pendingChanges)).toBe(0);
  });

  test('is refused while fields are missing, and names them', async () => {
    const text = await writeNews(admin);
    const empty = { teaser: '', authorName: '', body: { type: 'doc', content: [] } };
    const result = await saveText(
      admin,
      text,
      typedNews(empty, { intent: 'publish', baseVersion: 2 }),
    );
    const needed = 'form.required-to-publish';
    const missing = { teaser: needed, authorName: needed, body: needed };
    expect(result).toEqual({ ok: false, missing });
    expect(await text.version()).toBe(2);
  });

  test('updates a decision when it is saved, and the pages that cite it', async () => {
    const ecli = 'ECLI:EU:C:2099:2';
    const text = await writeNews(admin);
    const described = (name: string, wishes: object = {}) => {
      const facts = { caseNumber: 'C-1/99', name, court: 'Court of Justice', sourceUrl: null };
      const decisions = [{ ecli, ...facts, dateDecided: '2026-01-01' }];
      return { ...typedNews({ decisions: [ecli] }, wishes), decisions };
    };
    const nameOf = async () =>
      (await db().select().from(schema.decisions).where(eq(schema.decisions.ecli, ecli)))[0]?.name;
    const refused = described('Refused', { intent: 'schedule', baseVersion: 2 });
    expect(await saveText(admin, text, refused)).toMatchObject({ ok: false });
    expect(await nameOf()).toBeUndefined();
    await saveText(admin, text, described('Misspelt', { intent: 'publish', baseVersion: 2 }));
    const other = await writeNews(admin, { slug: 'other' });
    await startLive();
    try {
      await untilHeard('articles', () =>
        saveText(admin, other, {
          ...described('Correct', { baseVersion: 2 }),
          content: typedNews({ slug: 'other', decisions: [ecli] }).content,
        }),
      );
    } finally {
      stopLive();
    }
    expect(await nameOf()).toBe('Correct');
  });

  test('of one language leaves the other languages as they are', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const input = { kind: 'news', language: 'fr', title: 'Premier texte', of: text.id } as const;
    const french = await createText(admin, input);
    expect(await getNewsItem(anonymous, 'first-text', 'fr')).toMatchObject({ language: 'en' });
    await expect(getNewsItem(anonymous, 'premier-texte', 'fr')).rejects.toMatchObject(notFound);
    await expect(createText(admin, input)).rejects.toMatchObject({
      code: 'error.content.language-taken',
    });
    const typed = typedNews(
      { slug: 'premier-texte', title: 'Premier texte' },
      { intent: 'publish' },
    );
    await saveText(admin, { kind: 'news', id: french }, typed);
    expect(await publicTitle('premier-texte')).toBe('Premier texte');
    expect(await publicTitle()).toBe('First text');
  });
});

describe('two who write at once', () => {
  test('the second is refused, and nothing is lost', async () => {
    const text = await writeNews(admin);
    const both = await Promise.allSettled(
      ['Mine', 'Yours'].map((title) =>
        saveText(admin, text, typedNews({ title }, { baseVersion: 2 })),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(saveText(admin, text, typedNews({}, { baseVersion: 2 }))).rejects.toMatchObject(
      stale,
    );
  });

  test('texts of one title that are begun at the same moment have addresses of their own', async () => {
    const text = { kind: 'news', language: 'en', title: 'Annual report' } as const;
    await Promise.all(Array.from({ length: 4 }, () => createText(admin, text)));
    const rows = await db().select({ slug: schema.newsItems.slug }).from(schema.newsItems);
    const numbered = [2, 3, 4].map((number) => `annual-report-${number}`);
    expect(rows.map(({ slug }) => slug).toSorted()).toEqual(['annual-report', ...numbered]);
  });

  test('an address belongs to one text', async () => {
    const one = await writeNews(admin, { slug: 'one' });
    const two = await writeNews(admin, { slug: 'two' });
    const results = await Promise.allSettled(
      [one, two].map((text) =>
        saveText(admin, text, typedNews({ slug: 'same' }, { baseVersion: 2, intent: 'publish' })),
      ),
    );
    const refused = results.find((result) => result.status === 'rejected');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(refused).toMatchObject({ reason: { code: 'error.content.slug-taken' } });
  });

  test('an address that a saved change will have is nobody else’s', async () => {
    const one = await writeNews(admin, { slug: 'one' }, { intent: 'publish' });
    const two = await writeNews(admin, { slug: 'two' }, { intent: 'publish' });
    const move = (text: typeof one, baseVersion: number) =>
      saveText(admin, text, typedNews({ slug: 'the-next' }, { baseVersion }));
    await move(one, 2);
    await expect(move(two, 2)).rejects.toMatchObject({ code: 'error.content.slug-taken' });
    await move(one, 3);
    const begun = await createText(admin, { kind: 'news', language: 'en', title: 'The next' });
    const [row] = await db()
      .select({ slug: schema.newsItems.slug })
      .from(schema.newsItems)
      .where(eq(schema.newsItems.id, begun));
    expect(row?.slug).toBe('the-next-2');
  });

  test('a withdrawn text keeps no address for a change that never came', async () => {
    const one = await writeNews(admin, { slug: 'one' }, { intent: 'publish' });
    const two = await writeNews(admin, { slug: 'two' }, { intent: 'publish' });
    await saveText(admin, one, typedNews({ slug: 'free' }, { baseVersion: 2 }));
    await withdrawText(admin, { ...one, baseVersion: 3 }, 'It named a party.');
    const moved = await saveText(admin, two, typedNews({ slug: 'free' }, { baseVersion: 2 }));
    expect(moved.ok).toBe(true);
  });

  test('that an address is taken is said at its field, with all that was typed', async () => {
    await writeNews(admin, { slug: 'taken' });
    const text = await writeNews(admin, { slug: 'own' });
    const { content, row } = await getTextForEditing(admin, 'news', text.id);
    const given = new FormData();
    for (const [name, value] of Object.entries(formValues(content))) given.set(name, value);
    for (const name of ['body', 'versionName', 'publishAt']) given.set(name, '');
    given.delete('pinned');
    given.set('baseVersion', String(row.version));
    given.set('slug', 'taken');
    expect(await answerEditForm(admin, text, given)).toMatchObject({
      data: {
        error: null,
        fieldErrors: { slug: 'error.content.slug-taken' },
        values: { slug: 'taken', title: row.title },
      },
    });
  });

  test('the draft goes with the save and follows what one does beside it', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const place = `content/${text.id}`;
    const body = JSON.stringify(paragraphs('Typed'));
    const fields = { baseVersion: '2' };
    await saveDraft(admin, { place, version: 0, mark: newId(), known: [], body, fields });
    await setExpiry(admin, { ...text, baseVersion: 2 }, '');
    expect((await findDraft(admin, place))?.fields).toEqual({ baseVersion: '3' });
    await saveText(admin, text, typedNews({}, { baseVersion: 3 }));
    expect(await findDraft(admin, place)).toBeNull();
  });
});

test('a version restored and changes discarded are no base for what was typed before', async () => {
  const text = await writeNews(admin, {}, { intent: 'publish' });
  const place = `content/${text.id}`;
  const body = JSON.stringify(paragraphs('Typed'));
  const fields = { baseVersion: '2' };
  await saveDraft(admin, { place, version: 0, mark: newId(), known: [], body, fields });
  await restoreVersion(admin, { ...text, baseVersion: 2 }, 1);
  expect((await findDraft(admin, place))?.fields).toEqual(fields);
  const again = { place, version: 1, mark: newId(), known: [], body, fields: { baseVersion: '3' } };
  await saveDraft(admin, again);
  await discardChanges(admin, { ...text, baseVersion: 3 });
  expect((await findDraft(admin, place))?.fields).not.toMatchObject({ baseVersion: '4' });
  await expect(
    saveText(admin, text, typedNews({ title: 'Typed' }, { baseVersion: 3 })),
  ).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
});

test('a public text cannot be deleted, and its waiting changes can be discarded', async () => {
  const text = await writeNews(admin, {}, { intent: 'publish' });
  await expect(deleteDraft(admin, { ...text, baseVersion: 2 })).rejects.toMatchObject(impossible);
  await saveText(admin, text, typedNews({ title: 'Changed' }, { baseVersion: 2 }));
  await discardChanges(admin, { ...text, baseVersion: 3 });
  const { content } = await getTextForEditing(admin, 'news', text.id);
  expect(content.fields.title).toBe('First text');
});

test('members and visitors may do none of it', async () => {
  const text = await writeNews(admin, {}, { intent: 'publish' });
  const member = actorOf(await makeUser(db()));
  for (const actor of [member, anonymous]) {
    await expect(saveText(actor, text, typedNews({}, { baseVersion: 2 }))).rejects.toMatchObject(
      notFound,
    );
    await expect(withdrawText(actor, { ...text, baseVersion: 2 }, 'No')).rejects.toMatchObject(
      notFound,
    );
    await expect(listTexts(actor, {})).rejects.toMatchObject(notFound);
    await expect(getTextForEditing(actor, 'news', text.id)).rejects.toMatchObject(notFound);
    const input = { kind: 'news', language: 'en', title: 'Mine' } as const;
    await expect(createText(actor, input)).rejects.toMatchObject(notFound);
  }
  expect(await publicTitle()).toBe('First text');
});

test('a starting text keeps its original as a revision', async () => {
  const article = await makeArticle(db(), { title: 'As it came' });
  const editing = await getTextForEditing(admin, 'article', article.id);
  const edited = { ...typedNews(), content: editing.content, intent: 'publish' as const };
  const { content } = editing;
  if (content.kind !== 'article') throw new Error('not an article');
  const authors = [{ name: 'Alba', function: 'Judge', country: 'BE' }];
  const fields = { ...content.fields, title: 'As it is', authors };
  await saveText(
    admin,
    { kind: 'article', id: article.id },
    { ...edited, content: { kind: 'article', fields } },
  );
  const versions = await db()
    .select()
    .from(schema.publicationVersions)
    .where(eq(schema.publicationVersions.publicationId, article.id))
    .orderBy(schema.publicationVersions.number);
  expect(versions.map((version) => version.content.title)).toEqual(['As it came', 'As it is']);
});
