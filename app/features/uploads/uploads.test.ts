import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type MemberRole, type SignedInActor } from '~/actor';
import { config } from '~/config.server';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { fileStore } from '~/platform/file-store.server';
import { configure } from '../../../test/configure';
import { completeUpload } from './complete-upload.server';
import {
  answerUpload,
  clearOldUploads,
  getUploadLimits,
  listUnfinishedUploads,
} from './uploads.server';

const {
  documentVersions: versions,
  intranetResources: resources,
  intranetUploads: uploads,
} = schema;
const sample = (name: string) => readFileSync(join('test/documents', name));

async function person(role: MemberRole = 'USER'): Promise<SignedInActor> {
  const { id, email, firstName, lastName } = await makeUser(db(), { role });
  return { id, role, email, firstName, lastName };
}

let ada: SignedInActor;
let ben: SignedInActor;
beforeEach(async () => {
  rmSync(join(config().dataDirectory, 'uploads'), { recursive: true, force: true });
  mkdirSync(join(config().dataDirectory, 'uploads'), { recursive: true });
  [ada, ben] = [await person(), await person()];
});

type Wish = Record<string, string>;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadataOf = (wish: Wish) =>
  Object.entries({
    collection: 'userIntranet',
    parent: '',
    path: '',
    replaces: '',
    note: '',
    fingerprint: 'a'.repeat(64),
    ...wish,
  })
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');

function ask(
  actor: SignedInActor | typeof anonymous,
  method: string,
  path: string,
  more: RequestInit = {},
) {
  const headers = { 'Tus-Resumable': '1.0.0', ...Object.fromEntries(new Headers(more.headers)) };
  const request = new Request(`https://association.example${path}`, { ...more, method, headers });
  return answerUpload(actor, request);
}

const create = (actor: SignedInActor, bytes: number, wish: Wish) =>
  ask(actor, 'POST', '/uploads', {
    headers: { 'Upload-Length': String(bytes), 'Upload-Metadata': metadataOf(wish) },
  });

function send(actor: SignedInActor, path: string, offset: number, body: Uint8Array<ArrayBuffer>) {
  return ask(actor, 'PATCH', path, {
    body,
    headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
  });
}

/** Uploads in one go. @returns the last answer */
async function upload(actor: SignedInActor, bytes: Buffer, wish: Wish) {
  const made = await create(actor, bytes.length, wish);
  if (made.status !== 201) return made;
  return send(actor, made.headers.get('Location') ?? '', 0, new Uint8Array(bytes));
}

const rowOf = async (id: string | null) =>
  (
    await db()
      .select()
      .from(resources)
      .where(eq(resources.id, id ?? ''))
  )[0];
const storedKeyOf = async (id: string | null) =>
  (
    await db()
      .select()
      .from(versions)
      .where(eq(versions.document, id ?? ''))
  )[0]?.storageKey ?? '';

