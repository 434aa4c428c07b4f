import { data } from 'react-router';
import { actorContext } from '~/actor';
import { AppError } from '~/errors';
import { isUuid } from '~/lib/is-uuid';
import type { Route } from './+types/deletion.route';
import { previewDeletion } from './deletion.server';

/** What a deletion would take away, for the dialog that asks before; or that it is gone already. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ids = (new URL(request.url).searchParams.get('ids') ?? '').split(',');
  if (!ids.every(isUuid)) throw data('error.not-found', { status: 404 });
  try {
    return data(await previewDeletion(context.get(actorContext), ids));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ code: 'error.intranet-resource.gone' }, { status: error.status });
  }
}

/** Asked for by a dialog once: after its change there is nothing to look at again. */
export const shouldRevalidate = () => false;
