import { gzipSync } from 'node:zlib';
import { chooseCoding } from './content-coding';
import type { Answer } from './page-handler';

const smallest = 1024;

/**
 * Light: a page made for one person is compressed once and read once. At this level gzip takes a
 * tenth of a millisecond for 30 kB, and brotli is no smaller in that time.
 */
const level = 1;

/** In bytes: most pages fit into one piece. */
const chunkSize = 20 * 1024;

/**
 * The answer to be sent, with a page compressed in one go: it is whole already, so that a stream
 * only costs. Everything but pages is left to the compression of streams.
 * @param acceptEncoding value of `Accept-Encoding`
 */
export function compressPage(
  { response, page }: Answer,
  acceptEncoding: string | undefined,
): Response {
  if (!page) return response;
  const { status, headers } = response;
  headers.append('Vary', 'Accept-Encoding');
  const isCompressed = page.length >= smallest && chooseCoding(acceptEncoding, ['gzip']) === 'gzip';
  const body = isCompressed ? new Uint8Array(gzipSync(page, { level, chunkSize })) : page;
  if (isCompressed) headers.set('Content-Encoding', 'gzip');
  headers.set('Content-Length', String(body.length));
  return new Response(body, { status, headers });
}
