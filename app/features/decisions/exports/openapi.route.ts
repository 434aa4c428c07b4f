import type { FileAnswer } from '~/answers/file-answer';
import { config } from '~/config/config.server';
import { actorContext } from '~/policy/actor';
import { apiAnswer, json } from './api-answer.server';
import { openApiDocument } from './openapi';
import type { Route } from './+types/openapi.route';
import { association } from '~/platform/association.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

export function loader({ request, context }: Route.LoaderArgs) {
  const { server } = config();
  const document = openApiDocument({ origin: server.origin, name: association().shortName });
  return apiAnswer(JSON.stringify(document), {
    actor: context.get(actorContext),
    request,
    type: json,
  });
}
