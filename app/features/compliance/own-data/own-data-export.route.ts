import { createReadableStreamFromReadable } from '@react-router/node';
import { redirect } from 'react-router';
import { actorContext, isSignedIn } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { listOwnFiles } from '~/features/library/documents/documents.server';
import { languageContext } from '~/i18n/language.server';
import type { FileAnswer } from '~/answers/file-answer';
import type { Route } from './+types/own-data-export.route';
import { openArchive } from './archive.server';
import { exportOwnData } from './own-data.server';
import { association } from '~/platform/association.server';

export const handle = { file: 'action' } satisfies FileAnswer;

export function loader() {
  return redirect('/settings/data');
}

/** Everything the site holds about the reader, as one file. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const { parts, release } = await exportOwnData(actor).catch(throwErrorResponse);
  const files = await listOwnFiles(actor).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const archive = openArchive({
    parts,
    files,
    name: isSignedIn(actor) ? `${actor.firstName} ${actor.lastName}` : '',
    language: context.get(languageContext),
    site: association().name,
    madeAt: new Date(),
  });
  archive.once('close', () => void release());
  request.signal.addEventListener('abort', () => archive.destroy());
  return new Response(createReadableStreamFromReadable(archive), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="my-data.zip"',
      'Cache-Control': 'no-store',
    },
  });
}
