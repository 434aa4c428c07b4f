import { type MiddlewareFunction, redirect } from 'react-router';
import { actorContext, isSignedIn } from '~/policy/actor';
import type { ErrorCode } from '~/policy/errors';
import { redirectWithNotice } from '~/answers/notices.server';
import { can } from '~/policy/permissions';
import { noteRepeatedEvent } from '~/platform/security-events.server';

/** The page to come back to after sign-in; a form cannot be repeated, so its page is meant. */
function wantedPath(request: Request): string {
  const url = new URL(request.url);
  // The spelling in which the router asks for a page's data is not the page's address.
  if (url.searchParams.has('_routes')) url.searchParams.delete('_routes');
  return `${url.pathname.replace(/(\/_)?\.data$/, '')}${url.search}`;
}

const loginPath = (request: Request) =>
  `/login?redirectUrl=${encodeURIComponent(wantedPath(request))}`;

/** Sign-in check (spec section 2): remembers the wanted URL and leads to /login. */
export const signedInGuard: MiddlewareFunction<Response> = async ({ request, context }) => {
  if (isSignedIn(context.get(actorContext))) return;
  await noteRepeatedEvent({ event: 'guard.refuse', outcome: 'refused', detail: 'members' });
  throw redirect(loginPath(request));
};

/** Admin guard (spec section 6): administrators pass; the others are told why not. */
export const adminGuard: MiddlewareFunction<Response> = async ({ request, context }) => {
  const actor = context.get(actorContext);
  if (can(actor, 'area.administration')) return;
  const noted = { event: 'guard.refuse', outcome: 'refused', detail: 'administration' } as const;
  await noteRepeatedEvent({ ...noted, userId: actor.id });
  const key: ErrorCode = isSignedIn(actor)
    ? 'admin-guard.not-admin'
    : 'admin-guard.not-authenticated';
  throw redirectWithNotice(loginPath(request), { kind: 'error', key });
};
