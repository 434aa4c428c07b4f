import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { deleteResources } from '~/features/library/trash/deletion.server';
import { fileStore } from '~/platform/files/file-store.server';
import {
  describeOnBothStores,
  idsOfUploads,
  storedKeys,
} from '../../../../tests/support/files/file-stores';
import { runFileJobs } from '../../../../tests/support/database/run-jobs';
import { person } from '../../../../tests/support/people/person';
import { create, send, upload } from '../../../../tests/support/files/tus-client';
import { checkFiles, findLastFileCheck } from '~/features/operations/file-check/file-check.server';

const { intranetResources: resources, intranetUploads: uploads } = schema;
const atOnce = -60_000;

let ada: SignedInActor;
let admin: SignedInActor;
beforeEach(async () => {
  [ada, admin] = [await person(), await person('ADMIN')];
  await db().execute(sql`truncate ${resources}, ${uploads} cascade`);
  await db().execute(sql`delete from pgboss.job`);
});

const sound = { withoutRow: 0, leftUploads: 0, withoutFile: [] };
const addDocument = async () =>
  (await upload(ada, Buffer.from('text'), { filename: 'a.txt' })).headers.get('Upload-Document') ??
  '';

describeOnBothStores('files and rows', () => {
  test('agree after uploads, replacements, deletions and refusals', async () => {
    const id = await addDocument();
    await upload(ada, Buffer.from('more'), { filename: 'a.txt', replaces: id });
    await upload(ada, Buffer.from([1, 0]), { filename: 'b.txt' });
    const gone = await addDocument();
    await deleteResources(ada, { collection: 'userIntranet', ids: [gone] });
    // The jobs that follow have not run yet: what waits for them is no finding.
    expect(await checkFiles(atOnce)).toMatchObject({ files: 3, ...sound });
    await runFileJobs();
    expect(await checkFiles(atOnce)).toEqual({ files: 2, ...sound });
    expect(await idsOfUploads()).toEqual([]);
  });

  test('a file that nothing names is removed, though not while it may be arriving', async () => {
    const stray = 'userIntranet/01900000-0000-7000-8000-000000000000/document.txt';
    await fileStore().put(stray, 'left behind');
    expect(await checkFiles()).toMatchObject({ withoutRow: 0 });
    expect(await checkFiles(atOnce)).toMatchObject({ files: 1, withoutRow: 1 });
    await runFileJobs();
    expect(await storedKeys()).toEqual([]);
    expect(await findLastFileCheck(admin)).toMatchObject({ files: 1, withoutRow: 1 });
  });

  test('a document whose file is missing is reported by name, to administrators only', async () => {
    const document = await makeDocument(db(), { title: 'Lost', user: ada.id });
    expect(await checkFiles(atOnce)).toMatchObject({ withoutFile: [document.id] });
    expect((await findLastFileCheck(admin))?.withoutFile).toEqual([
      { id: document.id, title: 'Lost' },
    ]);
    await expect(findLastFileCheck(ada)).rejects.toMatchObject({ status: 404 });
  });

  test('what is left of an upload goes; one under way stays', async () => {
    const going = (await create(ada, 10, { filename: 'a.txt' })).headers.get('Location') ?? '';
    await send(ada, going, 0, new Uint8Array(Buffer.from('half')));
    const left = (await create(ada, 10, { filename: 'b.txt' })).headers.get('Location') ?? '';
    await send(ada, left, 0, new Uint8Array(Buffer.from('half')));
    await db()
      .delete(uploads)
      .where(eq(uploads.id, left.slice(9)));
    const empty = (await create(ada, 10, { filename: 'c.txt' })).headers.get('Location') ?? '';
    await fileStore().discardUpload(empty.slice(9));
    expect(await checkFiles(atOnce)).toMatchObject({ leftUploads: 1 });
    await runFileJobs();
    expect(await idsOfUploads()).toEqual([going.slice(9)]);
    expect((await db().select().from(uploads)).map(({ id }) => id)).toEqual([going.slice(9)]);
  });
});
