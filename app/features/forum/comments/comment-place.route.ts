import { redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { Route } from './+types/comment-place.route';
import { findPlace } from '~/features/forum/topics/topics.server';

/** The permanent address of a comment redirects to the page that shows it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return redirect(await findPlace(context.get(actorContext), params.id).catch(throwErrorResponse));
}

export default function CommentPlace() {
  return null;
}
