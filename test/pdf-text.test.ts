import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { extractText } from '~/features/documents/extract-text.job.server';
import { readPdfText, startReader } from '~/features/documents/pdf-text.server';
import { fileStore } from '~/platform/file-store.server';
import { lineOf, pdfOf } from './pdf-file';
import { stored } from './stored-file';

test('the words of a page', async () => {
  const { pages, pageCount } = await readPdfText(stored(pdfOf(lineOf('Article 15 gives access'))));
  expect(pages.map((page) => page.trim())).toEqual(['Article 15 gives access']);
  expect(pageCount).toBe(1);
});

test('of a page made to be endless as much as is kept; the site goes on meanwhile', async () => {
  const file = pdfOf(lineOf('words and words'), 400_000);
  expect(file.length).toBeLessThan(100_000);
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  const { pages } = await readPdfText(stored(file));
  clearInterval(turning);
  expect(pages[0]).toHaveLength(200_000);
  // Reading it takes seconds; one that holds up the site leaves no turn.
  expect(turns).toBeGreaterThan(50);
});

test.each([
  ['memory', { time: 60_000, memory: 110_000_000 }, 'takes too much memory'],
  ['time', { time: 300, memory: Infinity }, 'takes too long'],
])('a file that takes too much %s is given up', async (_name, most, why) => {
  const file = pdfOf(' '.repeat(1_000), 300_000);
  expect(file.length).toBeLessThan(1_000_000);
  await expect(readPdfText(stored(file), most)).rejects.toThrow(why);
});

test('the program that reads has no secrets, reads no other file, writes none and starts nothing', async () => {
  const reader = startReader(`
    import { spawnSync } from 'node:child_process';
    import { readFileSync, writeFileSync } from 'node:fs';
    const codeOf = (act) => { try { act(); return 'done'; } catch ({ code }) { return code; } };
    process.send({
      variables: Object.keys(process.env),
      codes: [
        codeOf(() => readFileSync(${JSON.stringify(resolve('package.json'))})),
        codeOf(() => writeFileSync(${JSON.stringify(join(tmpdir(), 'not-there.txt'))}, '')),
        codeOf(() => spawnSync('ls')),
      ],
    });
  `);
  const [said] = await once(reader, 'message');
  expect(said.codes).toEqual(Array.from({ length: 3 }, () => 'ERR_ACCESS_DENIED'));
  expect(said.variables).not.toContain('PATH');
  expect(said.variables.filter((name: string) => /SECRET|DATABASE|URL/.test(name))).toEqual([]);
});

test('what is damaged is refused', async () => {
  await expect(readPdfText(stored(Buffer.from('%PDF-1.7 and nothing else')))).rejects.toThrow(
    'cannot be read',
  );
});

test('while no reader can be started nothing is said against a file', async () => {
  const { id, collection } = await makeDocument(db(), {
    storageExtension: 'pdf',
    textState: 'waiting',
  });
  await fileStore().put(`${collection}/${id}/document.pdf`, pdfOf(lineOf('Words')));
  const program = process.execPath;
  process.execPath = join(tmpdir(), 'no-such-program');
  try {
    await expect(extractText.run({ document: id, version: 1 })).rejects.toThrow('no reader');
  } finally {
    process.execPath = program;
  }
  await extractText.run({ document: id, version: 1 });
  const [row] = await db()
    .select({ textState: schema.intranetResources.textState })
    .from(schema.intranetResources)
    .where(eq(schema.intranetResources.id, id));
  expect(row?.textState).toBe('found');
});

test('a file that stops coming is read another time; nothing is said against it', async () => {
  const { id } = await makeDocument(db(), { storageExtension: 'pdf', textState: 'waiting' });
  const line = new Readable({ read: () => undefined });
  vi.spyOn(fileStore(), 'getStream').mockImplementationOnce(async () => {
    setImmediate(() => line.destroy(new Error('the store is away')));
    return line;
  });
  await expect(extractText.run({ document: id, version: 1 })).rejects.toThrow('the store is away');
  const [row] = await db()
    .select({ textState: schema.intranetResources.textState })
    .from(schema.intranetResources)
    .where(eq(schema.intranetResources.id, id));
  expect(row?.textState).toBe('waiting');
});
