import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser, paragraphs } from '~/db/factories.server';
import { makePreviewLink } from '~/features/content/previews/previews.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import { getCore } from '~/features/content/publishing/publication-rows.server';
import { withdrawText } from '~/features/content/publishing/publication-states.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { restoreVersion } from '~/features/content/versions/versions.server';
import { saveEvent } from '~/features/events/editor/editor.server';
import { searchSite } from '~/features/search/search.server';
import { saveDraft } from '~/features/writing/drafts/drafts.server';
import { newId } from '~/lib/new-id';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import type { Picture, RichText } from '~/rich-text/rich-text';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { inputOf, makeDraft, step } from '../../../../tests/support/texts/event-form';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { addPicture, openPicture } from './pictures.server';
import { removeUnusedFiles } from './unused-files.server';

const { drafts, events, newsItems, pages, pictures, publicationVersions } = schema;
let admin: SignedInActor;
let colleague: SignedInActor;
let member: SignedInActor;
const notFound = { code: 'error.not-found' };
const unknown = { ok: false, missing: { body: 'form.picture-unknown' } };

beforeAll(async () => {
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  colleague = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  member = actorOf(await makeUser(db()));
});
beforeEach(async () => {
  for (const table of [newsItems, events, drafts, publicationVersions]) await db().delete(table);
});

const photograph = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#335588' } })
    .jpeg()
    .toBuffer();

/** A text with a picture that someone has just stored. */
async function pictured(by = admin, given: Partial<Picture['attrs']> = {}) {
  const stored = await addPicture(by, await photograph());
  const attrs = { ...stored, alt: 'Judges in the hall', ...given };
  const body: RichText = {
    type: 'doc',
    content: [...paragraphs('The words.').content, { type: 'picture', attrs }],
  };
  const asked = { id: stored.id, name: `${stored.width}.webp`, preview: null };
  return { body, asked, id: stored.id };
}

const isKept = async (id: string) => (await db().$count(pictures, eq(pictures.id, id))) === 1;

async function sweep(): Promise<void> {
  await db()
    .update(pictures)
    .set({ updatedAt: new Date(Date.now() - 1000) });
  await removeUnusedFiles(0);
}

describe('a picture in a text', () => {
  test('is public as long as the text is, and by a preview link before', async () => {
    const { body, asked } = await pictured();
    const text = await writeNews(admin, { body });
    expect(await openPicture(colleague, asked)).toMatchObject({ isPublic: false });
    for (const actor of [anonymous, member]) {
      await expect(openPicture(actor, asked)).rejects.toMatchObject(notFound);
    }
    const preview = (await makePreviewLink(admin, text, 1)).replace('/preview/', '');
    expect(await openPicture(anonymous, { ...asked, preview })).toMatchObject({ isPublic: false });
    const other = await writeNews(admin, { slug: 'other' });
    const elsewhere = (await makePreviewLink(admin, other, 1)).replace('/preview/', '');
    const wrong = openPicture(anonymous, { ...asked, preview: elsewhere });
    await expect(wrong).rejects.toMatchObject(notFound);
    const publish = { intent: 'publish' as const, baseVersion: await text.version() };
    expect(await saveText(admin, text, typedNews({ body }, publish))).toMatchObject({ ok: true });
    expect(await openPicture(anonymous, asked)).toMatchObject({ isPublic: true });
    const seen = { ...text, baseVersion: await text.version() };
    await withdrawText(admin, seen, 'It showed a party.');
    await expect(openPicture(anonymous, asked)).rejects.toMatchObject(notFound);
  });

  test('that was taken out of a public text is not, and waits until changes are published', async () => {
    const first = await pictured();
    const text = await writeNews(admin, { body: first.body }, { intent: 'publish' });
    const second = await pictured();
    const next = async (intent: 'save' | 'publish') =>
      saveText(
        admin,
        text,
        typedNews({ body: second.body }, { intent, baseVersion: await text.version() }),
      );
    await next('save');
    await expect(openPicture(anonymous, second.asked)).rejects.toMatchObject(notFound);
    expect(await openPicture(anonymous, first.asked)).toMatchObject({ isPublic: true });
    await next('publish');
    expect(await openPicture(anonymous, second.asked)).toMatchObject({ isPublic: true });
    await expect(openPicture(anonymous, first.asked)).rejects.toMatchObject(notFound);
  });

  test('of an event for members is for members, in each language of the event', async () => {
    const { body, asked } = await pictured();
    const { id } = await makeDraft({ visibility: 'members' });
    const own = await pictured();
    const fields = { visibility: 'members', baseVersion: '1', bodyFormat: 'json' };
    const sent = inputOf({ ...fields, body: JSON.stringify(own.body) });
    expect(await saveEvent(admin, id, sent)).toMatchObject({ ok: true });
    await expect(openPicture(member, own.asked)).rejects.toMatchObject(notFound);
    const kind = 'event-translation' as const;
    const translation = await createText(admin, { kind, language: 'fr', title: 'Un', of: id });
    const place = { kind, id: translation };
    const { content } = await getTextForEditing(admin, kind, translation);
    const { version } = await getCore(place);
    const edited = { ...typedNews({}, { intent: 'publish', baseVersion: version }) };
    if (content.kind !== kind) throw new Error('another kind');
    const said = { kind, fields: { ...content.fields, summary: 'Bref.', body } };
    expect(await saveText(admin, place, { ...edited, content: said })).toMatchObject({ ok: true });
    await step(id, { intent: 'publish' });
    for (const picture of [asked, own.asked]) {
      await expect(openPicture(anonymous, picture)).rejects.toMatchObject(notFound);
      expect(await openPicture(member, picture)).toMatchObject({ isPublic: false });
    }
  });

  test('of a page is public with it; so is that of a legal text that was in force', async () => {
    const { body, asked } = await pictured();
    await db().delete(pages).where(eq(pages.slug, 'privacy-policy'));
    const page = await makePage(db(), { slug: 'privacy-policy', body });
    expect(await openPicture(anonymous, asked)).toMatchObject({ isPublic: true });
    const place = { kind: 'page' as const, id: page?.id ?? '' };
    const { version } = await getCore(place);
    const { content } = await getTextForEditing(admin, 'page', place.id);
    if (content.kind !== 'page') throw new Error('another kind');
    const without = { ...content.fields, body: paragraphs('New words.') };
    const edited = typedNews({}, { intent: 'publish', baseVersion: version });
    await saveText(admin, place, { ...edited, content: { kind: 'page', fields: without } });
    expect(await openPicture(anonymous, asked)).toMatchObject({ isPublic: true });
  });

  test('is found by what it shows', async () => {
    const { body } = await pictured(admin, { alt: 'A harpsichord', caption: 'Photo: Xanthippe' });
    await writeNews(admin, { body }, { intent: 'publish' });
    for (const query of ['harpsichord', 'xanthippe']) {
      expect(JSON.stringify(await searchSite(anonymous, { query })), query).toContain('First text');
    }
  });
});

