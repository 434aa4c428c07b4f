import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Route } from './+types/members.route';
import { listMentionable } from './mentions.server';

/** Names of members for a mention in a topic, or in a new one of a category, as JSON. */
export function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const [topic, category] = [search.get('topic'), search.get('category')];
  const place = topic ? { topic } : category ? { category } : null;
  // Asked without a place by pages that only want to know whether one is signed in.
  if (!place) return [];
  const typed = search.get('q') ?? '';
  return listMentionable(context.get(actorContext), typed, place).catch(throwErrorResponse);
}