describe('an upload', () => {
  test('in parts becomes a document with the same bytes, under the name the specification says', async () => {
    const bytes = sample('fr-proces-verbal-2p.pdf');
    const folder = await makeFolder(db(), { user: ben.id });
    const made = await create(ada, bytes.length, {
      filename: 'Procès-verbal.pdf',
      parent: folder.id,
    });
    const path = made.headers.get('Location') ?? '';
    expect(path).toMatch(/^\/uploads\/[0-9a-f]{32}$/);
    await send(ada, path, 0, new Uint8Array(bytes.subarray(0, 10_000)));
    const state = await ask(ada, 'HEAD', path);
    expect(state.headers.get('Upload-Offset')).toBe('10000');
    const wrong = await send(ada, path, 5_000, new Uint8Array(bytes.subarray(5_000)));
    expect(wrong.status).toBe(409);
    const last = await send(ada, path, 10_000, new Uint8Array(bytes.subarray(10_000)));
    expect(last.status).toBe(204);
    const id = last.headers.get('Upload-Document');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await rowOf(id)).toMatchObject({
      title: 'Procès-verbal',
      parent: folder.id,
      user: ada.id,
      storageExtension: 'pdf',
      mediaType: 'application/pdf',
      bytes: bytes.length,
      sha256,
      fileVersion: 1,
      textState: 'waiting',
    });
    const key = await storedKeyOf(id);
    expect(key).toBe(`userIntranet/${id}/document.pdf`);
    const stored = Buffer.concat(await (await fileStore().getStream(key)).toArray());
    expect(createHash('sha256').update(stored).digest('hex')).toBe(sha256);
    expect(readdirSync(join(config().dataDirectory, 'uploads'))).toEqual([]);
    const again = await ask(ada, 'HEAD', path);
    expect(again.headers.get('Upload-Offset')).toBe(String(bytes.length));
  });

  test('belongs to whoever began it', async () => {
    const made = await create(ada, 100, { filename: 'a.txt' });
    const path = made.headers.get('Location') ?? '';
    const admin = await person('ADMIN');
    for (const stranger of [ben, admin]) {
      for (const method of ['HEAD', 'PATCH', 'DELETE']) {
        const answer = await ask(stranger, method, path, {
          headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
        });
        expect(answer.status).toBe(404);
      }
    }
    expect((await ask(anonymous, 'HEAD', path)).status).toBe(401);
    expect((await listUnfinishedUploads(ben, 'userIntranet')).length).toBe(0);
    expect((await listUnfinishedUploads(ada, 'userIntranet')).length).toBe(1);
  });

  test('that is whole but has no row yet, after a crash, is finished when asked for', async () => {
    const text = Buffer.from('What was said on 4 May.');
    const made = await create(ada, text.length, { filename: 'notes.txt' });
    const path = made.headers.get('Location') ?? '';
    const id = path.slice('/uploads/'.length);
    await fileStore().uploads.write((await import('node:stream')).Readable.from([text]), id, 0);
    const answers = await Promise.all([
      ask(ada, 'HEAD', path),
      ask(ada, 'HEAD', path),
      completeUpload(ada, id),
    ]);
    const document = answers[2].document;
    expect(await rowOf(document)).toMatchObject({ title: 'notes', bytes: text.length });
    expect(await db().$count(versions, eq(versions.document, document))).toBe(1);
  });

  test('can be cancelled', async () => {
    const made = await create(ada, 100, { filename: 'a.txt' });
    const path = made.headers.get('Location') ?? '';
    expect((await ask(ada, 'DELETE', path)).status).toBe(204);
    expect((await ask(ada, 'HEAD', path)).status).toBeGreaterThanOrEqual(400);
  });

  test('of a whole folder makes the folders, whoever comes first', async () => {
    const parent = (await makeFolder(db(), { user: ben.id })).id;
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        upload(ada, Buffer.from(`text ${number}`), {
          filename: `${number}.txt`,
          parent,
          path: 'Reports/2026',
        }),
      ),
    );
    const rows = await Promise.all(
      answers.map((answer) => rowOf(answer.headers.get('Upload-Document'))),
    );
    expect(new Set(rows.map((row) => row?.parent)).size).toBe(1);
    expect(await rowOf(rows[0]?.parent ?? '')).toMatchObject({ title: '2026', folder: true });
  });

  test('tells of an identical document that the actor may see, and of no other', async () => {
    const bytes = Buffer.from(`the same ${ada.id}`);
    const admin = await person('ADMIN');
    await upload(admin, bytes, { filename: 'hidden.txt', collection: 'adminIntranet' });
    expect(
      (await upload(ada, bytes, { filename: 'a.txt' })).headers.get('Upload-Duplicate'),
    ).toBeNull();
    expect(
      (await upload(ben, bytes, { filename: 'b.txt' })).headers.get('Upload-Duplicate'),
    ).not.toBeNull();
  });

  test('replaces one’s own document and keeps the version before', async () => {
    const first = await upload(ada, Buffer.from('first'), { filename: 'rules.txt' });
    const id = first.headers.get('Upload-Document') ?? '';
    const refused = await create(ben, 6, { filename: 'rules.txt', replaces: id });
    expect(refused.status).toBe(409);
    await Promise.all([
      upload(ada, Buffer.from('second'), {
        filename: 'rules.txt',
        replaces: id,
        note: 'Typing errors',
      }),
      upload(ada, Buffer.from('third!'), { filename: 'rules.md', replaces: id }),
    ]);
    const rows = await db()
      .select()
      .from(versions)
      .where(eq(versions.document, id))
      .orderBy(versions.number);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3]);
    for (const { storageKey } of rows) expect(await fileStore().exists(storageKey)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ fileVersion: 3, title: 'rules' });
  });
});

