import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { richTextFromLines } from '~/rich-text/pasting/pasted-lines';
import { fileStore } from '~/platform/files/file-store.server';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { findSiteText, getPage, listPageFiles, openPublicFile } from './pages.server';

const notFound = { code: 'error.not-found', status: 404 };

beforeEach(async () => {
  await db().delete(schema.pages);
  await db().delete(schema.publicFiles);
});

describe('a page', () => {
  test('is shown in the language of the reader, else in the default one', async () => {
    await makePage(db(), { slug: 'about', language: 'en', title: 'About' });
    await makePage(db(), { slug: 'about', language: 'fr', title: 'À propos' });
    expect(await getPage(anonymous, 'about', 'fr')).toMatchObject({ title: 'À propos' });
    expect(await getPage(anonymous, 'about', 'de')).toMatchObject({ title: 'About' });
    configure({ LANGUAGES: 'fr,en' });
    expect(await getPage(anonymous, 'about', 'de')).toMatchObject({ title: 'À propos' });
  });

  test('is shown in a third language where it is public in no other, under its own name', async () => {
    await makePage(db(), { slug: 'about', language: 'en', status: 'draft' });
    await makePage(db(), { slug: 'about', language: 'fr', title: 'À propos' });
    expect(await getPage(anonymous, 'about', 'de')).toMatchObject({
      title: 'À propos',
      language: 'fr',
      languages: ['fr'],
    });
    await expect(getPage(anonymous, 'About', 'fr')).rejects.toMatchObject(notFound);
  });

  test.each([
    ['was withdrawn', { status: 'archived' as const }],
    ['ran out', { expireAt: new Date(Date.now() - 1) }],
  ])('does not stand for one that %s', async (_what, fields) => {
    const yesterday = new Date(Date.now() - 86_400_000);
    await makePage(db(), { slug: 'about', language: 'en', publishAt: yesterday, ...fields });
    await makePage(db(), { slug: 'about', language: 'fr', title: 'À propos' });
    await expect(getPage(anonymous, 'about', 'de')).rejects.toMatchObject(notFound);
    expect(await getPage(anonymous, 'about', 'fr')).toMatchObject({ title: 'À propos' });
  });

  test('may have a part that is public in a third language only', async () => {
    await makePage(db(), {
      slug: 'text-news',
      language: 'fr',
      body: richTextFromLines('Bonjour.'),
    });
    expect(await findSiteText(anonymous, 'text-news', 'de')).toMatchObject({ language: 'fr' });
    await makePage(db(), {
      slug: 'text-news',
      language: 'en',
      body: richTextFromLines('Good day.'),
    });
    expect(await findSiteText(anonymous, 'text-news', 'de')).toMatchObject({ language: 'en' });
    await db()
      .update(schema.pages)
      .set({ status: 'archived' })
      .where(eq(schema.pages.language, 'en'));
    expect(await findSiteText(anonymous, 'text-news', 'de')).toBeNull();
  });

  test('is there once in a language', async () => {
    await makePage(db(), { slug: 'about', title: 'First' });
    expect(await makePage(db(), { slug: 'about', title: 'Second' })).toBeUndefined();
    expect(await getPage(anonymous, 'about', 'en')).toMatchObject({ title: 'First' });
  });
});

describe('a public file', () => {
  async function keep(bytes: Buffer, fields: object = {}) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const storageKey = `public/${sha256}.pdf`;
    const [file] = await db()
      .insert(schema.publicFiles)
      .values({
        page: 'about',
        title: 'Statutes',
        fileName: 'statutes.pdf',
        mediaType: 'application/pdf',
        bytes: bytes.byteLength,
        sha256,
        storageKey,
        ...fields,
      })
      .returning();
    if (!file) throw new Error('no file was kept');
    return { file, store: () => fileStore().put(storageKey, bytes) };
  }

  test('is listed below its page and gives back its bytes', async () => {
    await makePage(db(), { slug: 'about' });
    const { file, store } = await keep(Buffer.from('%PDF-1.7 é'));
    await store();
    const listed = { id: file.id, title: 'Statutes', fileName: 'statutes.pdf', bytes: 11 };
    expect(await listPageFiles(anonymous, 'about')).toEqual([listed]);
    expect(await listPageFiles(anonymous, 'home')).toEqual([]);
    const { stream, ...facts } = await openPublicFile(anonymous, { id: file.id, preview: null });
    expect(facts).toMatchObject({ file: { fileName: 'statutes.pdf' } });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString()).toBe('%PDF-1.7 é');
  });

  const hour = 3_600_000;
  const at = (hours: number) => new Date(Date.now() + hours * hour);
  test.each([
    ['a draft', { status: 'draft' as const, publishAt: at(-2) }],
    ['scheduled', { status: 'scheduled' as const, publishAt: at(1) }],
    ['expired', { status: 'published' as const, publishAt: at(-2), expireAt: at(-1) }],
    ['withdrawn', { status: 'archived' as const, publishAt: at(-2) }],
  ])('is not there for readers while its page is %s', async (_, state) => {
    const { file, store } = await keep(Buffer.from('%PDF-1.7'));
    await store();
    const asked = { id: file.id, preview: null };
    await makePage(db(), { slug: 'about', ...state });
    await makePage(db(), { slug: 'home' });
    for (const role of ['UNAUTHENTICATED', 'USER'] as const) {
      const reader = actorWithRole(role);
      expect(await listPageFiles(reader, 'about')).toEqual([]);
      await expect(openPublicFile(reader, asked)).rejects.toMatchObject(notFound);
    }
    const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    (await openPublicFile(admin, asked)).stream.destroy();
    // In one language is enough.
    await makePage(db(), { slug: 'about', language: 'fr' });
    expect(await openPublicFile(anonymous, asked)).toMatchObject({ isPublic: true });
  });

  test('that nobody has kept is not there', async () => {
    await expect(openPublicFile(anonymous, { id: newId(), preview: null })).rejects.toMatchObject(
      notFound,
    );
  });
});
