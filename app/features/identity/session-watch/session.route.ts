import { actorContext } from '~/policy/actor';
import type { FileAnswer } from '~/answers/file-answer';
import type { Route } from './+types/session.route';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** Whose session the browser has, for a page that is open. */
export function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(actorContext);
  return Response.json({ reader: id }, { headers: { 'Cache-Control': 'no-store' } });
}
