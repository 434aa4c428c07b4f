import { data } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { isUuid } from '~/lib/is-uuid';
import { actorContext } from '~/policy/actor';
import type { Route } from './+types/page-links.route';
import { listPageLinks } from './mentions.server';

/** What a page of a PDF cites, for the preview. */
export async function loader({ params: { document, page }, context }: Route.LoaderArgs) {
  if (!isUuid(document) || !/^[1-9]\d{0,4}$/.test(page)) {
    throw data('error.not-found', { status: 404 });
  }
  const actor = context.get(actorContext);
  return listPageLinks(actor, document, Number(page)).catch(throwErrorResponse);
}
