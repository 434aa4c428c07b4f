import { setTimeout } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, pool, schema } from '~/db/db.server';
import { makeFolder } from '~/db/intranet-factories.server';
import { fileStore } from '~/platform/files/file-store.server';
import { UploadLocks } from '~/platform/files/upload-locks.server';
import {
  describeOnBothStores,
  idsOfUploads,
  storedKeys,
} from '../../../../tests/support/files/file-stores';
import { runFileJobs } from '../../../../tests/support/database/run-jobs';
import { person } from '../../../../tests/support/people/person';
import { ask, create, send, upload } from '../../../../tests/support/files/tus-client';
import { completeUpload } from './complete-upload.server';
import { findSameUpload, listUnfinishedUploads } from './known-uploads.server';
import { clearOldUploads } from './uploads.server';

const {
  documentVersions: versions,
  intranetResources: resources,
  intranetUploads: uploads,
} = schema;
const sample = (name: string) => readFileSync(join('tests/documents', name));

let ada: SignedInActor;
let ben: SignedInActor;
beforeEach(async () => {
  [ada, ben] = [await person(), await person()];
});

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

describeOnBothStores('an upload', () => {
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
      id,
      createdAt: expect.any(Date),
      folder: false,
      metadata: { schema: expect.any(Number) },
      author: null,
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
    await runFileJobs();
    expect(await idsOfUploads()).toEqual([]);
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

  test('is named by the path alone, and is read nowhere before it is a document', async () => {
    const admin = await person('ADMIN');
    const [own, other] = [
      await create(ada, 100, { filename: 'a.txt' }),
      await create(admin, 4, { filename: 'secret.txt', collection: 'adminIntranet' }),
    ].map((made) => made.headers.get('Location') ?? '');
    const otherId = other?.slice('/uploads/'.length) ?? '';
    await fileStore().uploads.write(Readable.from([Buffer.from('text')]), otherId, 0);
    for (const query of [`?x=/${otherId}`, `?/${otherId}`, `?${other}/`]) {
      const head = await ask(ada, 'HEAD', `${own}${query}`);
      expect(head.headers.get('Upload-Length')).toBe('100');
      expect(head.headers.get('Upload-Metadata')).not.toContain(btoa('secret.txt'));
      expect((await ask(ada, 'GET', `${own}${query}`)).status).toBe(404);
    }
    expect((await ask(admin, 'GET', other ?? '')).status).toBe(404);
  });

  test('that was named as a file before it was cancelled or forgotten leaves no file', async () => {
    for (const way of ['cancelled', 'forgotten']) {
      const made = await create(ada, 4, { filename: 'a.txt' });
      const path = made.headers.get('Location') ?? '';
      const id = path.slice('/uploads/'.length);
      await fileStore().uploads.write(Readable.from([Buffer.from('text')]), id, 0);
      const [row] = await db().select().from(uploads).where(eq(uploads.id, id));
      const key = `userIntranet/${row?.document}/document.txt`;
      await fileStore().settleUpload(id);
      await fileStore().adopt(id, key);
      expect(await storedKeys()).toEqual([key]);
      if (way === 'cancelled') expect((await ask(ada, 'DELETE', path)).status).toBe(204);
      else {
        await db()
          .update(uploads)
          .set({ createdAt: new Date(0) })
          .where(eq(uploads.id, id));
        await clearOldUploads();
      }
      await runFileJobs();
      expect(await storedKeys()).toEqual([]);
    }
  });

  test('that was refused is made no document by a request that waited', async () => {
    const made = await create(ada, 4, { filename: 'a.txt' });
    const id = (made.headers.get('Location') ?? '').slice('/uploads/'.length);
    await fileStore().uploads.write(Readable.from([Buffer.from('text')]), id, 0);
    const refused = { state: 'refused', errorCode: 'error.storage/type-mismatch' } as const;
    const [row] = await db().update(uploads).set(refused).where(eq(uploads.id, id)).returning();
    await expect(completeUpload(ada, id)).rejects.toMatchObject({ status_code: 404 });
    expect(await rowOf(row?.document ?? '')).toBeUndefined();
  });

  test('that is whole but has no row yet, after a crash, is finished when asked for', async () => {
    const text = Buffer.from('What was said on 4 May.');
    const made = await create(ada, text.length, { filename: 'notes.txt' });
    const path = made.headers.get('Location') ?? '';
    const id = path.slice('/uploads/'.length);
    await fileStore().uploads.write(Readable.from([text]), id, 0);
    const answers = await Promise.all([
      ask(ada, 'HEAD', path),
      ask(ada, 'HEAD', path),
      completeUpload(ada, id),
    ]);
    const document = answers[2].document;
    expect(await rowOf(document)).toMatchObject({ title: 'notes', bytes: text.length });
    expect(await db().$count(versions, eq(versions.document, document))).toBe(1);
  });

  test('that becomes a document while someone asks how far it is has arrived', async () => {
    const path = (await create(ada, 4, { filename: 'a.txt' })).headers.get('Location') ?? '';
    const id = path.slice('/uploads/'.length);
    const locks = new UploadLocks(pool);
    let asked: Promise<Response> | undefined;
    await locks.during(id, async () => {
      asked = ask(ada, 'HEAD', path);
      // It waits for whoever brings the last bytes.
      await setTimeout(300);
      await db().update(uploads).set({ state: 'done' }).where(eq(uploads.id, id));
      await fileStore().discardUpload(id);
    });
    const answer = await asked;
    expect([answer?.status, answer?.headers.get('Upload-Offset')]).toEqual([200, '4']);
    await locks.close();
  });

  test('of a file chosen again is found: interrupted, or arrived and still in its place', async () => {
    const fingerprint = ada.id.replaceAll('-', '').padEnd(64, '0');
    const find = () => findSameUpload(ada, 'userIntranet', fingerprint);
    const made = await create(ada, 4, { filename: 'a.txt', fingerprint });
    const path = made.headers.get('Location') ?? '';
    const found = { id: path.slice('/uploads/'.length) };
    expect(await find()).toEqual(found);
    const last = await send(ada, path, 0, new Uint8Array(Buffer.from('text')));
    expect(await find()).toEqual(found);
    expect(await findSameUpload(ben, 'userIntranet', fingerprint)).toBeNull();
    // Announced once more by a line that was cut: what has arrived is not sent again.
    const again = await create(ada, 4, { filename: 'a.txt', fingerprint });
    expect(await find()).toEqual(found);
    await ask(ada, 'DELETE', again.headers.get('Location') ?? '');
    const document = last.headers.get('Upload-Document') ?? '';
    const folder = await makeFolder(db(), { user: ada.id });
    await db().update(resources).set({ parent: folder.id }).where(eq(resources.id, document));
    expect(await find()).toBeNull();
  });

  test('can be cancelled', async () => {
    const made = await create(ada, 100, { filename: 'a.txt' });
    const path = made.headers.get('Location') ?? '';
    await send(ada, path, 0, new Uint8Array(Buffer.from('half')));
    expect((await ask(ada, 'DELETE', path)).status).toBe(204);
    expect((await ask(ada, 'HEAD', path)).status).toBe(404);
    await runFileJobs();
    expect(await idsOfUploads()).toEqual([]);
    expect(await storedKeys()).toEqual([]);
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

  test('that replaces what is someone else’s is told to its owner by the log', async () => {
    const first = await upload(ada, Buffer.from('first'), { filename: 'rules.txt' });
    const id = first.headers.get('Upload-Document') ?? '';
    const admin = await person('ADMIN');
    await upload(admin, Buffer.from('second'), { filename: 'rules.txt', replaces: id });
    const { auditEntries } = schema;
    const entries = await db()
      .select({ action: auditEntries.action, subject: auditEntries.subjectId })
      .from(auditEntries)
      .where(eq(auditEntries.targetId, id))
      .orderBy(auditEntries.seq);
    expect(entries).toEqual([
      { action: 'intranet.upload', subject: null },
      { action: 'intranet.replace-file', subject: ada.id },
    ]);
  });
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
