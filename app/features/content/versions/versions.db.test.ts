import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { makePage, makeUser, paragraphs } from '~/db/factories.server';
import {
  acceptAgreement,
  findOpenAgreement,
  pathAfterSignIn,
} from '~/features/compliance/agreement/agreement.server';
import { getNewsItem } from '~/features/content/news/news.server';
import { getPage } from '~/features/content/pages/pages.server';
import {
  addRedirect,
  findRedirect,
  followRedirect,
  redirectSchema,
} from '~/features/content/redirects/redirects.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import {
  makePreviewLink,
  listPreviewLinks,
  openPreview,
  revokePreviewLink,
} from '~/features/content/previews/previews.server';
import {
  getLegalVersion,
  listLegalVersions,
} from '~/features/content/publishing/publishing.server';
import { discardChanges } from '~/features/content/publishing/publication-states.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { nameVersion } from './revisions.server';
import { compareVersions, listVersions, restoreVersion } from './versions.server';

let admin: SignedInActor;
const notFound = { code: 'error.not-found' };

beforeAll(async () => {
  admin = actorOf(await makeUser(db(), { role: 'ADMIN', firstName: 'Ada' }));
});
beforeEach(async () => {
  await db().delete(schema.newsItems);
  await db().delete(schema.pages);
  await db().delete(schema.agreementAcceptances);
});

describe('versions', () => {
  test('are kept at every save, compared word by word, and restored', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish', versionName: 'First print' });
    const corrected = { title: 'First corrected text', body: paragraphs('Other words.') };
    await saveText(admin, text, typedNews(corrected, { intent: 'publish', baseVersion: 2 }));
    const { versions, row } = await listVersions(admin, text);
    expect(versions.map(({ number, name, writer }) => [number, name, writer?.slice(0, 3)])).toEqual(
      [
        [3, null, 'Ada'],
        [2, 'First print', 'Ada'],
        [1, null, 'Ada'],
      ],
    );
    const changes = await compareVersions(admin, text, { from: 2, to: 3 });
    expect(changes.map(({ field }) => field).toSorted()).toEqual(['body', 'title']);
    expect(changes.find(({ field }) => field === 'title')?.parts).toEqual([
      { kind: 'same', text: 'First ' },
      { kind: 'added', text: 'corrected ' },
      { kind: 'same', text: 'text' },
    ]);
    expect((await listVersions(admin, text)).current).toBe(3);
    await restoreVersion(admin, { ...text, baseVersion: row.version }, 2);
    expect((await listVersions(admin, text)).current).toBe(4);
    expect(await getNewsItem(anonymous, 'first-text', 'en')).toMatchObject({
      title: 'First corrected text',
    });
    const restored = await compareVersions(admin, text, { from: 2, to: 4 });
    expect(restored).toEqual([]);
    await nameVersion(admin, text, { number: 1, name: 'Sketch' });
    expect((await listVersions(admin, text)).versions.at(-1)?.name).toBe('Sketch');
    await expect(compareVersions(admin, text, { from: 1, to: 99 })).rejects.toMatchObject(notFound);
  });

  test('after changes were discarded the published one is the current one', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const { row } = await listVersions(admin, text);
    const edit = { intent: 'save' as const, baseVersion: row.version };
    await saveText(admin, text, typedNews({ title: 'Second thoughts' }, edit));
    const saved = await listVersions(admin, text);
    expect(saved.current).toBe(saved.versions[0]?.number);
    await discardChanges(admin, { ...text, baseVersion: saved.row.version });
    const { current, versions } = await listVersions(admin, text);
    expect(current).toBe((versions[0]?.number ?? 0) - 1);
  });

  test('are for those who write only', async () => {
    const text = await writeNews(admin);
    const member = actorOf(await makeUser(db()));
    await expect(listVersions(member, text)).rejects.toMatchObject(notFound);
    await expect(compareVersions(anonymous, text, { from: 1, to: 2 })).rejects.toMatchObject(
      notFound,
    );
    await expect(restoreVersion(member, { ...text, baseVersion: 2 }, 1)).rejects.toMatchObject(
      notFound,
    );
  });
});

