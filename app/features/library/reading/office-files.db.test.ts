import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadDocumentPage } from '~/features/library/documents/document-page.server';
import { textOfFile } from '~/features/library/reading/document-text.server';
import { stored } from '../../../../tests/support/files/stored-file';
import { extractText } from '~/features/library/reading/extract-text.job.server';
import type { WordBlock } from '~/features/library/preview/word-document';
import { readWordDocument } from '~/features/library/reading/word-preview.server';
import { fileStore } from '~/platform/files/file-store.server';
import { person } from '../../../../tests/support/people/person';
import {
  paragraphOf,
  wordFileOf,
  wordNames,
  zipOf,
} from '../../../../tests/support/files/word-file';

const textOf = async (extension: string, bytes: Buffer) =>
  (await textOfFile(extension, stored(bytes)))?.pages.join('\n');

test('the words of a Word file: paragraphs, tabs, boxes once, notes, nothing that was deleted', async () => {
  const box = `<mc:AlternateContent><mc:Choice Requires="wps"><w:t>In a box</w:t></mc:Choice><mc:Fallback><w:t>In a box</w:t></mc:Fallback></mc:AlternateContent>`;
  const file = await wordFileOf(
    `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Art. 15</w:t><w:tab/><w:t xml:space="preserve">access &amp; copy &#8212; </w:t></w:r></w:p><w:p><w:r><w:delText>gone</w:delText><w:instrText>PAGE</w:instrText>${box}</w:r></w:p>`,
    {
      'word/footnotes.xml': `<w:footnotes ${wordNames}><w:footnote>${paragraphOf('Case C-131/12')}</w:footnote></w:footnotes>`,
    },
  );
  expect(await textOf('docx', file)).toBe('Art. 15\taccess & copy — \nIn a box\n\nCase C-131/12');
  expect(
    await textOf('docx', readFileSync('tests/documents/docx-textbox-footnote-en.docx')),
  ).toContain('Bullet 1');
});

test('the words of an OpenDocument text, and of nothing around it', async () => {
  const file = await zipOf({
    'content.xml':
      '<office:document-content><office:meta>hidden</office:meta><office:body><text:h>Facts</text:h><text:p>One<text:s/>two<text:line-break/>three &lt;b&gt;</text:p></office:body></office:document-content>',
  });
  expect(await textOf('odt', file)).toBe('Facts\nOne two\nthree <b>');
});

test('a document names no file of the server and nothing that grows by itself', async () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'entity-')), 'secret.txt');
  writeFileSync(secret, 'words of the server');
  const grows = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY g${at + 1} "${`&g${at};`.repeat(10)}">`,
  );
  const declared = `<!DOCTYPE x [<!ENTITY file SYSTEM "file://${secret}"><!ENTITY g0 "grown">${grows.join('')}]>`;
  const words = 'Before &file; &g9; after';
  const word = await wordFileOf('', {
    'word/document.xml': `<?xml version="1.0"?>${declared}<w:document ${wordNames}><w:body>${paragraphOf(words)}</w:body></w:document>`,
  });
  const open = await zipOf({
    'content.xml': `<?xml version="1.0"?>${declared}<x><office:body><text:p>${words}</text:p></office:body></x>`,
  });
  const shown = await readWordDocument(word).then(
    (blocks) => JSON.stringify(blocks),
    () => 'refused',
  );
  const texts = [await textOf('docx', word), await textOf('odt', open), shown];
  for (const text of texts) {
    expect(text).not.toMatch(/words of the server|growngrown/);
    expect(text?.length).toBeLessThan(1_000);
  }
  expect(texts[0]).toContain('Before');
});

/** Small files that would keep a careless reader busy for hours, or fill the memory. */
const many = 3_000_000;
test.each([
  ['brackets that are never closed', '<'.repeat(many)],
  ['beginnings of a body without an end', '<office:body '.repeat(many / 10)],
  ['beginnings of a body, closed', '<office:body >'.repeat(many / 10)],
  ['signs that begin a character and do not end', `<office:body>${'&#x'.repeat(many)}`],
  ['fallbacks in fallbacks', '<mc:Fallback>'.repeat(many / 10)],
  ['empty paragraphs', '<w:p/>'.repeat(many / 10)],
])('%s are read in one pass', async (_name, xml) => {
  const files = { 'content.xml': xml, 'word/document.xml': xml };
  const bytes = await zipOf(files);
  for (const extension of ['odt', 'docx']) {
    const text = await textOf(extension, bytes).catch(() => 'refused');
    expect(text?.length).toBeLessThan(many * 4);
  }
});

test('a Word file of very many parts is shown by its text alone', async () => {
  const actor: SignedInActor = await person();
  const bytes = await wordFileOf(`${paragraphOf('The last words')}${'<w:p/>'.repeat(200_000)}`);
  expect(bytes.length).toBeLessThan(10_000);
  await expect(readWordDocument(bytes)).rejects.toThrow('too many tags');
  const { id, collection } = await makeDocument(db(), {
    title: 'Long',
    user: actor.id,
    storageExtension: 'docx',
    bytes: bytes.length,
  });
  await fileStore().put(`${collection}/${id}/document.docx`, bytes);
  await extractText.run({ document: id, version: 1 });
  const { content } = await loadDocumentPage(actor, id, {
    search: new URLSearchParams(),
    language: 'en',
  });
  expect(content).toEqual({ kind: 'text', spans: [{ text: 'The last words' }] });
});

test('raised, lowered and struck words of a Word file are shown as such', async () => {
  const run = (properties: string, words: string) =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t>${words}</w:t></w:r>`;
  const { blocks } = await readWordDocument(
    await wordFileOf(
      `<w:p>${run('<w:vertAlign w:val="superscript"/>', '2')}${run('<w:vertAlign w:val="subscript"/>', 'n')}${run('<w:strike/>', 'old')}</w:p>`,
    ),
  );
  expect(blocks).toEqual([
    {
      kind: 'paragraph',
      spans: [
        { text: '2', raised: 'sup' },
        { text: 'n', raised: 'sub' },
        { text: 'old', strike: true },
      ],
    },
  ]);
});

test('tables in tables in tables are shown as far as a page can', async () => {
  const levels = 60;
  const file = await wordFileOf(
    `${'<w:tbl><w:tr><w:tc>'.repeat(levels)}${paragraphOf('innermost')}${'</w:tc></w:tr></w:tbl>'.repeat(levels)}`,
  );
  const { blocks } = await readWordDocument(file);
  const depthOf = (inside: readonly WordBlock[]): number =>
    Math.max(
      0,
      ...inside.map((block) =>
        block.kind === 'table'
          ? 1 + depthOf(block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)))
          : 0,
      ),
    );
  expect(depthOf(blocks)).toBe(5);
  expect(JSON.stringify(blocks)).toContain('innermost');
});

test.each([
  ['brackets that are never closed', '<'.repeat(many)],
  ['thousands of errors', '<x>&nothing;</y>'.repeat(2_000)],
])('%s are no XML', async (_name, xml) => {
  const bytes = await zipOf({ 'content.xml': xml, 'word/document.xml': xml });
  for (const extension of ['odt', 'docx']) {
    await expect(textOf(extension, bytes)).rejects.toThrow('no XML inside');
  }
});
