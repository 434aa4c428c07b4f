import { actorContext } from '~/policy/actor';
import { collections } from '~/lib/collections';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Route } from './+types/unfinished.route';
import { getUploadLimits } from './upload-space.server';
import { findSameUpload, listUnfinishedUploads } from './known-uploads.server';

/**
 * What the browser asks before an upload: what was interrupted; with `?limits` what fits; with
 * `?fingerprint` whether the same file was begun before.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const collection = collections.find((name) => name === params.collection);
  if (!collection) return Response.json([], { status: 404 });
  const search = new URL(request.url).searchParams;
  const fingerprint = search.get('fingerprint');
  const answer: Promise<unknown> = search.has('limits')
    ? getUploadLimits(actor, collection)
    : fingerprint === null
      ? listUnfinishedUploads(actor, collection)
      : findSameUpload(actor, collection, fingerprint);
  return Response.json(await answer.catch(throwErrorResponse));
}
