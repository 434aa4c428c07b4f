import { inflateRawSync } from 'node:zlib';

type ZipEntry = { name: string; method: number; start: number; packed: number };

/** No part of a document is larger than this, and no document has more parts. */
const longestEntry = 32 * 1024 * 1024;
const longestSum = 128 * 1024 * 1024;
const mostEntries = 5_000;

/** Thrown for archives that are damaged or unpack to more than a document ever does. */
export class ZipError extends Error {}

/**
 * The entries of a ZIP archive in memory (APPNOTE.TXT 4.3). Sizes the archive states are not
 * believed: unpacking stops at a limit, so a small file cannot fill the memory.
 */
function listEntries(archive: Buffer): ZipEntry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > archive.length) throw new ZipError('no end of central directory');
  const count = archive.readUInt16LE(end + 10);
  if (count > mostEntries) throw new ZipError('too many entries');
  let at = archive.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== 0x02014b50) {
      throw new ZipError('damaged central directory');
    }
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    );
    const header = archive.readUInt32LE(at + 42);
    if (header + 30 > archive.length) throw new ZipError('damaged entry');
    const start =
      header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)),
      method: archive.readUInt16LE(at + 10),
      start,
      packed: archive.readUInt32LE(at + 20),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

function unpack(archive: Buffer, { method, start, packed }: ZipEntry): Buffer {
  const bytes = archive.subarray(start, start + packed);
  if (method === 0) return bytes;
  if (method !== 8) throw new ZipError('unknown compression');
  try {
    return inflateRawSync(bytes, { maxOutputLength: longestEntry });
  } catch (error) {
    throw new ZipError('an entry is damaged or too large', { cause: error });
  }
}

/** One file out of an archive. @throws ZipError also when there is none of this name */
export function readZipEntry(archive: Buffer, name: string): Buffer {
  const entry = listEntries(archive).find((one) => one.name === name);
  if (!entry) throw new ZipError(`no ${name} inside`);
  return unpack(archive, entry);
}

/** All files of an archive whose name fits. */
export function readZipEntries(archive: Buffer, name: RegExp): Buffer[] {
  return listEntries(archive)
    .filter((entry) => name.test(entry.name))
    .map((entry) => unpack(archive, entry));
}

/**
 * Makes sure an archive unpacks to a modest size before a library unpacks it all.
 * @param mostMarks tags and attributes in all its XML: a library makes an object of each
 */
export function requireModestZip(archive: Buffer, mostMarks: number): void {
  let sum = 0;
  let marks = 0;
  for (const entry of listEntries(archive)) {
    const bytes = unpack(archive, entry);
    sum += bytes.length;
    if (sum > longestSum) throw new ZipError('unpacks to too much');
    if (/\.(xml|rels)$/i.test(entry.name)) marks += countMarks(bytes);
    if (marks > mostMarks) throw new ZipError('has too many tags');
  }
}

const [opens, ends, gives] = [0x3c, 0x2f, 0x3d];

/** Tags that open something and attributes: `<` without a slash after it, and `=`. */
function countMarks(xml: Buffer): number {
  let marks = 0;
  for (let at = xml.indexOf(opens); at >= 0; at = xml.indexOf(opens, at + 1)) {
    if (xml[at + 1] !== ends) marks += 1;
  }
  for (let at = xml.indexOf(gives); at >= 0; at = xml.indexOf(gives, at + 1)) marks += 1;
  return marks;
}
