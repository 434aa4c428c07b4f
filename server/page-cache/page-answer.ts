import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { config } from '~/config/config.server';
import { noteRequestId } from '../log/access-log';
import { withReadableError } from '../readable-error';
import { applySecurityHeaders } from '../security/security-headers';
import type { EncodedPage } from './encoded-page';
import type { PageAddress } from './page-address';
import type { PageRendering } from './page-renderer';

export type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Sends an encoded page, or 304 when the browser has it (RFC 9110 section 13.1.2). */
export function sendCopy({ request, response }: Exchange, copy: EncodedPage): void {
  const requestId = randomUUID();
  noteRequestId(response, requestId);
  const known = request.headers['if-none-match'];
  if (known !== undefined && isUnchanged(known, copy.etag)) {
    response.writeHead(304, withOwnId(copy.unchangedHead, requestId)).end();
    return;
  }
  response.writeHead(200, withOwnId(copy.head, requestId));
  response.end(request.method === 'HEAD' ? undefined : copy.body);
}

/** Puts an id in the place that every copy leaves at its end; writeHead reads it at once. */
function withOwnId(head: string[], requestId: string): string[] {
  head[head.length - 1] = requestId;
  return head;
}

/**
 * Sends what is not kept: an error, a move. Its text may name the request that rendered it. It was
 * rendered for a program, as far as a file is concerned; a browser reads a page.
 */
export async function sendOnce(
  { request, response }: Exchange,
  { page, requestId }: PageRendering,
  address: PageAddress,
): Promise<void> {
  noteRequestId(response, requestId);
  const asked = new Request(new URL(address.pathname, config().server.origin), {
    headers: { Accept: request.headers.accept ?? '' },
  });
  const made = new Response(new Uint8Array(page.body), page);
  const answer = await withReadableError(asked, made, address.language);
  const body = Buffer.from(await answer.arrayBuffer());
  const head = [...answer.headers].flat();
  const about = ['content-length', String(body.length), 'x-request-id', requestId];
  response.writeHead(answer.status, head.concat(about));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Sends an answer that no page was made for, with the headers of every answer. */
export async function sendRefusal({ response }: Exchange, refusal: Response): Promise<void> {
  const requestId = randomUUID();
  noteRequestId(response, requestId);
  const headers = new Headers(refusal.headers);
  applySecurityHeaders(headers, { scripts: [], styles: [] });
  headers.set('X-Request-Id', requestId);
  const body = Buffer.from(await refusal.arrayBuffer());
  response.writeHead(refusal.status, [...headers].flat()).end(body);
}

/** RFC 9110 section 13.1.2: weak comparison, any of a list. */
function isUnchanged(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}
