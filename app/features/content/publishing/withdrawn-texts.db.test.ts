import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeNewsItem, makePage, makeUser } from '~/db/factories.server';
import { AppError } from '~/policy/errors';
import { makePreviewLink, openPreview } from '~/features/content/previews/previews.server';
import { publishDue } from '~/features/content/publishing/publish-due.job.server';
import type { PublicationKind } from '~/features/content/publishing/publication-kinds';
import {
  cancelSchedule,
  deleteDraft,
  withdrawText,
} from '~/features/content/publishing/publication-states.server';
import { answerGone } from '~/features/content/publishing/publishing.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { letTimePass, typedNews, writeNews } from '../../../../tests/support/texts/texts';

let admin: SignedInActor;
const impossible = { code: 'error.content.not-possible' };
const reason = 'It named a party.';
const tomorrow = () => new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 19);
const scheduled = () => ({ intent: 'schedule' as const, publishAt: tomorrow() });

beforeEach(async () => {
  for (const table of [schema.newsItems, schema.pages, schema.pendingChanges]) {
    await db().delete(table);
  }
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const gone = (slug: string, kind: PublicationKind = 'news') =>
  answerGone(anonymous, { kind, slug }, new AppError('error.not-found')).catch(
    (answer: unknown) => answer,
  );
const stateOf = async (id: string) => (await getTextForEditing(admin, 'news', id)).row;

describe('a withdrawn text that is scheduled again', () => {
  async function writeWithdrawn() {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    await withdrawText(admin, { ...text, baseVersion: 2 }, reason);
    await saveText(admin, text, typedNews({}, { ...scheduled(), baseVersion: 3 }));
    return text;
  }

  test('shows its reason until it is published again', async () => {
    const { id } = await writeWithdrawn();
    expect(await gone('first-text')).toMatchObject({ init: { status: 410 }, data: { reason } });
    await makeNewsItem(db(), { slug: 'first-text', language: 'fr' });
    const ask = () =>
      askRoute({ actor: anonymous, pattern: '/news/:slug', params: { slug: 'first-text' } }).catch(
        (answer: unknown) => answer,
      );
    expect(await ask()).toMatchObject({ init: { status: 410 } });
    await letTimePass(id);
    expect(await ask()).toMatchObject({ item: { language: 'en' } });
  });

  test('is withdrawn again when that is called off, and cannot be deleted', async () => {
    const text = await writeWithdrawn();
    await cancelSchedule(admin, { ...text, baseVersion: 4 });
    expect(await stateOf(text.id)).toMatchObject({ status: 'archived', withdrawnReason: reason });
    expect(await gone('first-text')).toMatchObject({ init: { status: 410 }, data: { reason } });
    await expect(deleteDraft(admin, { ...text, baseVersion: 5 })).rejects.toMatchObject(impossible);
  });

  test('is no longer withdrawn once it is public, by the job or by hand', async () => {
    const isPublicAgain = { status: 'published', withdrawnReason: null, withdrawnAt: null };
    const byClock = await writeWithdrawn();
    await letTimePass(byClock.id);
    await publishDue.run({});
    expect(await stateOf(byClock.id)).toMatchObject(isPublicAgain);
    await db().delete(schema.newsItems);
    const byHand = await writeWithdrawn();
    await letTimePass(byHand.id);
    await saveText(admin, byHand, typedNews({}, { intent: 'publish', baseVersion: 4 }));
    expect(await stateOf(byHand.id)).toMatchObject(isPublicAgain);
  });
});

test('a text withdrawn in the default language is gone for readers of others, with its reason', async () => {
  const text = await writeNews(admin, {}, { intent: 'publish' });
  await makeNewsItem(db(), { slug: 'first-text', language: 'fr', title: 'Premier texte' });
  const ask = (end: string) =>
    askRoute({
      actor: anonymous,
      pattern: '/news/:slug',
      params: { slug: 'first-text' },
      address: `/news/first-text${end}`,
    }).catch((answer: unknown) => answer);
  await withdrawText(admin, { ...text, baseVersion: 2 }, reason);
  for (const end of ['', '?language=de']) {
    expect(await ask(end)).toMatchObject({ init: { status: 410 }, data: { reason } });
  }
  expect(await ask('?language=fr')).toHaveProperty('item');
});

test('a draft that was public once is not deleted with its published versions', async () => {
  const text = await writeNews(admin, {}, { intent: 'publish' });
  await db().update(schema.newsItems).set({ status: 'draft' });
  await expect(deleteDraft(admin, { ...text, baseVersion: 2 })).rejects.toMatchObject(impossible);
  const { publicationId } = schema.publicationVersions;
  const kept = await db().$count(schema.publicationVersions, eq(publicationId, text.id));
  expect(kept).toBeGreaterThan(0);
});

test('a preview link does not show what was withdrawn since; another one does', async () => {
  const text = await writeNews(admin, {}, { intent: 'publish' });
  const make = async () => (await makePreviewLink(admin, text, 1)).replace('/preview/', '');
  const before = await make();
  expect(await openPreview(anonymous, before)).toMatchObject({ row: { title: 'First text' } });
  await withdrawText(admin, { ...text, baseVersion: 2 }, reason);
  await expect(openPreview(anonymous, before)).rejects.toMatchObject({ code: 'error.not-found' });
  expect(await openPreview(anonymous, await make())).toMatchObject({ row: { id: text.id } });
});

describe('the address of a withdrawn text names it as it was public', () => {
  test('not as someone writes it anew', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    await withdrawText(admin, { ...text, baseVersion: 2 }, reason);
    await saveText(admin, text, typedNews({ title: 'Secret plan' }, { baseVersion: 3 }));
    expect(await gone('first-text')).toMatchObject({ data: { title: 'First text', reason } });
  });

  test('where it was public, whatever name someone gives it since', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    await withdrawText(admin, { ...text, baseVersion: 2 }, reason);
    await saveText(admin, text, typedNews({ slug: 'renamed' }, { baseVersion: 3 }));
    expect(await stateOf(text.id)).toMatchObject({ slug: 'renamed' });
    expect(await gone('first-text')).toMatchObject({ init: { status: 410 }, data: { reason } });
  });

  test('also when it appeared by the clock and the job has not noted it', async () => {
    const text = await writeNews(admin, {}, scheduled());
    await letTimePass(text.id);
    await withdrawText(admin, { ...text, baseVersion: 2 }, reason);
    await saveText(admin, text, typedNews({ title: 'Secret plan' }, { baseVersion: 3 }));
    expect(await gone('first-text')).toMatchObject({ data: { title: 'First text' } });
  });

  test('also when it came with the site', async () => {
    const page = await makePage(db(), { slug: 'about', title: 'About us' });
    const place = { kind: 'page' as const, id: page?.id ?? '' };
    await withdrawText(admin, { ...place, baseVersion: 1 }, reason);
    const { content } = await getTextForEditing(admin, 'page', place.id);
    if (content.kind !== 'page') throw new Error('not a page');
    const fields = { ...content.fields, title: 'Secret plan' };
    const edited = { ...typedNews(), content: { kind: 'page' as const, fields } };
    await saveText(admin, place, { ...edited, baseVersion: 2 });
    expect(await gone('about', 'page')).toMatchObject({ data: { title: 'About us' } });
  });
});

describe('an agreement that was scheduled to be asked for', () => {
  const wishes = { versionName: '', decisions: [], asksForAcceptance: true };

  async function scheduleAgreement() {
    const page = await makePage(db(), { slug: 'end-user-agreement', status: 'draft' });
    const place = { kind: 'page' as const, id: page?.id ?? '' };
    const { content } = await getTextForEditing(admin, 'page', place.id);
    const edited = { ...wishes, ...scheduled(), content, baseVersion: 1 };
    expect(await saveText(admin, place, edited)).toMatchObject({ ok: true });
    expect(await askedFrom()).not.toBeNull();
    return { place, again: { ...edited, asksForAcceptance: false, baseVersion: 2 } };
  }
  const askedFrom = async () =>
    (await db().select({ from: schema.pages.acceptanceFrom }).from(schema.pages))[0]?.from;

  test.each(['publish', 'schedule'] as const)(
    'is not, after all, when the wish is gone: %s',
    async (intent) => {
      const { place, again } = await scheduleAgreement();
      expect(await saveText(admin, place, { ...again, intent })).toMatchObject({ ok: true });
      expect(await askedFrom()).toBeNull();
    },
  );
});