describe('a legal text', () => {
  async function publishAgreement(title: string, wishes: object) {
    const page = await getPage(anonymous, 'end-user-agreement', 'en');
    const fields = {
      title,
      description: '',
      body: paragraphs(title),
      effectiveOn: '2026-12-01',
    };
    const edited = { ...typedNews(), content: { kind: 'page' as const, fields } };
    await saveText(
      admin,
      { kind: 'page', id: page.id },
      { ...edited, intent: 'publish', baseVersion: page.version, ...wishes },
    );
  }
  const place = { slug: 'end-user-agreement', language: 'en' };

  test('keeps every version that was in force, for everybody', async () => {
    await makePage(db(), { ...place, title: 'Old', effectiveOn: '2025-01-01' });
    expect(await listLegalVersions(anonymous, place)).toEqual([]);
    await publishAgreement('Saved only', { intent: 'save' });
    await publishAgreement('New', {});
    const versions = await listLegalVersions(anonymous, place);
    expect(versions.map(({ number, effectiveOn }) => [number, effectiveOn])).toEqual([
      [3, '2026-12-01'],
      [1, '2025-01-01'],
    ]);
    expect(await getLegalVersion(anonymous, { ...place, number: 1 })).toMatchObject({
      title: 'Old',
    });
    await expect(getLegalVersion(anonymous, { ...place, number: 2 })).rejects.toMatchObject(
      notFound,
    );
    const pattern = `/${place.slug}/:version`;
    const read = (version: string) => askRoute({ actor: anonymous, pattern, params: { version } });
    expect(await read('3')).toMatchObject({ isInForce: true });
    expect(await read('1')).toMatchObject({ isInForce: false });
  });

  test('is put before members when it has changed, once', async () => {
    await makePage(db(), { ...place, title: 'Old' });
    const member = actorOf(await makeUser(db(), { createdAt: new Date('2026-01-01') }));
    await publishAgreement('Spelling', {});
    expect(await findOpenAgreement(member, 'en')).toBeNull();
    expect(await pathAfterSignIn(anonymous, '/forum?x=1', 'en')).toBe('/forum?x=1');
    await publishAgreement('New', { asksForAcceptance: true });
    const path = '/agreement?redirectUrl=%2Fforum%3Fx%3D1';
    expect(await pathAfterSignIn(anonymous, '/forum?x=1', 'en')).toBe(path);
    const asked = await findOpenAgreement(member, 'en');
    expect(asked).not.toBeNull();
    const shown = asked?.seal ?? '';
    const old = { shown: 'of another text', language: 'en' };
    await expect(acceptAgreement(member, old)).rejects.toMatchObject({
      code: 'error.changed-meanwhile',
    });
    await acceptAgreement(member, { shown, language: 'en' });
    await acceptAgreement(member, { shown, language: 'en' });
    expect(await findOpenAgreement(member, 'en')).toBeNull();
    const kept = await db().select().from(schema.agreementAcceptances);
    expect(kept).toMatchObject([{ userId: member.id, effectiveOn: '2026-12-01', language: 'en' }]);
    await publishAgreement('Newest', { asksForAcceptance: true });
    expect(await findOpenAgreement(member, 'en')).not.toBeNull();
  });
});