describe('what is refused', () => {
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
      { filename: 'a.txt', user: 'somebody' },
      Buffer.from('x'),
      'error.intranet-resource.could-not-upload-resource',
    ],
  ];
  test.each(hostile)('%s', async (_what, wish, bytes, code) => {
    const answer = await upload(ada, bytes, wish);
    expect({ status: answer.status >= 400, code: (await answer.text()).trim() }).toEqual({
      status: true,
      code,
    });
    expect(readdirSync(join(config().dataDirectory, 'uploads'))).toEqual([]);
    expect(await db().$count(resources, eq(resources.user, ada.id))).toBe(0);
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
    expect(deferred.status).toBeGreaterThanOrEqual(400);
  });

  test('more than the area holds, also when several come at once', async () => {
    configure({ INTRANET_AREA_GB: '1' });
    const { spaceLeft } = await getUploadLimits(ada, 'userIntranet');
    const most = Math.floor(spaceLeft * 0.6);
    const answers = await Promise.all(
      [1, 2, 3].map(() => create(ada, most, { filename: 'a.pdf' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(2);
    await db().delete(uploads).where(eq(uploads.user, ada.id));
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
    expect(last.status).toBe(404);
    expect(readdirSync(join(config().dataDirectory, 'uploads'))).toEqual([]);
  });
});

test('a virus scanner sees every byte, and what it finds is not kept', async () => {
  let seen = '';
  const scanner = createServer((socket) => {
    const parts: Buffer[] = [];
    socket.on('data', (part) => {
      parts.push(part);
      const all = Buffer.concat(parts);
      if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
      seen = all.toString('latin1');
      socket.end(seen.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  const port = await new Promise<number>((resolve) => {
    scanner.listen(0, '127.0.0.1', () => {
      const address = scanner.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  configure({ CLAMD_ADDRESS: `127.0.0.1:${port}` });
  const clean = await upload(ada, Buffer.from('nothing wrong with this'), { filename: 'a.txt' });
  expect(clean.status).toBe(204);
  expect(seen).toContain('nothing wrong with this');
  const found = await upload(ada, Buffer.from('EICAR'), { filename: 'b.txt' });
  expect((await found.text()).trim()).toBe('error.storage/infected');
  scanner.close();
  configure({ CLAMD_ADDRESS: `127.0.0.1:1` });
  const unscanned = await upload(ada, Buffer.from('text'), { filename: 'c.txt' });
  expect(unscanned.status).toBe(500);
});

test('uploads nobody went on with are removed after a week', async () => {
  const made = await create(ada, 100, { filename: 'a.txt' });
  const id = (made.headers.get('Location') ?? '').slice('/uploads/'.length);
  await clearOldUploads();
  expect(await db().$count(uploads, eq(uploads.id, id))).toBe(1);
  await db()
    .update(uploads)
    .set({ createdAt: new Date(Date.now() - 8 * 24 * 3_600_000) })
    .where(eq(uploads.id, id));
  await clearOldUploads();
  expect(await db().$count(uploads, eq(uploads.id, id))).toBe(0);
});

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
