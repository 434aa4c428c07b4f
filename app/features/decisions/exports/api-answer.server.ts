import { createHash } from 'node:crypto';
import { AppError } from '~/policy/errors';
import { type Actor, isSignedIn } from '~/policy/actor';

/** What a visitor reads may be read by the pages of other sites too (Fetch standard, CORS). */
export function apiHeaders(actor: Actor, type: string): Headers {
  const headers = new Headers({ 'Content-Type': type });
  if (!isSignedIn(actor)) {
    headers.set('Access-Control-Allow-Origin', '*');
    headers.set('Access-Control-Expose-Headers', 'ETag, Link');
    headers.set('Cache-Control', 'public, no-cache');
  }
  return headers;
}

type Answering = { actor: Actor; request: Request; type: string; fileName?: string };

/** An answer with a strong ETag; 304 without its body when the reader has it (RFC 9110, 13.1.2). */
export function apiAnswer(body: string, { actor, request, type, fileName }: Answering): Response {
  const headers = apiHeaders(actor, type);
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  headers.set('ETag', tag);
  if (fileName) headers.set('Content-Disposition', `attachment; filename="${fileName}"`);
  const known = (request.headers.get('If-None-Match') ?? '').split(/\s*,\s*/);
  if (known.some((one) => one.replace(/^W\//, '') === tag || one === '*')) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, { headers });
}

export const json = 'application/json; charset=utf-8';

/** A refusal as programs read it (RFC 9457). */
export function apiProblem(actor: Actor, status: number, detail: string): Response {
  const type = 'application/problem+json';
  const title = { 404: 'Not found', 410: 'Gone' }[status] ?? 'Bad request';
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail }), {
    status,
    headers: apiHeaders(actor, type),
  });
}

/** Answers with what `work` makes; a refusal of a front door as a problem. */
export async function answerApi(
  actor: Actor,
  work: () => Promise<Response> | Response,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const isGone = error.status === 410;
    const detail = isGone ? 'This decision was withdrawn.' : 'There is no such decision.';
    return apiProblem(actor, error.status, detail);
  }
}

/** Sends what arrives in parts, as fast as it is read; reading ends with the connection. */
export function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
