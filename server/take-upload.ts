import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import { answerUpload } from '~/features/library/uploads/uploads.server';
import type { Environment } from './app';

/**
 * The way in for files, outside the limit for forms: whoever is signed in speaks the tus protocol
 * here. The check of the origin has run before; sizes are counted while the bytes arrive.
 */
export async function takeUpload(context: Context<Environment>): Promise<Response> {
  const { actor, cookies } = await resolveSession(context.req.raw.headers);
  const { incoming } = context.env;
  const body = incoming instanceof Readable ? incoming : undefined;
  const answer = await answerUpload(actor, context.req.raw, body);
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
  return answer;
}
