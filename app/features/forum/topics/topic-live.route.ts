import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { personalStream } from '~/platform/personal-stream.server';
import type { Route } from './+types/topic-live.route';
import { getReadableTopic, topicStream } from '~/features/forum/forum-access.server';
import { getTopic } from './topics.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** Tells of changes in a topic, as long as the reader may read it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { id } = await getTopic(actor, params.id).catch(throwErrorResponse);
  const mayStillListen = () =>
    getReadableTopic(actor, id).then(
      () => true,
      () => false,
    );
  return personalStream([topicStream(id)], { actor, request }, { mayStillListen });
}
