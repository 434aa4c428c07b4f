import { data } from 'react-router';
import { type Actor, actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { countFilesLeft } from '~/features/library/resources/resources.server';
import { sentText } from '~/lib/forms/form';
import { isUuid } from '~/lib/is-uuid';
import { maxSelected } from '~/features/library/entries/selection';
import type { Route } from './+types/deletion.route';
import { previewDeletion } from './deletion.server';

/**
 * What a deletion would take away, for the dialog that asks before; or why it cannot be done;
 * and with `?act` how many files of one are still to be removed.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const act = search.get('act');
  const actor = context.get(actorContext);
  if (act !== null) return Response.json({ left: await countFilesLeft(actor, act) });
  return preview(actor, search.get('ids') ?? '');
}

/** The same question in a form: an address has no room for hundreds of ids. Nothing is changed. */
export async function action({ request, context }: Route.ActionArgs) {
  return preview(context.get(actorContext), sentText(await request.formData(), 'ids'));
}

async function preview(actor: Actor, list: string) {
  const ids = list.split(',');
  if (!ids.every(isUuid) || ids.length > maxSelected)
    throw data('error.not-found', { status: 404 });
  try {
    return data(await previewDeletion(actor, ids));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const code = error.code === 'error.not-found' ? 'error.intranet-resource.gone' : error.code;
    return data({ code }, { status: error.status });
  }
}

/** Asked for by a dialog once: after its change there is nothing to look at again. */
export const shouldRevalidate = () => false;
