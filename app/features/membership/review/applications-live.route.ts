import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import type { Route } from './+types/applications-live.route';
import { openApplicationsStream } from './application-queue.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** Tells administrators of changes in the queue of applications; server-sent events. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return openApplicationsStream(context.get(actorContext), request).catch(throwErrorResponse);
}
