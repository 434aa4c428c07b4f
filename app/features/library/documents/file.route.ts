import { createReadableStreamFromReadable } from '@react-router/node';
import { redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { parseRange } from './byte-range';
import { attachment, fileNameOf } from './content-disposition';
import type { FileAnswer } from '~/answers/file-answer';
import { isNavigation } from './is-navigation';
import { isUuid } from '~/lib/is-uuid';
import type { Route } from './+types/file.route';
import { getFile } from './documents.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/**
 * A document's file: always a download, whatever it holds, in a sandbox of its own should a
 * browser show it all the same (ASVS 5.0 chapter 5.4). Parts can be asked for.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const version = new URL(request.url).searchParams.get('version');
  const refuse = (error: unknown): never => {
    const isGone = error instanceof AppError && error.status === 404;
    // People who follow a link get the explanation on the document's page.
    if (isGone && isNavigation(request)) throw redirect(`/intranet/documents/${params.document}`);
    return throwErrorResponse(error);
  };
  if (!isUuid(params.document) || (version !== null && !/^\d{1,6}$/.test(version))) {
    return refuse(new AppError('error.not-found'));
  }
  const number = version === null ? undefined : Number(version);
  const actor = context.get(actorContext);
  const file = await getFile(actor, params.document, number).catch(refuse);
  const headers = new Headers({
    // Text is not named as such, so that nothing on the way changes it.
    'Content-Type': file.mediaType.startsWith('text/')
      ? 'application/octet-stream'
      : file.mediaType,
    'Content-Disposition': attachment(fileNameOf(file.title, file.extension)),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: `"${file.sha256}"`,
  });
  if (request.headers.get('If-None-Match') === `"${file.sha256}"`) {
    return new Response(null, { status: 304, headers });
  }
  const ifRange = request.headers.get('If-Range');
  const isSame = ifRange === null || ifRange === `"${file.sha256}"`;
  const range = isSame ? parseRange(request.headers.get('Range'), file.bytes) : null;
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const length = range ? range.end - range.start + 1 : file.bytes;
  headers.set('Content-Length', String(length));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const stream = await file.open(range ?? undefined);
  request.signal.addEventListener('abort', () => stream.destroy());
  return new Response(createReadableStreamFromReadable(stream), { status, headers });
}
