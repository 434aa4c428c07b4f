import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileTypeFromStream } from 'file-type';
import { namesInCompoundFile } from './compound-file';
import { extensionOf, fileTypeOf, isImage } from '~/features/library/resources/file-types';
import { imageSize } from './image-size';
import { fileStore } from '~/platform/files/file-store.server';
import { requireNoVirus } from '~/platform/files/virus-scanner.server';
import { UploadRefusal } from '~/features/library/uploads/refusal.server';

export type FileFacts = { extension: string; mediaType: string; bytes: number; sha256: string };

const headLength = 256 * 1024;
/** About the largest camera picture; larger ones may exhaust the viewer's memory. */
const maxPixels = 100_000_000;

/**
 * Looks at what really arrived.
 * @param upload the id of a complete upload, the name it came with and its length
 * @param digest its sha256 when that is known; without it the whole file is read
 * @throws UploadRefusal, AppError when the content does not agree with the name, or may not be kept
 */
export async function inspectUpload(
  upload: { id: string; fileName: string; bytes: number },
  digest: string | null,
): Promise<FileFacts> {
  const extension = extensionOf(upload.fileName);
  const type = fileTypeOf(extension);
  if (!type) throw new UploadRefusal('error.storage/type-not-allowed');
  const stream = await fileStore().readUpload(upload.id);
  const { bytes, sha256, head } = digest
    ? { bytes: upload.bytes, sha256: digest, head: await readHead(stream) }
    : await readThrough(stream);
  if (bytes === 0) throw new UploadRefusal('error.storage/empty-file');
  const found = await contentOf(upload.id, head);
  if (!found || !type.inside.includes(found) || !(await hasParts(upload, type.parts))) {
    throw new UploadRefusal('error.storage/type-mismatch');
  }
  if (isImage(type.mediaType)) {
    const size = imageSize(head);
    if (!size || size.width * size.height > maxPixels) {
      throw new UploadRefusal('error.storage/image-too-large');
    }
  }
  await requireNoVirus(() => fileStore().readUpload(upload.id));
  return { extension, mediaType: type.mediaType, bytes, sha256 };
}

async function readThrough(stream: Readable) {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk);
    if (bytes < headLength) head.push(part.subarray(0, headLength - bytes));
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex'), head: Buffer.concat(head) };
}

async function readHead(stream: Readable): Promise<Buffer> {
  const head: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    head.push(Buffer.from(chunk));
    bytes += chunk.length;
    // Leaving the loop ends the reading.
    if (bytes >= headLength) break;
  }
  return Buffer.concat(head).subarray(0, headLength);
}

/** A table that is called a letter has the container of one, and nothing of what it holds. */
async function hasParts(
  { id, bytes }: { id: string; bytes: number },
  parts: readonly string[] | undefined,
): Promise<boolean> {
  if (!parts) return true;
  const names = await namesInCompoundFile(async (start, length) => {
    const end = Math.min(start + length, bytes) - 1;
    if (end < start) return new Uint8Array();
    const stream = await fileStore().readUpload(id, { start, end });
    return Buffer.concat(await stream.toArray());
  });
  return parts.some((part) => names.has(part.toLowerCase()));
}

/** The media type by the signature inside, `text` for readable text, null for anything else. */
async function contentOf(id: string, head: Buffer): Promise<string | null> {
  const stream = await fileStore().readUpload(id);
  try {
    const found = await fileTypeFromStream(Readable.toWeb(stream));
    if (found && found.mime !== 'application/xml') return found.mime;
  } catch {
    // A damaged archive: it is not what it claims to be.
    return null;
  } finally {
    stream.destroy();
  }
  return isText(head) ? 'text' : null;
}

/** Text of any usual encoding; pages and drawings with markup are told apart by their beginning. */
function isText(head: Buffer): boolean {
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (!hasMark && head.includes(0)) return false;
  const beginning = head.toString('latin1', 0, 1024).trimStart().toLowerCase();
  return !/^(\xef\xbb\xbf)?\s*<(!doctype|html|svg|script|\?xml|iframe|body|head)/.test(beginning);
}