describe('a text that is saved is refused with', () => {
  const saved = async (body: RichText) => {
    const slug = `text-${newId()}`;
    const text = await writeNews(admin, { slug });
    return saveText(admin, text, typedNews({ slug, body }, { baseVersion: await text.version() }));
  };

  test('a picture that does not exist, or that has another size', async () => {
    const { body } = await pictured(admin, { id: newId() });
    expect(await saved(body)).toEqual(unknown);
    expect(await saved((await pictured(admin, { width: 299 })).body)).toEqual(unknown);
  });

  test('but not with one that a colleague has sent, in a draft that is copied', async () => {
    const { body } = await pictured(colleague);
    expect(await saved(body)).toMatchObject({ ok: true });
    const copy = { bodyFormat: 'json', body: JSON.stringify(body) };
    await expect(makeDraft(copy)).resolves.toHaveProperty('id');
  });

  test('an event says so at its text, new or not', async () => {
    const { body } = await pictured(admin, { id: newId() });
    const sent = { bodyFormat: 'json', body: JSON.stringify(body) };
    await expect(makeDraft(sent)).rejects.toThrow('form.picture-unknown');
    const { id } = await makeDraft();
    expect(await saveEvent(admin, id, inputOf({ ...sent, baseVersion: '1' }))).toEqual({
      ok: false,
      fieldErrors: { body: 'form.picture-unknown' },
    });
  });
});

describe('what is stored and not used goes', () => {
  test('when its day is over, and not before', async () => {
    const { id } = await pictured();
    await removeUnusedFiles();
    expect(await isKept(id)).toBe(true);
    await sweep();
    expect(await isKept(id)).toBe(false);
  });

  test('but not what a text, a draft, a change that waits or a version has', async () => {
    const inVersion = await pictured();
    const text = await writeNews(admin, { body: inVersion.body }, { intent: 'publish' });
    const again = async (body: RichText, intent: 'save' | 'publish') =>
      saveText(admin, text, typedNews({ body }, { intent, baseVersion: await text.version() }));
    const inText = await pictured();
    await again(inText.body, 'publish');
    const waiting = await pictured();
    await again(waiting.body, 'save');
    const inDraft = await pictured();
    const draft = { place: 'content/x', version: 0, mark: newId(), known: [], fields: {} };
    await saveDraft(admin, { ...draft, body: JSON.stringify(inDraft.body) });
    await db().delete(publicationVersions).where(eq(publicationVersions.number, 4));
    await sweep();
    for (const { id } of [inVersion, inText, waiting, inDraft]) expect(await isKept(id)).toBe(true);
    await restoreVersion(admin, { ...text, baseVersion: await text.version() }, 2);
    expect(JSON.stringify(await getTextForEditing(admin, 'news', text.id))).toContain(inVersion.id);
  });
});

describe('a picture is stored', () => {
  const pattern = '/administration/content/pictures';
  const send = async (actor: Actor, bytes: Buffer) => {
    const form = new FormData();
    form.set('upload', new File([new Uint8Array(bytes)], 'photo.svg', { type: 'image/jpeg' }));
    return askRoute({ actor, pattern, form });
  };

  test('for those who write, with its size', async () => {
    expect(await send(admin, await photograph(2000, 1000))).toMatchObject({
      data: { picture: { width: 1440, height: 720 } },
    });
    const before = await db().$count(pictures);
    for (const actor of [member, anonymous]) {
      expect(await send(actor, await photograph())).toMatchObject({
        data: { error: 'error.not-found' },
        init: { status: 404 },
      });
    }
    expect(await db().$count(pictures)).toBe(before);
  });

  test.each([
    ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a damaged picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3])],
    ['nothing', Buffer.alloc(0)],
  ])('unless it is %s', async (_name, bytes) => {
    expect(await send(admin, bytes)).toMatchObject({
      data: { error: expect.stringMatching(/^error\.storage\//) },
    });
  });

  test('unless it unfolds into a huge one', async () => {
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    expect(await send(admin, bomb)).toMatchObject({ data: { error: expect.any(String) } });
  });
});
