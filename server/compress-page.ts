import { gzipSync } from 'node:zlib';
import { chooseCoding } from './content-coding';

const smallest = 1024;

/**
 * Light: a page made for one person is compressed once and read once. At this level gzip takes a
 * tenth of a millisecond for 30 kB, and brotli is no smaller in that time.
 */
const level = 3;

/**
 * Compresses a page in one go: it is whole already, so that a stream only costs. Everything but
 * pages is left to the compression of streams.
 * @param acceptEncoding value of `Accept-Encoding`
 */
export async function compressPage(
  response: Response,
  acceptEncoding: string | undefined,
): Promise<Response> {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
  if (!isPage || !response.body || response.headers.has('Content-Encoding')) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.append('Vary', 'Accept-Encoding');
  const { status } = response;
  if (body.length < smallest || chooseCoding(acceptEncoding, ['gzip']) === 'identity') {
    return new Response(body, { status, headers });
  }
  const compressed = new Uint8Array(gzipSync(body, { level }));
  headers.set('Content-Encoding', 'gzip');
  headers.set('Content-Length', String(compressed.length));
  return new Response(compressed, { status, headers });
}
