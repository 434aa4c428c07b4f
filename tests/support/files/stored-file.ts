import { Readable } from 'node:stream';
import type { StoredFile } from '~/platform/reader-sandbox/reader-program.server';

/** Bytes as they come out of a file store. */
export const stored = (bytes: Buffer): StoredFile => ({
  stream: Readable.from([bytes]),
  bytes: bytes.length,
});
