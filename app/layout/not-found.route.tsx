import { data, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { findRedirect } from '~/features/content/redirects/redirects.server';
import type { Route } from './+types/not-found.route';

/** An address that was moved leads on; any other is not there. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname.replace(/\.data$/, '');
  const moved = await findRedirect(context.get(actorContext), path);
  if (moved) throw redirect(moved, 301);
  throw data('error.not-found', { status: 404 });
}

/** Any other method on an unknown address: the same answer. */
export function action() {
  throw data('error.not-found', { status: 404 });
}

export default function NotFound() {
  return null;
}
