import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser } from '~/db/factories.server';
import { listPageFiles, openPublicFile } from '~/features/content/pages/pages.server';
import { newId } from '~/lib/new-id';
import { fileStore } from '~/platform/files/file-store.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { attachFile, detachFile } from '~/features/content/files/attachments.server';
import { openPicture, removeCover, setCover } from '~/features/content/files/pictures.server';
import { makePreviewLink } from '~/features/content/previews/previews.server';
import { withdrawText } from './publication-states.server';
import { saveText } from './saving.server';
import { getTextForEditing } from './texts.server';

let admin: SignedInActor;
const notFound = { code: 'error.not-found' };

beforeAll(async () => {
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});
beforeEach(async () => {
  await db().delete(schema.newsItems);
});

/** A photograph as a camera gives it: turned, and with where and by whom it was taken. */
function photograph(width = 1200, height = 800): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#335588' } })
    .withExif({ IFD0: { Artist: 'Canary Photographer' }, IFD3: { GPSLatitude: '50/1 50/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

describe('a cover image', () => {
  test('is turned upright, scaled down, and stripped of camera data', async () => {
    const text = await writeNews(admin);
    const photo = await photograph();
    expect(photo.includes('Canary')).toBe(true);
    await setCover(admin, { ...text, baseVersion: 2 }, photo);
    const { cover } = await getTextForEditing(admin, 'news', text.id);
    expect(cover).toMatchObject({ width: 800, height: 1200 });
    for (const format of ['avif', 'webp', 'jpeg']) {
      const asked = { id: cover?.id ?? '', name: `480.${format}`, preview: null };
      const picture = await openPicture(admin, asked);
      const bytes = await bytesOf(picture.stream);
      expect(bytes.length).toBe(picture.bytes);
      const facts = await sharp(bytes).metadata();
      expect(facts).toMatchObject({ width: 480, height: 720 });
      expect(facts.exif).toBeUndefined();
      expect(bytes.includes('Canary')).toBe(false);
    }
    const other = { id: cover?.id ?? '', name: '481.avif', preview: null };
    await expect(openPicture(admin, other)).rejects.toMatchObject(notFound);
  });

  test('needs its description before it is published, and is public as long as the text is', async () => {
    const text = await writeNews(admin);
    await setCover(admin, { ...text, baseVersion: 2 }, await photograph(300, 200));
    const { cover } = await getTextForEditing(admin, 'news', text.id);
    const asked = { id: cover?.id ?? '', name: '200.webp', preview: null };
    const publish = { intent: 'publish' as const, baseVersion: 3 };
    expect(await saveText(admin, text, typedNews({}, publish))).toEqual({
      ok: false,
      missing: { coverAlt: 'form.required-to-publish' },
    });
    await expect(openPicture(anonymous, asked)).rejects.toMatchObject(notFound);
    const preview = (await makePreviewLink(admin, text, 1)).replace('/preview/', '');
    expect(await openPicture(anonymous, { ...asked, preview })).toMatchObject({ isPublic: false });
    await saveText(admin, text, typedNews({ coverAlt: 'A court room' }, publish));
    expect(await openPicture(anonymous, asked)).toMatchObject({ isPublic: true });
    await withdrawText(admin, { ...text, baseVersion: 4 }, 'It showed a party.');
    await expect(openPicture(anonymous, asked)).rejects.toMatchObject(notFound);
  });

  test('another one waits until the changes are published', async () => {
    const text = await writeNews(admin, {}, { intent: 'publish' });
    await setCover(admin, { ...text, baseVersion: 2 }, await photograph(300, 200));
    const [row] = await db().select({ cover: schema.newsItems.cover }).from(schema.newsItems);
    expect(row?.cover).toBeNull();
    await removeCover(admin, { ...text, baseVersion: 3 });
    const { cover } = await getTextForEditing(admin, 'news', text.id);
    expect(cover).toBeNull();
  });

  test.each([
    [
      'a drawing with script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ['a text', Buffer.from('not a picture')],
    ['a damaged picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3])],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', async (_name, bytes) => {
    const text = await writeNews(admin);
    await expect(setCover(admin, { ...text, baseVersion: 2 }, bytes)).rejects.toMatchObject({
      code: expect.stringMatching(/^error\.storage\//),
    });
  });

  test('is not a small file that unfolds into a huge one', async () => {
    const text = await writeNews(admin);
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    await expect(setCover(admin, { ...text, baseVersion: 2 }, bomb)).rejects.toMatchObject({
      code: expect.stringMatching(/^error\.storage\//),
    });
  });
});

describe('an attachment', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

  test('is public with the text and not before', async () => {
    const text = await writeNews(admin);
    const file = { title: 'The programme', fileName: 'programme.pdf', bytes: pdf };
    await attachFile(admin, { ...text, baseVersion: 2 }, file);
    const { attachments } = await getTextForEditing(admin, 'news', text.id);
    expect(attachments).toMatchObject([{ title: 'The programme', fileName: 'programme.pdf' }]);
    const id = attachments[0]?.id ?? '';
    await expect(openPublicFile(anonymous, { id, preview: null })).rejects.toMatchObject(notFound);
    expect(
      (await bytesOf((await openPublicFile(admin, { id, preview: null })).stream)).equals(pdf),
    ).toBe(true);
    await saveText(admin, text, typedNews({}, { intent: 'publish', baseVersion: 3 }));
    const opened = await openPublicFile(anonymous, { id, preview: null });
    opened.stream.destroy();
    await detachFile(admin, { ...text, baseVersion: 4 }, id);
    // Still public until the change is published.
    (await openPublicFile(anonymous, { id, preview: null })).stream.destroy();
    await saveText(admin, text, typedNews({}, { intent: 'publish', baseVersion: 5 }));
    await expect(openPublicFile(anonymous, { id, preview: null })).rejects.toMatchObject(notFound);
  });

  async function attached() {
    const text = await writeNews(admin);
    const file = { title: '', fileName: 'programme.pdf', bytes: pdf };
    await attachFile(admin, { ...text, baseVersion: 2 }, file);
    await setCover(admin, { ...text, baseVersion: 3 }, await photograph(300, 200));
    const { attachments, cover } = await getTextForEditing(admin, 'news', text.id);
    const picture = { id: cover?.id ?? '', name: '200.webp' };
    return { text, id: attachments[0]?.id ?? '', picture };
  }

  const hour = 3_600_000;
  const early = new Date(Date.now() - 2 * hour);
  const late = new Date(Date.now() + hour);
  test.each([
    ['a draft', { status: 'draft' as const, publishAt: early }],
    ['scheduled for later', { status: 'scheduled' as const, publishAt: late }],
    [
      'expired',
      { status: 'published' as const, publishAt: early, expireAt: new Date(Date.now() - hour) },
    ],
    ['withdrawn', { status: 'archived' as const, publishAt: early, withdrawnReason: 'A party.' }],
  ])('is for those who write alone while its text is %s, and so is the cover', async (_, state) => {
    const { id, picture } = await attached();
    await db().update(schema.newsItems).set({ status: 'published', publishAt: early });
    const asked = { id, preview: null };
    (await openPublicFile(anonymous, asked)).stream.destroy();
    await db().update(schema.newsItems).set(state);
    const member = actorOf(await makeUser(db()));
    for (const actor of [anonymous, member]) {
      await expect(openPublicFile(actor, asked)).rejects.toMatchObject(notFound);
      const cover = openPicture(actor, { ...picture, preview: null });
      await expect(cover).rejects.toMatchObject(notFound);
    }
    const opened = await openPublicFile(admin, asked);
    opened.stream.destroy();
    expect(opened.isPublic).toBe(false);
  });

  test('is given by the preview link of its text, and by no other', async () => {
    const { text, id } = await attached();
    const preview = (await makePreviewLink(admin, text, 1)).replace('/preview/', '');
    const opened = await openPublicFile(anonymous, { id, preview });
    expect((await bytesOf(opened.stream)).equals(pdf)).toBe(true);
    expect(opened.isPublic).toBe(false);
    const other = await writeNews(admin, { slug: 'second-text' });
    const foreign = (await makePreviewLink(admin, other, 1)).replace('/preview/', '');
    for (const token of [foreign, 'unknown', '']) {
      const tried = openPublicFile(anonymous, { id, preview: token });
      await expect(tried).rejects.toMatchObject(notFound);
    }
  });

  test('below a page that is not public is given by the preview link of the page', async () => {
    const page = await makePage(db(), { slug: 'about', status: 'draft' });
    const id = newId();
    const storageKey = `public/${id}.pdf`;
    await fileStore().put(storageKey, pdf);
    const facts = { title: 'Statutes', fileName: 'statutes.pdf', mediaType: 'application/pdf' };
    const kept = { page: 'about', bytes: pdf.length, sha256: id, storageKey };
    await db()
      .insert(schema.publicFiles)
      .values({ id, ...facts, ...kept });
    const place = { kind: 'page' as const, id: page?.id ?? '' };
    const preview = (await makePreviewLink(admin, place, 1)).replace('/preview/', '');
    expect(await listPageFiles(anonymous, 'about')).toEqual([]);
    expect(await listPageFiles(anonymous, 'about', preview)).toMatchObject([{ id }]);
    const { stream } = await openPublicFile(anonymous, { id, preview });
    expect((await bytesOf(stream)).equals(pdf)).toBe(true);
  });

  test('is called as its file is, without what could not be asked for or misleads', async () => {
    const text = await writeNews(admin);
    const given = String.raw`C:\papers\..\the` + '\u202Efdp.\u0007é programme.pdf';
    const file = { title: '', fileName: given, bytes: pdf };
    await attachFile(admin, { ...text, baseVersion: 2 }, file);
    const { attachments } = await getTextForEditing(admin, 'news', text.id);
    const name = 'thefdp.é programme.pdf';
    expect(attachments).toMatchObject([{ title: name, fileName: name }]);
  });

  test('is what its name says, of a kind the public may be given', async () => {
    const text = await writeNews(admin);
    const seen = { ...text, baseVersion: 2 };
    for (const [fileName, bytes, code] of [
      ['page.html', Buffer.from('<html></html>'), 'error.storage/type-not-allowed'],
      ['drawing.svg', Buffer.from('<svg/>'), 'error.storage/type-not-allowed'],
      ['paper.docx', pdf, 'error.storage/type-mismatch'],
      ['paper.pdf', Buffer.alloc(0), 'error.storage/no-file-provided'],
    ] as const) {
      const refused = attachFile(admin, seen, { title: '', fileName, bytes });
      await expect(refused, fileName).rejects.toMatchObject({ code });
    }
  });
});
