import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { anonymous, isSignedIn } from '~/policy/actor';
import { withinLimits } from '~/platform/concurrency-limits.server';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import { answerUpload } from '~/features/library/uploads/uploads.server';
import type { Environment } from './app';

/**
 * The endpoint for uploads, outside the size limit for forms: signed-in members use the tus protocol
 * here. The check of the origin has run before; sizes are counted while the bytes arrive.
 */
export async function receiveUpload(context: Context<Environment>): Promise<Response> {
  const { actor, cookies, mustEnrol } = await resolveSession(context.req.raw.headers);
  const { incoming } = context.env;
  const body = incoming instanceof Readable ? incoming : undefined;
  const { raw } = context.req;
  // Nothing is open before the second factor that the site asks for.
  const take = () => answerUpload(mustEnrol ? anonymous : actor, raw, body);
  const answer = isSignedIn(actor)
    ? await withinLimits({ kind: 'upload', of: { account: actor.id }, signal: raw.signal }, take)
    : await take();
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
  return answer;
}
