import { createReadableStreamFromReadable } from '@react-router/node';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import type { Route } from './+types/picture.route';
import { openPicture } from './pictures.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** One size of a cover image; its content never changes under its address. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const preview = new URL(request.url).searchParams.get('preview');
  const picture = await openPicture(context.get(actorContext), { ...params, preview }).catch(
    throwErrorResponse,
  );
  return new Response(createReadableStreamFromReadable(picture.stream), {
    headers: {
      'Content-Type': picture.mediaType,
      'Content-Length': String(picture.bytes),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // In the reader's browser only: a proxy would go on giving what has been withdrawn.
      'Cache-Control': picture.isPublic ? 'private, max-age=31536000, immutable' : 'no-store',
    },
  });
}
