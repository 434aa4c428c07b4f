import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadDocumentPage } from '~/features/library/documents/document-page.server';
import { textOfFile } from '~/features/library/reading/document-text.server';
import { extractText } from '~/features/library/reading/extract-text.job.server';
import { pdfReader } from '~/features/library/reading/pdf-text.server';
import {
  ReaderMissing,
  readWithProgram,
  startProgram,
} from '~/platform/reader-sandbox/reader-program.server';
import { readWordDocument } from '~/features/library/reading/word-preview.server';
import { fileStore } from '~/platform/files/file-store.server';
import { lineOf, pdfOf } from '../../../../tests/support/files/pdf-file';
import { person } from '../../../../tests/support/people/person';
import { stored } from '../../../../tests/support/files/stored-file';
import { paragraphOf, wordFileOf, zipOf } from '../../../../tests/support/files/word-file';

const most = { time: 60_000, memory: 300_000_000, answer: 1_000_000 };
const files = {
  pdf: () => pdfOf(lineOf('Words')),
  docx: () => wordFileOf(paragraphOf('Words')),
  odt: () => zipOf({ 'content.xml': '<x><office:body><text:p>Words</text:p></office:body></x>' }),
  txt: async () => Buffer.from('Words'),
};
const kinds = ['pdf', 'docx', 'odt', 'txt'] as const;

async function waitingDocument(extension: keyof typeof files) {
  const actor = await person();
  const bytes = await files[extension]();
  const { id, collection } = await makeDocument(db(), {
    user: actor.id,
    storageExtension: extension,
    textState: 'waiting',
    bytes: bytes.length,
  });
  await fileStore().put(`${collection}/${id}/document.${extension}`, bytes);
  return { actor, id };
}

async function textStateOf(id: string): Promise<string | null | undefined> {
  const [row] = await db()
    .select({ textState: schema.intranetResources.textState })
    .from(schema.intranetResources)
    .where(eq(schema.intranetResources.id, id));
  return row?.textState;
}

/** Until it is called, or the test has ended, no program can be started. */
function withoutPrograms(): () => void {
  const program = process.execPath;
  const again = () => (process.execPath = program);
  process.execPath = join(tmpdir(), 'no-such-program');
  onTestFinished(() => void again());
  return again;
}

test.each([
  ['PDFs', pdfReader.folders],
  ['Word and OpenDocument files', []],
])(
  'the program that reads %s has no secrets, reads no other file, writes none and starts nothing',
  async (_name, folders) => {
    const source = `
      import { spawnSync } from 'node:child_process';
      import { readFileSync, writeFileSync } from 'node:fs';
      const codeOf = (act) => { try { act(); return 'done'; } catch ({ code }) { return code; } };
      process.send({
        variables: Object.keys(process.env),
        codes: [
          codeOf(() => readFileSync('/etc/passwd')),
          codeOf(() => readFileSync(${JSON.stringify(resolve('package.json'))})),
          codeOf(() => writeFileSync(${JSON.stringify(join(tmpdir(), 'not-there.txt'))}, '')),
          codeOf(() => spawnSync('ls')),
        ],
      });
    `;
    const reader = startProgram({ source, folders });
    const [said] = await once(reader, 'message');
    expect(said.codes).toEqual(Array.from({ length: 4 }, () => 'ERR_ACCESS_DENIED'));
    expect(said.variables).not.toContain('PATH');
    expect(said.variables.filter((name: string) => /SECRET|DATABASE|URL/.test(name))).toEqual([]);
    reader.kill('SIGKILL');
  },
);

test.each(kinds)('while no program can be started nothing is said against a %s', async (kind) => {
  const { id } = await waitingDocument(kind);
  const again = withoutPrograms();
  await expect(extractText.run({ document: id, version: 1 })).rejects.toThrow('no reader');
  again();
  expect(await textStateOf(id)).toBe('waiting');
  await extractText.run({ document: id, version: 1 });
  expect(await textStateOf(id)).toBe('found');
});

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'a reader that %s has ended, as with the service, says nothing against a file',
  async (signal) => {
    const source = `process.kill(process.pid, '${signal}'); setInterval(() => undefined, 1_000);`;
    const reading = readWithProgram({ source }, stored(Buffer.from('x')), most);
    await expect(reading).rejects.toThrow(ReaderMissing);
  },
);

test('a reader that breaks down over a file says that it cannot be read', async () => {
  const reading = readWithProgram({ source: 'process.abort()' }, stored(Buffer.from('x')), most);
  await expect(reading).rejects.toThrow('cannot be read');
});

