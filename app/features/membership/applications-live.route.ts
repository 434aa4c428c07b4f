import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import type { Route } from './+types/applications-live.route';
import { openApplicationsStream } from './application-queue.server';

/** Tells administrators of changes in the queue of applications; server-sent events. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return openApplicationsStream(context.get(actorContext), request).catch(showErrorPage);
}
