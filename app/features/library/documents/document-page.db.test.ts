import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import {
  loadDocumentPage,
  restoreFromForm,
} from '~/features/library/documents/document-page.server';
import { extractText } from '~/features/library/reading/extract-text.job.server';
import { readPages } from '~/features/library/reading/pages.server';
import { fileStore } from '~/platform/files/file-store.server';
import { person } from '../../../../tests/support/people/person';

async function keepText(bytes: Buffer) {
  const actor = await person();
  const { id, collection } = await makeDocument(db(), {
    user: actor.id,
    storageExtension: 'txt',
    bytes: bytes.length,
  });
  await fileStore().put(`${collection}/${id}/document.txt`, bytes);
  return { actor, id };
}

test('of a text that is too long for a page the beginning is shown', async () => {
  const { actor, id } = await keepText(Buffer.from('The court decided. \n'.repeat(110_000)));
  const load = () => loadDocumentPage(actor, id, { search: new URLSearchParams(), language: 'en' });
  expect((await load()).content).toEqual({ kind: 'none' });
  await extractText.run({ document: id, version: 1 });
  expect((await load()).content).toMatchObject({
    kind: 'text',
    spans: [{ text: expect.stringMatching(/^The court decided\./) }],
  });
});

test('of a text of very many characters the beginning is read, to the end of a line', async () => {
  const lineEnds = Buffer.alloc(20_000_000, '\n');
  const { actor, id } = await keepText(
    Buffer.concat([Buffer.from('Before'), lineEnds, Buffer.from('after')]),
  );
  await extractText.run({ document: id, version: 1 });
  expect(await readPages(actor, id)).toEqual(['Before']);
});

test('a version with a number beyond all numbers is refused as a form that is wrong', async () => {
  const actor = await person();
  const { id } = await makeDocument(db(), { user: actor.id });
  const form = { intent: 'restore', number: '1', current: '1' };
  for (const field of ['number', 'current'] as const) {
    const sent = new FormData();
    for (const [name, value] of Object.entries({ ...form, [field]: '2147483648' })) {
      sent.set(name, value);
    }
    expect(await restoreFromForm(actor, id, sent)).toMatchObject({ init: { status: 400 } });
  }
});
