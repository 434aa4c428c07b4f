import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { isUuid } from '~/lib/is-uuid';
import type { Route } from './+types/live.route';
import { collections } from '~/lib/collections';
import { openFolderStream } from './live.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** Tells a page that something in its folder has changed; server-sent events. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const collection = collections.find((name) => name === params.collection);
  const folder = params.folder ?? null;
  if (!collection || (folder !== null && !isUuid(folder))) {
    throw data('error.not-found', { status: 404 });
  }
  const actor = context.get(actorContext);
  return openFolderStream(actor, { collection, folder }, request).catch(throwErrorResponse);
}
