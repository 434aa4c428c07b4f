import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { collections } from '~/lib/collections';
import { listFolders } from './intranet.server';
import type { Route } from './+types/folders.route';

/** All folders of a collection, for the dialog that asks where to. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const collection = collections.find((name) => name === params.collection);
  if (!collection) return [];
  return Promise.resolve()
    .then(() => listFolders(context.get(actorContext), collection))
    .catch(throwErrorResponse);
}

/** Asked for by a dialog once: after its change there is nothing to look at again. */
export const shouldRevalidate = () => false;
