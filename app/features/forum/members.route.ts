import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import type { Route } from './+types/members.route';
import { listMentionable } from './mentions.server';

/** Names of members for a mention, as JSON. */
export function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('q') ?? '';
  return listMentionable(context.get(actorContext), typed).catch(showErrorPage);
}
