import type { PlacedFile } from './dropped-files';

type Place = {
  collection: string;
  folder: string | null;
  replaces?: string | undefined;
  current?: number | undefined;
};

/** Read at once while a file is hashed, so that the memory does not grow with it. */
const partBytes = 8 * 1024 * 1024;

/**
 * What tells a file and its place from others, hashed so that it says nothing by itself. Its bytes
 * belong to it: a file that was changed may keep its name, size and time.
 * @returns 64 hexadecimal digits
 */
export async function fingerprintOf({ file, path }: PlacedFile, place: Place): Promise<string> {
  const { collection, folder, replaces, current } = place;
  const facts = [
    file.name,
    file.size,
    file.lastModified,
    path,
    collection,
    folder,
    replaces,
    ...(current === undefined ? [] : [current]),
    await contentDigest(file),
  ];
  return sha256(new TextEncoder().encode(JSON.stringify(facts)));
}

/** The digest of the digests of its parts; empty when it cannot be read, which the upload will say. */
async function contentDigest(file: File): Promise<string> {
  const parts: string[] = [];
  try {
    for (let start = 0; start < file.size; start += partBytes) {
      parts.push(await sha256(await file.slice(start, start + partBytes).arrayBuffer()));
    }
  } catch {
    return '';
  }
  return sha256(new TextEncoder().encode(parts.join('')));
}

async function sha256(bytes: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