describe('a preview link', () => {
  test('has the day on which the text appeared or will, and the title that is being written', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    const publishAt = new Date('2025-07-16T08:00:00Z');
    await db().update(schema.newsItems).set({ publishAt }).where(eq(schema.newsItems.id, text.id));
    await saveText(admin, text, typedNews({ title: 'In work' }, { baseVersion: 2 }));
    const token = (await makePreviewLink(admin, text, 7)).replace('/preview/', '');
    const page = await askRoute({
      actor: anonymous,
      pattern: '/preview/:token',
      params: { token },
    });
    expect(page).toMatchObject({ data: { title: 'In work', item: { publishAt } } });
  });

  test('shows the saved text to anyone with the link until it expires or is revoked', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    await saveText(admin, text, typedNews({ title: 'In work' }, { baseVersion: 2 }));
    const path = await makePreviewLink(admin, text, 7);
    const token = path.replace('/preview/', '');
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(await openPreview(anonymous, token)).toMatchObject({
      content: { fields: { title: 'In work' } },
    });
    const [link] = await listPreviewLinks(admin, text);
    expect(JSON.stringify(await db().select().from(schema.previewLinks))).not.toContain(token);
    await expect(openPreview(anonymous, `${token}x`)).rejects.toMatchObject(notFound);
    await revokePreviewLink(admin, text, link?.id ?? '');
    await expect(openPreview(anonymous, token)).rejects.toMatchObject(notFound);
    const second = (await makePreviewLink(admin, text, 1)).replace('/preview/', '');
    await db()
      .update(schema.previewLinks)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(schema.previewLinks.publicationId, text.id));
    await expect(openPreview(anonymous, second)).rejects.toMatchObject(notFound);
    await expect(makePreviewLink(anonymous, text, 1)).rejects.toMatchObject(notFound);
  });
});

describe('redirects', () => {
  test('lead to pages of this site only', () => {
    const parse = (fromPath: string, toPath: string) =>
      redirectSchema.safeParse({ intent: 'add', fromPath, toPath }).success;
    expect(parse('/old', '/news/new?year=2026')).toBe(true);
    for (const target of ['//evil.example', 'https://evil.example', '/\\evil.example', '']) {
      expect(parse('/old', target), target).toBe(false);
    }
    expect(parse('/', '/news')).toBe(false);
    expect(parse('/old?x=1', '/news')).toBe(false);
  });

  test('begin where requests arrive: without a slash at the end, and none doubled', () => {
    for (const fromPath of ['/2019//05/a-post/', '/2019/05/a-post']) {
      const input = redirectSchema.parse({ intent: 'add', fromPath, toPath: '/news' });
      expect(input.fromPath).toBe('/2019/05/a-post');
    }
  });

  test('never lead round in a circle', async () => {
    await addRedirect(admin, { fromPath: '/one', toPath: '/two' });
    await addRedirect(admin, { fromPath: '/two', toPath: '/three' });
    const loop = addRedirect(admin, { fromPath: '/three', toPath: '/one?x=1' });
    await expect(loop).rejects.toMatchObject({ code: 'error.content.redirect-loop' });
    const back = { fromPath: '/five', toPath: '/four' };
    const there = { fromPath: '/four', toPath: '/five' };
    const both = await Promise.allSettled([addRedirect(admin, back), addRedirect(admin, there)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await findRedirect(anonymous, '/one')).toBe('/two');
    await expect(addRedirect(anonymous, { fromPath: '/a', toPath: '/b' })).rejects.toMatchObject(
      notFound,
    );
  });

  test('lead on from what is not there, such as an event that has moved', async () => {
    await addRedirect(admin, { fromPath: '/events/old', toPath: '/events/new' });
    const answer = async (path: string, error: unknown) =>
      followRedirect(anonymous, path, error).catch((reason: unknown) => reason);
    const moved = await answer('/events/old', new AppError('error.not-found'));
    expect(moved instanceof Response && moved.status).toBe(301);
    expect(moved instanceof Response && moved.headers.get('Location')).toBe('/events/new');
    expect(await answer('/events/other', new AppError('error.not-found'))).toMatchObject({
      init: { status: 404 },
    });
    const failure = new Error('out of order');
    expect(await answer('/events/old', failure)).toBe(failure);
  });
});
