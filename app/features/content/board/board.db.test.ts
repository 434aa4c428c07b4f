import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser, paragraphs } from '~/db/factories.server';
import { findDraft, saveDraft } from '~/features/writing/drafts/drafts.server';
import { nextPublicChange } from '~/features/content/pages/public-moments.server';
import { editingSchema } from '~/features/content/editor/editing-schemas';
import { createText } from '~/features/content/publishing/new-texts.server';
import { openPicture, setCover } from '~/features/content/files/pictures.server';
import { makePreviewLink, openPreview } from '~/features/content/previews/previews.server';
import {
  deleteDraft,
  setExpiry,
  withdrawText,
} from '~/features/content/publishing/publication-states.server';
import { publishDue } from '~/features/content/publishing/publish-due.job.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { removeUnusedFiles } from '~/features/content/files/unused-files.server';
import {
  compareVersions,
  listVersions,
  restoreVersion,
} from '~/features/content/versions/versions.server';
import { plainText } from '~/rich-text/plain-text';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../../tests/support/people/actors';
import { typedEntry, writeEntry } from '../../../../tests/support/texts/board-entries';
import { configure } from '../../../../tests/support/database/configure';
import { hostileTexts } from '../../../../tests/support/texts/hostile-payloads';
import {
  listBoard,
  listBoardForEditing,
  moveBoardMember,
} from '~/features/content/board/board.server';

let admin: SignedInActor;
let member: SignedInActor;
const kind = 'board-member' as const;
const notFound = { code: 'error.not-found' };
const stale = { code: 'error.changed-meanwhile' };
const { boardMembers, pendingChanges, publicationVersions } = schema;

beforeEach(async () => {
  configure({ LANGUAGES: 'en,fr,de' });
  await db().delete(boardMembers);
  await db().delete(pendingChanges);
  await db().delete(publicationVersions);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
  member ??= actorOf(await makeUser(db()));
});

const publish = { intent: 'publish' } as const;
const ofMember = (id: string) => eq(boardMembers.translationGroup, id);
const shown = async (language = 'en') =>
  (await listBoard(anonymous, language)).map((one) => `${one.language} ${one.name}: ${one.role}`);

