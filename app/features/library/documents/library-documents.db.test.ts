import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { eq } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { deleteResources, previewDeletion } from '~/features/library/trash/deletion.server';
import { openFolderStream } from '~/features/library/intranet/live.server';
import {
  listSiblings,
  moveResources,
  renameResource,
} from '~/features/library/intranet/intranet.server';
import { attachment, fileNameOf } from './content-disposition';
import { parseRange } from '~/features/library/documents/byte-range';
import { fileStore } from '~/platform/files/file-store.server';
import { judgmentFields } from '~/features/library/details/details-fields';
import { detailsSchema } from '~/features/library/details/details-schema';
import { fittingProposals, valuesOf } from '~/features/library/details/details-values';
import { proposeDetails, updateDetails } from '~/features/library/details/details.server';
import { loadDocumentPage } from '~/features/library/documents/document-page.server';
import { findDuplicate, getDocument, getFile } from '~/features/library/documents/documents.server';
import { extractText } from '~/features/library/reading/extract-text.job.server';
import { readPages } from '~/features/library/reading/pages.server';
import { restoreVersion } from '~/features/library/documents/versions.server';
import { readWordDocument } from '~/features/library/reading/word-preview.server';
import { openZip } from '~/features/library/documents/zip.server';
import { person } from '../../../../tests/support/people/person';

const { documentVersions: versions, intranetResources: resources } = schema;

let ada: SignedInActor;
let ben: SignedInActor;
let admin: SignedInActor;
beforeAll(async () => {
  [ada, ben, admin] = [await person(), await person(), await person('ADMIN')];
});

/** Every document function, on the document or folder of this id. */
const doors: [string, (actor: Actor, id: string, folder: string) => unknown][] = [
  [
    'page',
    (actor, id) => loadDocumentPage(actor, id, { search: new URLSearchParams(), language: 'en' }),
  ],
  ['document', (actor, id) => getDocument(actor, id)],
  ['file', (actor, id) => getFile(actor, id)],
  ['earlier file', (actor, id) => getFile(actor, id, 1)],
  ['ZIP of a document', (actor, id) => openZip(actor, [id])],
  ['ZIP of its folder', (actor, _id, folder) => openZip(actor, [folder])],
  ['deletion numbers', (actor, id) => previewDeletion(actor, [id])],
  ['deletion', (actor, id) => deleteResources(actor, { collection: 'adminIntranet', ids: [id] })],
  [
    'deletion as the other area',
    (actor, id) => deleteResources(actor, { collection: 'userIntranet', ids: [id] }),
  ],
  ['renaming', (actor, id) => renameResource(actor, { id, version: 1, title: 'x' })],
  [
    'moving',
    (actor, id) => moveResources(actor, { collection: 'userIntranet', ids: [id], to: null }),
  ],
  ['restoring a version', (actor, id) => restoreVersion(actor, { id, number: 1 })],
  [
    'live',
    (actor, _id, folder) =>
      openFolderStream(
        actor,
        { collection: 'adminIntranet', folder },
        new Request('http://site.example'),
      ),
  ],
];

