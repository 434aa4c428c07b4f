import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { personalStream } from '~/platform/personal-stream.server';
import type { Route } from './+types/newsletter-live.route';
import { liveTopic } from '~/features/newsletters/delivery/deliveries.server';
import { getProgress } from './newsletters.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** Tells of the progress of the sending. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const mayListen = () => getProgress(actor, params.id).then(() => true);
  await Promise.resolve().then(mayListen).catch(throwErrorResponse);
  return personalStream([liveTopic(params.id)], { actor, request }, { mayStillListen: mayListen });
}
