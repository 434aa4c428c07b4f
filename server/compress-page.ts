import { gzipSync } from 'node:zlib';
import { chooseCoding } from './content-coding';

const smallest = 1024;

/**
 * Light: a page made for one person is compressed once and read once. At this level gzip takes a
 * tenth of a millisecond for 30 kB, and brotli is no smaller in that time.
 */
const level = 1;

/** In bytes: most pages fit into one piece. */
const chunkSize = 20 * 1024;

/** A page, or its data for the router of a browser: they are there as a whole. */
const isPage = (headers: Headers) =>
  /^text\/(html|x-script)\b/.test(headers.get('Content-Type') ?? '');

/** The router writes its data in UTF-8 without saying so (OWASP ASVS 5.0 4.1.1). */
const asText = (type: string | null) =>
  type === 'text/x-script' ? 'text/x-script; charset=utf-8' : type;

/**
 * The answer to be sent, with a page compressed in one go: a stream costs several times as much.
 * Everything but pages is left to the compression of streams.
 * @param acceptEncoding value of `Accept-Encoding`
 */
export async function compressPage(
  response: Response,
  acceptEncoding: string | undefined,
): Promise<Response> {
  if (!response.body || !isPage(response.headers)) return response;
  const page = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  headers.set('Content-Type', asText(headers.get('Content-Type')) ?? '');
  headers.append('Vary', 'Accept-Encoding');
  const isCompressed = page.length >= smallest && chooseCoding(acceptEncoding, ['gzip']) === 'gzip';
  const body = isCompressed ? new Uint8Array(gzipSync(page, { level, chunkSize })) : page;
  if (isCompressed) headers.set('Content-Encoding', 'gzip');
  headers.set('Content-Length', String(body.length));
  return new Response(body, { status, headers });
}
