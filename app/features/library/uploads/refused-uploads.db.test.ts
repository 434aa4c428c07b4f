import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { configure } from '../../../../tests/support/database/configure';
import { compoundFile } from '../../../../tests/support/files/compound-file';
import {
  describeOnBothStores,
  idsOfUploads,
  storedKeys,
} from '../../../../tests/support/files/file-stores';
import { runFileJobs } from '../../../../tests/support/database/run-jobs';
import { person } from '../../../../tests/support/people/person';
import {
  ask,
  create,
  metadataOf,
  send,
  upload,
  type Wish,
} from '../../../../tests/support/files/tus-client';
import { getUploadLimits } from './upload-space.server';

const { intranetResources: resources, intranetUploads: uploads } = schema;
const folderGone = 'error.intranet-resource.folder-gone';
const sample = (name: string) => readFileSync(join('tests/documents', name));

let ada: SignedInActor;
beforeEach(async () => {
  ada = await person();
});

describeOnBothStores('what is refused', (choice) => {
  const hostile: [string, Wish, Buffer, string][] = [
    [
      'a page called PDF',
      { filename: 'judgment.pdf' },
      sample('html-named.pdf'),
      'error.storage/type-mismatch',
    ],
    [
      'a page called text',
      { filename: 'page.txt' },
      sample('html-named.pdf'),
      'error.storage/type-mismatch',
    ],
    [
      'a drawing with a script',
      { filename: 'logo.svg' },
      sample('svg-script.svg'),
      'error.storage/type-not-allowed',
    ],
    [
      'a drawing called picture',
      { filename: 'logo.png' },
      sample('svg-script.svg'),
      'error.storage/type-mismatch',
    ],
    [
      'an archive',
      { filename: 'all.zip' },
      sample('zip-recursive.zip'),
      'error.storage/type-not-allowed',
    ],
    [
      'an archive called Word',
      { filename: 'all.docx' },
      sample('zip-recursive.zip'),
      'error.storage/type-mismatch',
    ],
    ['a program', { filename: 'tool.exe' }, Buffer.from('MZ'), 'error.storage/type-not-allowed'],
    ['no ending', { filename: 'README' }, Buffer.from('text'), 'error.storage/type-not-allowed'],
    [
      'bytes called text',
      { filename: 'a.txt' },
      Buffer.from([1, 0, 2, 0, 0]),
      'error.storage/type-mismatch',
    ],
    [
      'plain text called rich text',
      { filename: 'a.rtf' },
      Buffer.from('No {\\rtf1 at its beginning'),
      'error.storage/type-mismatch',
    ],
    [
      'a table called a letter',
      { filename: 'a.doc' },
      compoundFile([{ name: 'Workbook' }, { name: 'M', inside: [{ name: 'WordDocument' }] }]),
      'error.storage/type-mismatch',
    ],
    [
      'a letter called a table',
      { filename: 'a.xls' },
      compoundFile([{ name: 'WordDocument' }, { name: '1Table' }]),
      'error.storage/type-mismatch',
    ],
    [
      'a mail called slides',
      { filename: 'a.ppt' },
      compoundFile([{ name: '__properties_version1.0' }]),
      'error.storage/type-mismatch',
    ],
    [
      'a picture of too many pixels',
      { filename: 'bomb.png' },
      pngOf(60_000, 60_000),
      'error.storage/image-too-large',
    ],
    [
      'path parts in the name',
      { filename: '../../etc/passwd.txt' },
      Buffer.from('x'),
      'error.storage/invalid-file-name',
    ],
    [
      'path parts in the folders',
      { filename: 'a.txt', path: 'a/../../b' },
      Buffer.from('x'),
      'error.storage/invalid-file-name',
    ],
    ['a backslash', { filename: 'C:\\a.txt' }, Buffer.from('x'), 'error.storage/invalid-file-name'],
    [
      'a reversed ending',
      { filename: 'harmless\u202Efdp.txt' },
      Buffer.from('x'),
      'error.storage/invalid-file-name',
    ],
    [
      'a name too long',
      { filename: `${'a'.repeat(252)}.txt` },
      Buffer.from('x'),
      'error.storage/invalid-file-name',
    ],
    [
      'a line break in the name',
      { filename: 'a\nb.txt' },
      Buffer.from('x'),
      'error.storage/invalid-file-name',
    ],
    ['nothing inside', { filename: 'empty.txt' }, Buffer.alloc(0), 'error.storage/empty-file'],
    ['no file', { filename: '' }, Buffer.from('x'), 'error.storage/no-file-provided'],
    [
      'an unknown field',
      { filename: 'a.txt', user: 'someone' },
      Buffer.from('x'),
      'error.intranet-resource.could-not-upload-resource',
    ],
  ];
  test.each(hostile)('%s', async (...[, wish, bytes, code]) => {
    const answer = await upload(ada, bytes, wish);
    expect({ status: answer.status >= 400, code: (await answer.text()).trim() }).toEqual({
      status: true,
      code,
    });
    await expectNothingKept();
    expect(await db().$count(resources, eq(resources.user, ada.id))).toBe(0);
  });

  test('rich text and documents of the older Office are taken for what they are', async () => {
    const office = (...names: string[]) => compoundFile(names.map((name) => ({ name })));
    const kept: [string, Buffer][] = [
      ['a.rtf', Buffer.from('{\\rtf1 words}')],
      ['a.doc', office('WordDocument', '1Table')],
      ['a.xls', sample('xls-biff8.xls')],
      ['b.xls', office('Book')],
      ['a.ppt', office('PowerPoint Document', 'Current User')],
    ];
    for (const [filename, bytes] of kept)
      expect((await upload(ada, bytes, { filename })).status, filename).toBe(204);
  });

  test('names of 255 characters and of any script are kept', async () => {
    for (const filename of [
      `${'ä'.repeat(251)}.txt`,
      'حكم المحكمة.txt',
      'Απόφαση 1-2.txt',
      'пресуда.txt',
    ]) {
      const answer = await upload(ada, Buffer.from('text'), { filename });
      expect(answer.headers.get('Upload-Document')).not.toBeNull();
    }
  });

  test('5 GB declared, more than declared, a length not declared', async () => {
    const large = await create(ada, 5_000_000_000, { filename: 'a.pdf' });
    expect([large.status, (await large.text()).trim()]).toEqual([413, 'error.storage/too-large']);
    const made = await create(ada, 4, { filename: 'a.txt' });
    const path = made.headers.get('Location') ?? '';
    const more = await send(ada, path, 0, new Uint8Array(Buffer.from('too much')));
    expect(more.status).toBeGreaterThanOrEqual(400);
    const deferred = await ask(ada, 'POST', '/uploads', {
      headers: { 'Upload-Defer-Length': '1', 'Upload-Metadata': metadataOf({ filename: 'a.txt' }) },
    });
    expect(deferred.status).toBe(400);
  });

  test('more than the area holds, also when several come at once', async () => {
    configure({ ...choice(), INTRANET_AREA_GB: '1' });
    const { spaceLeft } = await getUploadLimits(ada, 'userIntranet');
    const most = Math.floor(spaceLeft * 0.6);
    const answers = await Promise.all(
      [1, 2, 3].map(() => create(ada, most, { filename: 'a.pdf' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(2);
    const ofFolder = await create(ada, most, { filename: 'a.pdf', path: 'Reports/2026' });
    expect(ofFolder.status).toBe(413);
    expect(await db().$count(resources, eq(resources.user, ada.id))).toBe(0);
    await db().delete(uploads).where(eq(uploads.user, ada.id));
  });

  test('more than a quarter of the area announced by one person, and others still may', async () => {
    configure({ ...choice(), INTRANET_AREA_GB: '1', INTRANET_FILE_MB: '100' });
    await db().delete(uploads);
    const ben = await person();
    const announce = async (actor: SignedInActor) =>
      (await create(actor, 90_000_000, { filename: 'a.pdf' })).status;
    expect([await announce(ada), await announce(ada), await announce(ada)]).toEqual([
      201, 201, 413,
    ]);
    expect(await announce(ben)).toBe(201);
    await db().delete(uploads);
  });

  test('places the actor may not put things', async () => {
    const hidden = await makeFolder(db(), { collection: 'adminIntranet' });
    const document = await makeDocument(db(), { user: ada.id });
    const wishes: Wish[] = [
      { filename: 'a.txt', collection: 'adminIntranet' },
      { filename: 'a.txt', parent: hidden.id },
      { filename: 'a.txt', parent: document.id },
      { filename: 'a.txt', parent: crypto.randomUUID() },
      { filename: 'a.txt', replaces: hidden.id },
    ];
    for (const wish of wishes) expect((await create(ada, 1, wish)).status).toBe(404);
    const gone = await create(ada, 1, { filename: 'a.txt', parent: crypto.randomUUID() });
    expect((await gone.text()).trim()).toBe(folderGone);
  });

  test('an account that was suspended, or has lost the collection, since the upload began', async () => {
    const { users } = schema;
    const begin = async (actor: SignedInActor, wish: Wish) => {
      const made = await create(actor, 4, { filename: 'a.txt', ...wish });
      return made.headers.get('Location') ?? '';
    };
    const end = async (actor: SignedInActor, path: string) => {
      const last = await send(actor, path, 0, new Uint8Array(Buffer.from('text')));
      return [last.status, (await last.text()).trim()];
    };
    const path = await begin(ada, {});
    await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, ada.id));
    expect(await end(ada, path)).toEqual([404, 'error.storage/object-not-found']);
    await expectNothingKept();
    const admin = await person('ADMIN');
    const hidden = await begin(admin, { collection: 'adminIntranet' });
    await db().update(users).set({ role: 'USER' }).where(eq(users.id, admin.id));
    expect(await end(admin, hidden)).toEqual([404, 'error.not-found']);
    await expectNothingKept();
    for (const { id } of [ada, admin])
      expect(await db().$count(resources, eq(resources.user, id))).toBe(0);
  });

  test('a folder that went away meanwhile', async () => {
    const folder = await makeFolder(db(), { user: ada.id });
    const made = await create(ada, 4, { filename: 'a.txt', parent: folder.id });
    await db().delete(resources).where(eq(resources.id, folder.id));
    const last = await send(
      ada,
      made.headers.get('Location') ?? '',
      0,
      new Uint8Array(Buffer.from('text')),
    );
    expect([last.status, (await last.text()).trim()]).toEqual([404, folderGone]);
    await expectNothingKept();
  });
});

/** After the jobs that a refusal leaves behind, neither bytes nor files of it are there. */
async function expectNothingKept(): Promise<void> {
  await runFileJobs();
  expect(await idsOfUploads()).toEqual([]);
  expect(await storedKeys()).toEqual([]);
}

/** The head of a picture of this size, as far as anybody looks before decoding. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  Buffer.from('0802000000', 'hex').copy(bytes, 24);
  Buffer.from('00000000', 'hex').copy(bytes, 29);
  Buffer.from('0000000049444154', 'hex').copy(bytes, 33);
  return bytes;
}
