import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { actorContext } from '~/policy/actor';
import type { Route } from './+types/logo.route';
import { getLogo } from './association.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** The logo; its content never changes under its address. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const logo = await getLogo(context.get(actorContext), params.digest).catch(throwErrorResponse);
  return new Response(new Uint8Array(logo), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(logo.length),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=31536000, immutable',
    },
  });
}
