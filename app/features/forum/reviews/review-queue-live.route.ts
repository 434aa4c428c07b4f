import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { personalStream } from '~/platform/personal-stream.server';
import type { Route } from './+types/review-queue-live.route';
import { countWaiting } from '~/features/forum/moderation/moderation.server';
import { queueStream } from './reviews.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** Tells administrators of changes in the queue. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  await Promise.resolve()
    .then(() => countWaiting(actor))
    .catch(throwErrorResponse);
  return personalStream([queueStream], { actor, request });
}
