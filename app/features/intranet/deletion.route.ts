import { data } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { isUuid } from '~/lib/is-uuid';
import type { Route } from './+types/deletion.route';
import { previewDeletion } from './deletion.server';

/** What a deletion would take away, for the dialog that asks before. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ids = (new URL(request.url).searchParams.get('ids') ?? '').split(',');
  if (!ids.every(isUuid)) throw data('error.not-found', { status: 404 });
  return previewDeletion(context.get(actorContext), ids).catch(showErrorPage);
}

/** Asked for by a dialog once: after its change there is nothing to look at again. */
export const shouldRevalidate = () => false;