test.each(kinds)(
  'a %s whose reader was ended with the service is read after the restart',
  async (kind) => {
    const { id } = await waitingDocument(kind);
    const reading = extractText.run({ document: id, version: 1 });
    await endReaders();
    await expect(reading).rejects.toThrow('the reader was ended');
    expect(await textStateOf(id)).toBe('waiting');
    await extractText.run({ document: id, version: 1 });
    expect(await textStateOf(id)).toBe('found');
  },
);

/** Ends the first program that this process starts, as a stop of all processes of a service does. */
async function endReaders(): Promise<void> {
  await vi.waitFor(
    () => {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
      const readers = children.split(' ').filter((pid) => pid && isReader(pid));
      expect(readers).not.toEqual([]);
      for (const pid of readers) process.kill(Number(pid), 'SIGTERM');
    },
    { timeout: 30_000, interval: 1 },
  );
}

const isReader = (pid: string) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--permission');

test('a Word file that no program can read now is not called damaged', async () => {
  const { actor, id } = await waitingDocument('docx');
  const load = () => loadDocumentPage(actor, id, { search: new URLSearchParams(), language: 'en' });
  const again = withoutPrograms();
  expect((await load()).content).toEqual({ kind: 'none' });
  again();
  expect((await load()).content).toMatchObject({ kind: 'word' });
});

test.each(kinds)('a %s that stops coming is read another time', async (kind) => {
  const { id } = await waitingDocument(kind);
  const line = new Readable({ read: () => undefined });
  vi.spyOn(fileStore(), 'getStream').mockImplementationOnce(async () => {
    setImmediate(() => line.destroy(new Error('the store is away')));
    return line;
  });
  await expect(extractText.run({ document: id, version: 1 })).rejects.toThrow('the store is away');
  expect(await textStateOf(id)).toBe('waiting');
});

test('a program that has answered is waited for no longer', async () => {
  const source = `process.stdout.write('{"answer":"words"}\\n'); setInterval(() => undefined, 1_000);`;
  const reading = readWithProgram({ source }, stored(Buffer.from('x')), most);
  await expect(reading).resolves.toBe('words');
});

test('a program that says too much is given up', async () => {
  const source = `process.stdout.write('x'.repeat(2_000_000));`;
  await expect(readWithProgram({ source }, stored(Buffer.from('x')), most)).rejects.toThrow(
    'says too much',
  );
});

test('a Word file that takes too much memory or time is given up, and the site goes on meanwhile', async () => {
  const bytes = await wordFileOf(`<w:p><w:r>${'<w:t>x</w:t>'.repeat(100_000)}</w:r></w:p>`);
  expect(bytes.length).toBeLessThan(10_000);
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  await readWordDocument(bytes, { ...most, answer: 10_000_000 });
  clearInterval(turning);
  // Reading it takes a second; one that holds up the site leaves no turn.
  expect(turns).toBeGreaterThan(50);
  await expect(readWordDocument(bytes, { ...most, memory: 80_000_000 })).rejects.toThrow(
    'takes too much memory',
  );
  await expect(readWordDocument(bytes, { ...most, time: 100 })).rejects.toThrow('takes too long');
});

test('XML as deep as it can be is refused, or read as text', async () => {
  const depth = 70_000;
  const deep = await wordFileOf(
    `${'<w:sdt><w:sdtContent>'.repeat(depth)}${paragraphOf('innermost')}${'</w:sdtContent></w:sdt>'.repeat(depth)}`,
  );
  await expect(readWordDocument(deep)).rejects.toThrow('cannot be read');
  expect((await textOfFile('docx', stored(deep)))?.pages).toEqual(['innermost']);
});

test.each([
  ['an address that runs something', { text: 'x', link: 'javascript:alert(1)' }],
  ['a picture that is none', { text: 'x', picture: 'data:image/svg+xml;base64,PHN2Zz4=' }],
  ['a picture of another site', { text: 'x', picture: 'https://elsewhere.example/x.png' }],
  ['what nobody knows', { text: 'x', html: '<b>' }],
])('%s is not taken from a program that reads', async (_name, span) => {
  const said = { answer: { blocks: [{ kind: 'paragraph', spans: [span] }], footnotes: [] } };
  vi.doMock('~/features/library/reading/word-preview.reader.server.ts?program', () => ({
    default: `process.stdout.write(${JSON.stringify(JSON.stringify(said))}, () => process.exit())`,
  }));
  onTestFinished(() =>
    vi.doUnmock('~/features/library/reading/word-preview.reader.server.ts?program'),
  );
  vi.resetModules();
  const { readWordDocument: read } = await import('~/features/library/reading/word-preview.server');
  const bytes = readFileSync('tests/documents/docx-textbox-footnote-en.docx');
  await expect(read(bytes)).rejects.toThrow(/"path"/);
});
