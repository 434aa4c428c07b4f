import { redirect } from 'react-router';
import { actorContext, isSignedIn } from '~/actor';
import { config } from '~/config.server';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import type { Route } from './+types/own-data-export.route';
import { makeArchive } from './archive.server';
import { takeOwnData } from './own-data.server';

export function loader() {
  return redirect('/settings/data');
}

/** Everything the site holds about the reader, as one file. */
export async function action({ context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const held = await takeOwnData(actor).catch(showErrorPage);
  const archive = await makeArchive({
    held,
    name: isSignedIn(actor) ? `${actor.firstName} ${actor.lastName}` : '',
    language: context.get(languageContext),
    site: config().association.name,
    madeAt: new Date(),
  });
  return new Response(archive, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="my-data.zip"',
      'Cache-Control': 'no-store',
    },
  });
}
