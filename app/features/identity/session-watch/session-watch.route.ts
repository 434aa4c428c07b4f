import { actorContext } from '~/policy/actor';
import { lostSessionContext } from '~/policy/request-context';
import type { FileAnswer } from '~/answers/file-answer';
import type { Route } from './+types/session-watch.route';
import { sessionStream } from './session-watch.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** Tells an open page when its session ends (spec section 7: listen to the state of sign-in). */
export function loader({ request, context }: Route.LoaderArgs) {
  const lost = context.get(lostSessionContext);
  return sessionStream({ actor: context.get(actorContext), request }, lost);
}
