import { createReadableStreamFromReadable } from '@react-router/node';
import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { isUuid } from '~/lib/is-uuid';
import type { Route } from './+types/public-file.route';
import { openPublicFile } from './pages.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** A file to download: never shown inside the site, whatever it holds (ASVS 5.0 chapter 5.4). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const preview = new URL(request.url).searchParams.get('preview');
  const wanted = { id: params.id, preview };
  const { file, isPublic, stream } = await openPublicFile(context.get(actorContext), wanted).catch(
    throwErrorResponse,
  );
  return new Response(createReadableStreamFromReadable(stream), {
    headers: {
      'Content-Type': file.mediaType,
      'Content-Length': String(file.bytes),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // In the reader's browser only: a proxy would go on giving what has been withdrawn.
      'Cache-Control': isPublic ? 'private, max-age=3600' : 'no-store',
    },
  });
}
