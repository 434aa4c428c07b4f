import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import type { Route } from './+types/profile-picture.route';
import { findProfilePicture } from './profile-picture.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** A member's picture, for members. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const found = await findProfilePicture(actor, params.id).catch(throwErrorResponse);
  return new Response(new Uint8Array(found.picture), {
    headers: {
      'Content-Type': found.mediaType,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=86400',
    },
  });
}
