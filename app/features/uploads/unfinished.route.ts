import { actorContext } from '~/actor';
import { collections } from '~/lib/collections';
import { showErrorPage } from '~/error-response.server';
import type { Route } from './+types/unfinished.route';
import { getUploadLimits } from './upload-space.server';
import { listUnfinishedUploads } from './uploads.server';

/** What the browser asks before an upload: what was interrupted, or with `?limits` what fits. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const collection = collections.find((name) => name === params.collection);
  if (!collection) return Response.json([], { status: 404 });
  const asksLimits = new URL(request.url).searchParams.has('limits');
  const answer = asksLimits
    ? getUploadLimits(actor, collection)
    : listUnfinishedUploads(actor, collection);
  return Response.json(await answer.catch(showErrorPage));
}