describe('an entry of the board', () => {
  test('is a draft until it is published, and complete then', async () => {
    const entry = await writeEntry(admin, {});
    expect(await shown()).toEqual([]);
    const incomplete = { role: '', country: '' };
    const refused = await saveText(
      admin,
      entry,
      typedEntry(incomplete, { intent: 'publish', baseVersion: 2 }),
    );
    expect(refused).toMatchObject({ ok: false });
    expect(Object.keys('missing' in refused ? refused.missing : {})).toEqual(['role', 'country']);
    // The biography may be empty.
    const short = typedEntry({ body: paragraphs() }, { intent: 'publish', baseVersion: 2 });
    expect(await saveText(admin, entry, short)).toMatchObject({ ok: true });
    expect(await shown()).toEqual(['en Märta Ängsholm: President']);
  });

  test('of which changes wait, are compared, published and restored', async () => {
    const entry = await writeEntry(admin, {}, { intent: 'publish', versionName: 'Elected' });
    await saveText(admin, entry, typedEntry({ role: 'Treasurer' }, { baseVersion: 2 }));
    expect(await shown()).toEqual(['en Märta Ängsholm: President']);
    await saveText(
      admin,
      entry,
      typedEntry(
        { role: 'Treasurer', body: paragraphs('Another life.') },
        { intent: 'publish', baseVersion: 3 },
      ),
    );
    expect(await shown()).toEqual(['en Märta Ängsholm: Treasurer']);
    const { versions } = await listVersions(admin, entry);
    expect(versions.map(({ number, name }) => [number, name])).toEqual([
      [4, null],
      [3, null],
      [2, 'Elected'],
      [1, null],
    ]);
    const changes = await compareVersions(admin, entry, { from: 2, to: 4 });
    expect(changes.map(({ field }) => field).toSorted()).toEqual(['body', 'role']);
    await restoreVersion(admin, { ...entry, baseVersion: 4 }, 2);
    expect((await getTextForEditing(admin, kind, entry.id)).content.fields).toMatchObject({
      role: 'President',
    });
    expect(await shown()).toEqual(['en Märta Ängsholm: Treasurer']);
  });

  test('is read in one’s own language where it is published in it, else in another', async () => {
    const entry = await writeEntry(admin, {}, { intent: 'publish' });
    const french = await writeEntry(admin, { language: 'fr', of: entry.id, role: 'Présidente' });
    expect(await shown('fr')).toEqual(['en Märta Ängsholm: President']);
    const published = typedEntry({ role: 'Présidente' }, { intent: 'publish', baseVersion: 2 });
    await saveText(admin, french, published);
    expect(await shown('fr')).toEqual(['fr Märta Ängsholm: Présidente']);
    expect(await shown('de')).toEqual(['en Märta Ängsholm: President']);
    // Withdrawn in one language it is read in the other: each has a state of its own.
    await withdrawText(admin, { ...entry, baseVersion: 2 }, 'The term is over.');
    expect(await shown('en')).toEqual(['fr Märta Ängsholm: Présidente']);
    const again = { kind, language: 'fr', title: 'Again', of: entry.id };
    await expect(createText(admin, again)).rejects.toMatchObject({
      code: 'error.content.language-taken',
    });
  });

  test('appears and ends by the clock', async () => {
    const entry = await writeEntry(admin, {});
    const schedule = { intent: 'schedule', publishAt: '2099-01-01T10:00', baseVersion: 2 } as const;
    await saveText(admin, entry, typedEntry({}, schedule));
    expect(await shown()).toEqual([]);
    const soon = new Date(Date.now() + 60_000);
    await db().update(boardMembers).set({ publishAt: soon });
    expect(await nextPublicChange(['pages'], new Date())).toEqual(soon);
    await db()
      .update(boardMembers)
      .set({ publishAt: new Date(Date.now() - 1000) });
    expect(await shown()).toEqual(['en Märta Ängsholm: President']);
    await publishDue.run({});
    expect(await listBoardForEditing(admin, 'en')).toMatchObject([
      { entries: [{ status: 'published' }] },
    ]);
    await db()
      .update(boardMembers)
      .set({ publishAt: new Date('2019-01-01') });
    await setExpiry(admin, { ...entry, baseVersion: 3 }, '2020-01-01T10:00');
    expect(await shown()).toEqual([]);
  });

  test('that is withdrawn can be deleted with all its versions, unlike other texts', async () => {
    const entry = await writeEntry(admin, {}, { intent: 'publish' });
    const erase = (baseVersion: number) => deleteDraft(admin, { ...entry, baseVersion });
    await expect(erase(2)).rejects.toMatchObject({ code: 'error.content.not-possible' });
    await withdrawText(admin, { ...entry, baseVersion: 2 }, 'She has left the board.');
    expect(await db().$count(publicationVersions)).toBe(2);
    await erase(3);
    expect(await db().$count(boardMembers)).toBe(0);
    expect(await db().$count(publicationVersions)).toBe(0);
  });

  test('is previewed in its place on the page, with its picture, through its link only', async () => {
    await makePage(db(), { slug: 'about' });
    await writeEntry(admin, { title: 'First' }, { intent: 'publish' });
    const entry = await writeEntry(admin, { title: 'Second' });
    const photo = await sharp({
      create: { width: 600, height: 600, channels: 3, background: 'red' },
    })
      .jpeg()
      .toBuffer();
    await setCover(admin, { ...entry, baseVersion: 2 }, photo);
    const withoutWords = typedEntry({}, { intent: 'publish', baseVersion: 3 });
    expect(await saveText(admin, entry, withoutWords)).toMatchObject({
      missing: { coverAlt: 'form.required-to-publish' },
    });
    const token = (await makePreviewLink(admin, entry, 1)).replace('/preview/', '');
    const { row, content } = await openPreview(anonymous, token);
    const { translationGroup, language } = row;
    if (content.kind !== kind) throw new Error(content.kind);
    const previewed = { ...content.fields, translationGroup, language };
    const board = await listBoard(anonymous, 'en', previewed);
    expect(board.map(({ name }) => name)).toEqual(['First', 'Second']);
    expect(await shown()).toEqual(['en First: President']);
    const picture = { id: content.fields.cover ?? '', name: '480.webp' };
    await expect(openPicture(anonymous, { ...picture, preview: null })).rejects.toMatchObject(
      notFound,
    );
    expect(await openPicture(anonymous, { ...picture, preview: token })).toMatchObject({
      isPublic: false,
    });
    const complete = { intent: 'publish', baseVersion: 3 } as const;
    await saveText(admin, entry, typedEntry({ coverAlt: 'A judge' }, complete));
    expect(await openPicture(anonymous, { ...picture, preview: null })).toMatchObject({
      isPublic: true,
    });
    await removeUnusedFiles(-60_000);
    expect((await listBoard(anonymous, 'en'))[1]).toMatchObject({ alt: 'A judge', picture: {} });
    expect(await openPicture(anonymous, { ...picture, preview: null })).toMatchObject({});
  });
});

