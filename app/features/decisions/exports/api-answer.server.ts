import { createHash } from 'node:crypto';
import { config } from '~/config/config.server';
import { AppError } from '~/policy/errors';
import { type Actor, isSignedIn } from '~/policy/actor';

/** What a visitor reads may be read by the pages of other sites too (Fetch standard, CORS). */
function apiHeaders(actor: Actor, type: string): Headers {
  const headers = new Headers({ 'Content-Type': type });
  if (isSignedIn(actor)) return headers;
  headers.set('Cache-Control', 'public, no-cache');
  if (!config().flags.publicDecisions) return headers;
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', 'ETag, Link, Content-Disposition');
  return headers;
}

type Answering = { actor: Actor; request: Request; type: string; fileName?: string };

const digestOf = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 27);

/** An answer with a strong ETag; 304 without its body when the reader has it. */
export function apiAnswer(body: string, answering: Answering): Response {
  return taggedAnswer(`"${digestOf(body)}"`, answering, () => body);
}

/**
 * A file that is written while it is read, with a weak ETag: it is the same as long as what it is made of
 * is the same.
 * @param madeOf changes whenever anything in the file does
 */
export function apiFile(
  madeOf: string,
  answering: Answering,
  write: () => AsyncGenerator<string>,
): Response {
  return taggedAnswer(`W/"${digestOf(madeOf)}"`, answering, () => streamOf(write()));
}

/** 304 without a body when the reader has what the tag stands for (RFC 9110, 13.1.2). */
function taggedAnswer(
  tag: string,
  { actor, request, type, fileName }: Answering,
  write: () => BodyInit,
): Response {
  const headers = apiHeaders(actor, type);
  headers.set('ETag', tag);
  if (fileName) headers.set('Content-Disposition', `attachment; filename="${fileName}"`);
  const known = (request.headers.get('If-None-Match') ?? '').trim().split(/\s*,\s*/);
  const opaque = (one: string) => one.replace(/^W\//, '');
  if (known.some((one) => one === '*' || opaque(one) === opaque(tag))) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === 'HEAD' ? null : write(), { headers });
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
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
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
