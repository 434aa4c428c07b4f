import { createReadableStreamFromReadable } from '@react-router/node';
import { data, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { attachment } from './content-disposition';
import type { FileAnswer } from '~/answers/file-answer';
import { isNavigation } from './is-navigation';
import { isUuid } from '~/lib/is-uuid';
import { sentText } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import type { Route } from './+types/zip.route';
import { openZip } from './zip.server';

export const handle = { file: 'action' } satisfies FileAnswer;

export function loader() {
  return redirect('/intranet');
}

/** A ZIP archive of what was chosen; a form sends the ids, since there may be many. */
export async function action({ request, context }: Route.ActionArgs) {
  const ids = sentText(await request.formData(), 'ids').split(',');
  try {
    if (!ids.every(isUuid) || ids.length > 1000) throw new AppError('error.not-found');
    const { name, stream } = await openZip(context.get(actorContext), [...new Set(ids)]);
    request.signal.addEventListener('abort', () => stream.destroy());
    return new Response(createReadableStreamFromReadable(stream), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': attachment(name),
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'private, no-store',
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!isNavigation(request)) throw data(error.code, { status: error.status });
    const notice = { kind: 'error', key: 'error.intranet-resource.gone' } as const;
    return redirectWithNotice(listBefore(request), notice);
  }
}

/** The folder in which the things were chosen. */
function listBefore({ headers }: Request): string {
  const path = URL.parse(headers.get('Referer') ?? '')?.pathname ?? '';
  return /^\/(administration\/)?intranet(\/|$)/.test(path) ? path : '/intranet';
}