describe('two at once', () => {
  test('the second save of an entry is refused, and so is a draft in a second tab', async () => {
    const entry = await writeEntry(admin, {}, { intent: 'publish' });
    const save = (role: string) =>
      saveText(admin, entry, typedEntry({ role }, { intent: 'publish', baseVersion: 2 }));
    const results = await Promise.allSettled([save('One'), save('Other')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(save('Third')).rejects.toMatchObject(stale);
    const place = `content/${entry.id}`;
    const typed = (body: string) => ({
      place,
      version: 0,
      mark: newId(),
      known: [],
      body: JSON.stringify(paragraphs(body)),
      fields: { role: 'President' },
    });
    await saveDraft(admin, typed('First tab'));
    expect(await saveDraft(admin, typed('Second tab'))).toMatchObject({ kind: 'conflict' });
    const draft = await findDraft(admin, place);
    expect(draft && plainText(draft.body)).toBe('First tab');
  });

  test('members change places one after the other, in all languages, without a new version', async () => {
    const [first, second, third] = await Promise.all(
      ['First', 'Second', 'Third'].map((title, position) =>
        writeEntry(admin, { title }, { intent: 'publish' }).then(async (entry) => {
          await db().update(boardMembers).set({ position }).where(ofMember(entry.member));
          return entry;
        }),
      ),
    );
    if (!first || !second || !third) throw new Error('Three were written');
    await writeEntry(admin, { language: 'fr', of: third.id, title: 'Troisième' }, publish);
    const names = async (language: string) =>
      (await listBoard(anonymous, language)).map(({ name }) => name);
    expect(await names('fr')).toEqual(['First', 'Second', 'Troisième']);
    await Promise.all([
      moveBoardMember(admin, { intent: 'up', member: third.member }),
      moveBoardMember(admin, { intent: 'up', member: third.member }),
      moveBoardMember(admin, { intent: 'up', member: third.member }),
    ]);
    expect(await names('fr')).toEqual(['Troisième', 'First', 'Second']);
    expect(await names('en')).toEqual(['Third', 'First', 'Second']);
    await moveBoardMember(admin, { intent: 'down', member: first.member });
    expect(await names('en')).toEqual(['Third', 'Second', 'First']);
    await saveText(admin, second, typedEntry({}, { baseVersion: 2 }));
    const unknown = moveBoardMember(admin, { intent: 'up', member: newId() });
    await expect(unknown).rejects.toMatchObject(notFound);
  });
});

test('only administrators write it', async () => {
  const entry = await writeEntry(admin, {}, { intent: 'publish' });
  const seen = { ...entry, baseVersion: 2 };
  for (const actor of [member, anonymous]) {
    const attempts = [
      () => createText(actor, { kind, language: 'en', title: 'Mallory' }),
      () => saveText(actor, entry, typedEntry({}, { intent: 'publish', baseVersion: 2 })),
      () => withdrawText(actor, seen, 'For no reason.'),
      () => deleteDraft(actor, seen),
      () => restoreVersion(actor, seen, 1),
      () => setCover(actor, seen, Buffer.from('x')),
      () => makePreviewLink(actor, entry, 1),
      () => moveBoardMember(actor, { intent: 'up', member: entry.member }),
      () => listBoardForEditing(actor, 'en'),
      () => listVersions(actor, entry),
    ];
    for (const attempt of attempts) {
      await expect((async () => attempt())()).rejects.toMatchObject(notFound);
    }
  }
  expect(await shown()).toEqual(['en Märta Ängsholm: President']);
});

describe('what is typed', () => {
  const form = {
    baseVersion: '1',
    versionName: '',
    title: 'Ada',
    role: 'President',
    function: 'Judge',
    court: 'A court',
    country: 'be',
    coverAlt: '',
    body: 'A life.',
  };
  const hostileLink = JSON.stringify({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'x',
            marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
          },
        ],
      },
    ],
  });
  const read = (fields: object = {}) => editingSchema(kind).safeParse({ ...form, ...fields });

  test('is words, whatever they look like', () => {
    for (const text of hostileTexts) {
      const parsed = read({ body: text });
      const said = parsed.data && plainText(parsed.data.content.fields.body);
      if (text.length < 5000) expect(said?.trim().length, text).toBeGreaterThan(0);
    }
    expect(read().data?.content.fields).toMatchObject({ country: 'BE', cover: null });
  });

  test.each([
    ['a country that is none', { country: 'xx' }],
    ['what the form does not have', { status: 'published' }],
    ['a picture of someone else', { cover: newId() }],
    ['another place', { position: '0' }],
    ['a NUL', { role: 'a\0b' }],
    ['a line break in a line', { role: 'a\nBcc: b' }],
    ['a name without end', { title: 'x'.repeat(121) }],
    ['a biography without end', { body: 'x'.repeat(5001) }],
    ['a link that runs', { body: hostileLink, bodyFormat: 'json' }],
    ['a nameless entry', { title: ' ' }],
  ])('is refused: %s', (_name, fields) => {
    expect(read(fields).success).toBe(false);
  });
});
