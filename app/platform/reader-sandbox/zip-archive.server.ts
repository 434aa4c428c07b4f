import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** No part of a document is larger than this, and no document has more parts. */
const longestEntry = 32 * 1024 * 1024;
const longestSum = 128 * 1024 * 1024;
const maxEntries = 5_000;

/** Thrown for archives that are damaged or unpack to more than a document ever does. */
export class ZipError extends Error {}

type Part = { name: string; read: () => Promise<Buffer> };

/**
 * The files in an archive in memory, one after the other. None gives more than it states: yauzl ends
 * the unpacking there (`validateEntrySizes`), so a small file cannot fill the memory.
 */
async function* partsOf(archive: Buffer): AsyncGenerator<Part> {
  const zip = await orZipError(fromBufferPromise(archive));
  if (zip.entryCount > maxEntries) throw new ZipError('too many entries');
  const entries = zip.eachEntry();
  for (;;) {
    const { done, value: entry } = await orZipError(entries.next());
    if (done) return;
    const read = async () => {
      if (entry.uncompressedSize > longestEntry) throw new ZipError('an entry is too large');
      return buffer(await zip.openReadStreamPromise(entry));
    };
    yield { name: entry.fileName, read: () => orZipError(read()) };
  }
}

async function orZipError<Value>(value: Promise<Value>): Promise<Value> {
  try {
    return await value;
  } catch (cause) {
    if (cause instanceof ZipError) throw cause;
    throw new ZipError('damaged', { cause });
  }
}

/** One file out of an archive. @throws ZipError also when there is none of this name */
export async function readZipEntry(archive: Buffer, name: string): Promise<Buffer> {
  for await (const part of partsOf(archive)) if (part.name === name) return part.read();
  throw new ZipError(`no ${name} inside`);
}

/** All files of an archive whose name fits. */
export async function readZipEntries(archive: Buffer, name: RegExp): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const part of partsOf(archive)) {
    if (name.test(part.name)) found.push(await part.read());
  }
  return found;
}

/**
 * Makes sure an archive unpacks to a modest size before a library unpacks it all.
 * @param mostMarks tags and attributes in all its XML: a library makes an object of each
 */
export async function requireModestZip(archive: Buffer, mostMarks: number): Promise<void> {
  let sum = 0;
  let marks = 0;
  for await (const { name, read } of partsOf(archive)) {
    const bytes = await read();
    sum += bytes.length;
    if (sum > longestSum) throw new ZipError('unpacks to too much');
    if (/\.(xml|rels)$/i.test(name)) marks += countMarks(bytes);
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
