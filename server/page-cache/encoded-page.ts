import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { ContentCoding } from '../content-coding';
import { applySecurityHeaders } from '../security/security-headers';

/**
 * One representation of a page, ready to be sent. Header lists alternate name and value; the last
 * value is the id of the answer, filled in when it is sent.
 */
export type EncodedPage = {
  etag: string;
  head: string[];
  /** The headers of a 304 (RFC 9110 section 15.4.5). */
  unchangedHead: string[];
  body: Buffer;
};

/** A page as it was rendered, before compression. */
export type RenderedPage = {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Of the text; the same page made twice has the same. */
  digest: string;
};

/** Written by node:http or by us. */
const dropped = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'date'];

type Marks = { nonce: string; requestId: string };

/**
 * Reads a rendered answer and makes its text the same for everybody: the nonce of the scripts that
 * were rendered becomes their hashes (CSP level 3), the id of the request goes. Only scripts that
 * carried the secret nonce are allowed by hash, so that injected ones stay forbidden.
 */
export async function readRendered(response: Response, marks: Marks): Promise<RenderedPage> {
  const { status } = response;
  const headers = new Headers(response.headers);
  for (const name of dropped) headers.delete(name);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!headers.get('content-type')?.startsWith('text/html')) {
    applySecurityHeaders(headers, { scripts: [], styles: [] });
    return { status, headers, body: bytes, digest: digestOf(bytes) };
  }
  const text = bytes.toString('utf8');
  // What went wrong is found by its id; a page that is kept belongs to no request.
  const given = status === 200 ? text.replaceAll(marks.requestId, '') : text;
  applySecurityHeaders(headers, {
    scripts: hashesOf(given, 'script', marks.nonce),
    styles: hashesOf(given, 'style', marks.nonce),
  });
  const body = Buffer.from(withoutNonce(given, marks.nonce));
  return { status, headers, body, digest: digestOf(body) };
}

const nonceAttribute = (nonce: string) => ` nonce="${nonce}"`;

function withoutNonce(html: string, nonce: string): string {
  return html.replaceAll(nonceAttribute(nonce), '').replaceAll(nonce, '');
}

/** The source expressions of inline elements that carry the nonce. */
function hashesOf(html: string, tag: 'script' | 'style', nonce: string): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}((?: [^>]*)?)>([^]*?)</${tag}>`, 'g'));
  const hashes = [...elements]
    .filter(([, attributes = '']) => attributes.includes(nonceAttribute(nonce)))
    .filter(([, attributes = '']) => !attributes.includes(' src="'))
    .map(([, , text = '']) => {
      const hash = createHash('sha256').update(withoutNonce(text, nonce)).digest('base64');
      return `'sha256-${hash}'`;
    });
  return [...new Set(hashes)];
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/** Below this compression makes nothing smaller that matters. */
const smallest = 1024;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  zstd: (body: Buffer) =>
    promisify(zstdCompress)(body, { params: { [constants.ZSTD_c_compressionLevel]: 12 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
};

const compressible = /^(text\/|application\/([a-z.+-]*\+)?(json|xml)\b)/;

/** The representation of a page in a coding, with a strong validator of its own (RFC 9110 8.8.3). */
export async function encodePage(page: RenderedPage, coding: ContentCoding): Promise<EncodedPage> {
  const mayCompress =
    page.body.length >= smallest && compressible.test(page.headers.get('content-type') ?? '');
  const used = mayCompress ? coding : 'identity';
  const body = used === 'identity' ? page.body : await compressors[used](page.body);
  const etag = used === 'identity' ? `"${page.digest}"` : `"${page.digest}-${used}"`;
  const headers = new Headers(page.headers);
  headers.set('Vary', 'Accept-Encoding, Cookie');
  headers.set('ETag', etag);
  const unchanged = [...headers].filter(([name]) => !name.startsWith('content-type'));
  if (used !== 'identity') headers.set('Content-Encoding', used);
  headers.set('Content-Length', String(body.length));
  const ownId = ['x-request-id', ''];
  return {
    etag,
    head: [...headers].flat().concat(ownId),
    unchangedHead: unchanged.flat().concat(ownId),
    body,
  };
}
