import { expect, test } from 'vitest';
import { zipOf } from '../../../tests/support/files/word-file';
import { readZipEntries, readZipEntry, requireModestZip } from './zip-archive.server';

/** The place of the sizes in the central directory, behind the signature (APPNOTE.TXT 4.3.12). */
function withStatedSize(archive: Buffer, size: number): Buffer {
  const changed = Buffer.from(archive);
  const entry = changed.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  changed.writeUInt32LE(size, entry + 24);
  return changed;
}

test('a file is found by its name, several by a pattern', async () => {
  const archive = await zipOf({ 'a.xml': 'one', 'word/b.xml': 'two', 'word/c.txt': 'three' });
  expect((await readZipEntry(archive, 'a.xml')).toString()).toBe('one');
  expect((await readZipEntries(archive, /^word\//)).map(String)).toEqual(['two', 'three']);
  await expect(readZipEntry(archive, 'd.xml')).rejects.toThrow('no d.xml inside');
});

test('a file that unpacks to more than it states is refused', async () => {
  const archive = await zipOf({ 'a.xml': 'x'.repeat(100_000) });
  await expect(readZipEntry(withStatedSize(archive, 10), 'a.xml')).rejects.toThrow('damaged');
  await expect(requireModestZip(withStatedSize(archive, 10), 10)).rejects.toThrow('damaged');
});

test('a file that is too large is refused before it is unpacked', async () => {
  const archive = await zipOf({ 'a.xml': 'x'.repeat(1_000) });
  const stated = withStatedSize(archive, 33 * 1024 * 1024);
  await expect(readZipEntry(stated, 'a.xml')).rejects.toThrow('an entry is too large');
});

test('an archive that unpacks to too much, or to too many tags or files, is refused', async () => {
  const large = 'x'.repeat(30 * 1024 * 1024);
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, large]));
  await expect(requireModestZip(await zipOf(many), 10)).rejects.toThrow('unpacks to too much');
  const tags = await zipOf({ 'a.xml': '<a b="c"/>'.repeat(6) });
  await requireModestZip(tags, 12);
  await expect(requireModestZip(tags, 11)).rejects.toThrow('has too many tags');
  const files = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`f${at}`, '']));
  await expect(readZipEntry(await zipOf(files), 'f1')).rejects.toThrow('too many entries');
});

test('what is cut off or is no archive is refused', async () => {
  const archive = await zipOf({ 'a.xml': 'one' });
  for (const bytes of [Buffer.alloc(0), archive.subarray(0, archive.length - 10), Buffer.from('x')])
    await expect(readZipEntry(bytes, 'a.xml')).rejects.toThrow('damaged');
});