describe('documents of the administration are not there for others', () => {
  test.each(doors)('%s', async (_name, open) => {
    const folder = await makeFolder(db(), { collection: 'adminIntranet', user: admin.id });
    const { id } = await makeDocument(db(), {
      collection: 'adminIntranet',
      parent: folder.id,
      user: admin.id,
    });
    for (const actor of [ada, anonymous]) {
      const known = await Promise.resolve()
        .then(() => open(actor, id, folder.id))
        .catch((error: unknown) => error);
      const unknown = await Promise.resolve()
        .then(() => open(actor, crypto.randomUUID(), crypto.randomUUID()))
        .catch((error: unknown) => error);
      expect(known).toMatchObject({ status: 404 });
      expect(known).toEqual(unknown);
    }
    expect(await db().$count(resources, eq(resources.id, id))).toBe(1);
  });

  test('neither as neighbours, nor as identical files, nor by their text', async () => {
    const { id, sha256 } = await makeDocument(db(), {
      collection: 'adminIntranet',
      user: admin.id,
    });
    expect(await findDuplicate(ada, sha256 ?? '', crypto.randomUUID())).toBeNull();
    expect(await readPages(ada, id)).toEqual([]);
    const top = { parent: null, collection: 'adminIntranet' } as const;
    const look = { search: new URLSearchParams(), language: 'en' } as const;
    await expect(listSiblings(ada, top, look)).rejects.toMatchObject({ status: 404 });
    expect((await listSiblings(admin, top, look)).length).toBeGreaterThan(0);
  });
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
  await extractText.run({ document: document.id, version: 1 });
  return document;
}

test('ranges and names in headers', () => {
  expect(parseRange('bytes=0-3', 10)).toEqual({ start: 0, end: 3 });
  expect(parseRange('bytes=8-99', 10)).toEqual({ start: 8, end: 9 });
  expect(parseRange('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
  expect(parseRange('bytes=10-', 10)).toBe('unsatisfiable');
  for (const none of [null, 'bytes=5-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2']) {
    expect(parseRange(none, 10)).toBeNull();
  }
  expect(attachment('Απόφαση "1".pdf')).toBe(
    `attachment; filename="_______ _1_.pdf"; filename*=UTF-8''${encodeURIComponent('Απόφαση "1".pdf')}`,
  );
  expect(attachment('a\r\nX: y.pdf')).not.toMatch(/[\r\n]/);
  expect(fileNameOf('../a/b:c', 'pdf')).toBe('_a_b_c.pdf');
  expect(fileNameOf('Con', 'pdf')).toBe('_Con.pdf');
  expect(fileNameOf('Constitution', 'pdf')).toBe('Constitution.pdf');
  expect(fileNameOf('bill\u202Efdp', 'exe')).toBe('billfdp.exe');
  for (const letter of ['x', 'ή', 'e\u0301', '判', '😀', '👩‍⚖️']) {
    const name = fileNameOf(`a${letter.repeat(200)}`, 'docx');
    expect(Buffer.byteLength(name), letter).toBeLessThanOrEqual(240);
    expect(name, letter).toMatch(new RegExp(`^a(${letter})+\\.docx$`, 'u'));
  }
  expect(fileNameOf(`${'ή'.repeat(117)} ή`, 'pdf')).toBe(`${'ή'.repeat(117)}.pdf`);
});

test('what is not read is not called a scan', async () => {
  const stateOf = async ({ id }: { id: string }) => (await getDocument(ada, id)).document.textState;
  expect(await stateOf(await keep('notes.rtf', Buffer.from('{\\rtf1 words}')))).toBe('unread');
  const photo = await keep('a.jpg', Buffer.from('picture'), { mediaType: 'image/jpeg' });
  expect(await stateOf(photo)).toBe('none');
});

test('the documents beside one are those of the list, in its order', async () => {
  const folder = await makeFolder(db(), { user: ada.id });
  for (const [position, title] of ['Zebra 10', 'apple', 'Äpfel', 'Zebra 9', 'banana'].entries()) {
    const kind = title.startsWith('Z') ? ('minutes' as const) : ('other' as const);
    const metadata = { schema: 1 as const, kind };
    const made = { parent: folder.id, title, user: ada.id, bytes: 10 - position, metadata };
    await makeDocument(db(), made);
  }
  await makeFolder(db(), { user: ada.id, parent: folder.id });
  const place = { parent: folder.id, collection: 'userIntranet' } as const;
  const beside = async (search: string, language: 'en' | 'de' = 'en', id?: string) =>
    listSiblings(
      ada,
      { ...place, ...(id ? { id } : {}) },
      { search: new URLSearchParams(search), language },
    );
  const titles = async (...look: Parameters<typeof beside>) =>
    (await beside(...look)).map(({ title }) => title);
  expect(await titles('', 'de')).toEqual(['Äpfel', 'apple', 'banana', 'Zebra 9', 'Zebra 10']);
  expect(await titles('sort=bytes')).toEqual(['banana', 'Zebra 9', 'Äpfel', 'apple', 'Zebra 10']);
  expect(await titles('sort=bytes&order=descending&kind=minutes')).toEqual(['Zebra 10', 'Zebra 9']);
  // One that the filter does not show has the whole list around it.
  const [apple] = await beside('', 'de');
  expect((await beside('kind=minutes', 'en', apple?.id)).length).toBe(5);
});

test('an earlier version is restored as a new version, by its owner only', async () => {
  const { id } = await keep('rules.txt', Buffer.from('first'));
  await expect(restoreVersion(ben, { id, number: 1 })).rejects.toMatchObject({ status: 409 });
  await restoreVersion(ada, { id, number: 1 });
  const rows = await db()
    .select()
    .from(versions)
    .where(eq(versions.document, id))
    .orderBy(versions.number);
  expect(rows.map(({ number, storageKey }) => [number, storageKey])).toEqual([
    [1, `userIntranet/${id}/document.txt`],
    [2, `userIntranet/${id}/document.txt`],
  ]);
  expect((await getDocument(ben, id)).document).toMatchObject({
    fileVersion: 2,
    textState: 'waiting',
  });
  // Both have one file.
  expect(await previewDeletion(ada, [id])).toMatchObject({ documents: 1, bytes: 5 });
});

test('a Word document becomes blocks of text, never HTML', async () => {
  const { blocks, footnotes } = await readWordDocument(
    readFileSync('tests/documents/docx-textbox-footnote-en.docx'),
  );
  const text = JSON.stringify(blocks);
  expect(footnotes.length).toBeGreaterThan(0);
  expect(JSON.stringify(footnotes)).toMatch(/footnote/i);
  expect(text).toContain('"note":1');
  expect(text).toContain('Bullet 1');
  expect(text).not.toMatch(/<\w+/);
  expect(blocks.some(({ kind }) => kind === 'table')).toBe(true);
  await expect(readWordDocument(readFileSync('tests/documents/zip-recursive.zip'))).rejects.toThrow(
    Error,
  );
});

test('a document that unpacks to far too much is neither read nor shown', async () => {
  const zip = new ZipFile();
  for (const name of ['word/document.xml', 'content.xml', 'word/media/a.png', 'b', 'c']) {
    zip.addBuffer(Buffer.alloc(65 * 1024 * 1024), name);
  }
  zip.end();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const bomb = Buffer.concat(await output.toArray());
  expect(bomb.length).toBeLessThan(1_000_000);
  await expect(readWordDocument(bomb)).rejects.toThrow(Error);
  const { id } = await keep('bomb.docx', bomb);
  const { id: other } = await keep('bomb.odt', bomb);
  for (const one of [id, other]) {
    expect((await getDocument(ben, one)).document.textState).toBe('failed');
    expect(await readPages(ben, one)).toEqual([]);
  }
});

describe('details', () => {
  const form = {
    version: '1',
    title: 'Google Spain',
    description: '',
    language: 'en',
    author: '',
    tags: 'search, search; names',
    kind: 'judgment',
    ecli: 'ecli:eu:C:2014:317',
    country: '',
    court: '',
    caseNumber: 'C-131/12',
    decidedOn: '2014-05-13',
    publishedOn: '',
    type: '',
    articles: '',
    keywords: '',
    outcome: '',
    fineAmount: '',
    fineCurrency: '',
    appealFrom: '',
    appealTo: '',
    sourceUrl: '',
    anonymised: '',
    anonymisedBy: '',
  };

  test('an ECLI fills country and court; a stale save and a stranger’s are refused', async () => {
    const { id } = await keep('a.txt', Buffer.from('text'));
    const details = detailsSchema.parse(form);
    await expect(updateDetails(ben, id, details)).rejects.toMatchObject({ status: 409 });
    await updateDetails(ada, id, details);
    const { document } = await getDocument(ben, id);
    expect(document).toMatchObject({
      tags: ['search', 'names'],
      metadata: {
        kind: 'judgment',
        judgment: {
          ecli: 'ECLI:EU:C:2014:317',
          country: 'EU',
          court: 'Court of Justice of the European Union',
        },
      },
    });
    await expect(updateDetails(ada, id, details)).rejects.toMatchObject({
      code: 'error.intranet-resource.stale',
    });
  });

  test('what is wrong is told, what is unknown refused', () => {
    expect(detailsSchema.safeParse({ ...form, ecli: 'ECLI:EU:C:14:317' }).success).toBe(false);
    expect(detailsSchema.safeParse({ ...form, sourceUrl: 'javascript:alert(1)' }).success).toBe(
      false,
    );
    expect(detailsSchema.safeParse({ ...form, user: ben.id }).success).toBe(false);
  });

  test('what belongs to a judgment is not dropped under another kind', () => {
    const paper = detailsSchema.safeParse({ ...form, kind: 'paper' });
    expect(paper.error?.issues).toMatchObject([
      { path: ['kind'], message: 'form.kind-of-judgment' },
    ]);
    const names = judgmentFields.map(({ name }) => [name, '']);
    const empty = { ...form, ...Object.fromEntries(names), kind: 'paper' };
    expect(detailsSchema.safeParse(empty).success).toBe(true);
    // Each field of the group counts.
    const some = { fineAmount: '5', fineCurrency: 'EUR', anonymised: 'yes' };
    for (const { name } of judgmentFields) {
      const value = { ...form, ...some, publishedOn: '2014-05-14' }[name];
      const one = detailsSchema.safeParse({ ...empty, [name]: value || 'https://a.example' });
      expect(one.success, name).toBe(false);
    }
  });

  test('dates and courts in other texts are not proposed as those of a judgment', () => {
    const minutes = { metadata: { schema: 1, kind: 'minutes' } } as const;
    const described = { version: 1, title: '', description: '', language: null, author: null };
    const document = { ...described, userName: 'Ada Example', tags: [], ...minutes };
    const found = { court: 'Conseil d’État', decidedOn: '2024-01-02', language: 'fr' };
    expect(fittingProposals(document, found)).toEqual({ language: 'fr' });
    const cited = { ...found, caseNumber: 'C-131/12' };
    expect(fittingProposals(document, cited)).toEqual(cited);
    expect(valuesOf(document, cited)).toMatchObject({ kind: 'judgment', court: found.court });
  });

  test('the text itself proposes ECLI, number, date and language', async () => {
    const text =
      'JUDGMENT OF THE COURT of 13 May 2014 in Case C-131/12, ECLI:EU:C:2014:317. The operator of a search engine is the controller of the processing that is carried out by it, and it is obliged to remove the links from the list of results.';
    const { id } = await keep('a.txt', Buffer.from(text));
    expect(await proposeDetails(ada, id)).toEqual({
      ecli: 'ECLI:EU:C:2014:317',
      country: 'EU',
      court: 'Court of Justice of the European Union',
      caseNumber: 'C-131/12',
      decidedOn: '2014-05-13',
      language: 'en',
    });
  });
});
