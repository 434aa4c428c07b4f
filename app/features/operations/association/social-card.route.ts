import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { actorContext } from '~/policy/actor';
import type { Route } from './+types/social-card.route';
import { getSocialCard } from './social-card.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** The picture of the site for previews of links; its content never changes under its address. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const card = await getSocialCard(actor, params.digest).catch(throwErrorResponse);
  return new Response(new Uint8Array(card), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(card.length),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=31536000, immutable',
    },
  });
}
