import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { getFile } from '~/features/library/documents/documents.server';
import { extractText } from '~/features/library/reading/extract-text.job.server';
import { readPages } from '~/features/library/reading/pages.server';
import { openZip } from '~/features/library/documents/zip.server';
import { deleteResources } from '~/features/library/trash/deletion.server';
import { removeFiles } from '~/features/library/resources/remove-files.job.server';
import { readZipEntry } from '~/platform/reader-sandbox/zip-archive.server';
import { fileStore } from '~/platform/files/file-store.server';
import { describeOnBothStores, storedKeys } from '../../../../tests/support/files/file-stores';
import { person } from '../../../../tests/support/people/person';
import { upload } from '../../../../tests/support/files/tus-client';

const { documentVersions: versions } = schema;

let ada: SignedInActor;
let ben: SignedInActor;
beforeAll(async () => {
  [ada, ben] = [await person(), await person()];
});

async function keep(name: string, bytes: Buffer, fields: Parameters<typeof makeDocument>[1] = {}) {
  const storageExtension = name.split('.').at(-1) ?? '';
  const document = await makeDocument(db(), {
    title: name,
    user: ada.id,
    ...fields,
    storageExtension,
    bytes: bytes.length,
  });
  await fileStore().put(
    `${document.collection}/${document.id}/document.${storageExtension}`,
    bytes,
  );
  return document;
}

describeOnBothStores('files of documents', () => {
  test('a part of a file is the part that was asked for', async () => {
    const { id } = await keep('a.txt', Buffer.from('0123456789'));
    const { open } = await getFile(ben, id);
    expect(Buffer.concat(await (await open({ start: 2, end: 4 })).toArray()).toString()).toBe(
      '234',
    );
  });

  test('a ZIP holds a folder with everything in it, with UTF-8 names and numbered duplicates', async () => {
    const place = await makeFolder(db(), { user: ada.id });
    const folder = await makeFolder(db(), { title: 'Ελλάδα', parent: place.id, user: ada.id });
    const inner = await makeFolder(db(), { title: 'Inner', parent: folder.id, user: ben.id });
    await keep('x.txt', Buffer.from('one'), { parent: folder.id, title: 'Απόφαση' });
    await keep('x.txt', Buffer.from('two'), { parent: folder.id, title: 'Απόφαση' });
    await keep('x.txt', Buffer.from('three'), { parent: inner.id, title: '../etc' });
    const { name, stream } = await openZip(ben, [folder.id, inner.id]);
    const zip = Buffer.concat(await stream.toArray());
    expect(name).toBe('documents.zip');
    const read = async (path: string) => (await readZipEntry(zip, path)).toString();
    const texts = ['Ελλάδα/Απόφαση.txt', 'Ελλάδα/Απόφαση (2).txt'].map(read);
    expect((await Promise.all(texts)).toSorted()).toEqual(['one', 'two']);
    expect(await read('Ελλάδα/Inner/_etc.txt')).toBe('three');
  });

  test('a file of 4 GB and more is announced in a ZIP with the longer sizes', async () => {
    const { id } = await keep('large.txt', Buffer.from('beginning'));
    for (const [bytes, version] of [
      [4_294_967_294, 20],
      [4_294_967_295, 45],
    ] as const) {
      await db().update(versions).set({ bytes }).where(eq(versions.document, id));
      const { stream } = await openZip(ben, [id]);
      const zip = Buffer.concat(await stream.toArray());
      const directory = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
      // Version needed to extract: 4.5 is ZIP64 (APPNOTE 4.4.3.2).
      expect(zip.readUInt16LE(directory + 6)).toBe(version);
    }
  });

  test('the stored bytes are those of the file', async () => {
    const bytes = readFileSync('tests/documents/jpeg-exif-gps.jpg');
    const { id } = await keep('photo.jpg', bytes);
    const { open } = await getFile(ben, id);
    const stored = Buffer.concat(await (await open()).toArray());
    expect(createHash('sha256').update(stored).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  });

  test('the text of what was uploaded is read from there', async () => {
    const answer = await upload(ada, Buffer.from('A word in the file'), { filename: 'a.txt' });
    const document = answer.headers.get('Upload-Document') ?? '';
    await extractText.run({ document, version: 1 });
    expect(await readPages(ben, document)).toMatchObject(['A word in the file']);
  });

  test('deleting a folder takes its files out of the store', async () => {
    const folder = await makeFolder(db(), { user: ada.id });
    for (const name of ['a.txt', 'b.txt']) {
      await upload(ada, Buffer.from(name), { filename: name, parent: folder.id });
    }
    expect(await storedKeys()).toHaveLength(2);
    await deleteResources(ada, { collection: 'userIntranet', ids: [folder.id] });
    const { rows } = await db().execute<{ data: { keys: string[] } }>(
      sql`select data from pgboss.job where name = ${removeFiles.name}`,
    );
    for (const { data } of rows) await removeFiles.run(data);
    expect(await storedKeys()).toEqual([]);
  });
});
