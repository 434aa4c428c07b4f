import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { eventStream } from '~/platform/live.server';
import type { Route } from './+types/review-queue-live.route';
import { countWaiting } from './moderation.server';
import { queueStream } from './reviews.server';

/** Tells administrators of changes in the queue. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const mayListen = () =>
    Promise.resolve()
      .then(() => countWaiting(actor))
      .then(() => true);
  await mayListen().catch(showErrorPage);
  return eventStream([queueStream], request.signal, () => mayListen().catch(() => false));
}
