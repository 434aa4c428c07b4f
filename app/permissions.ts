import { type Actor, isSignedIn } from '~/actor';
import { AppError } from '~/errors';

/** Spec section 6: the admin check passes ADMIN and DEV. */
const isAdmin = (actor: Actor) => actor.role === 'ADMIN' || actor.role === 'DEV';
/** Spec section 6: the dev check passes DEV only. */
const isDev = (actor: Actor) => actor.role === 'DEV';
const anyone = () => true;

/** Who may do what: the whole policy. Add a row for every new front-door function. */
const policy = {
  'publication.read': anyone,
  'event.read-members-only': isSignedIn,
  'area.members': isSignedIn,
  'area.administration': isAdmin,
  'session.start': anyone,
  'session.end': anyone,
  'user.sign-up': anyone,
  'user.create': isAdmin,
  'user.create-dev': isDev,
  'user.list': isAdmin,
  'user.update-own': isSignedIn,
  'outbox.read': isDev,
  'intranet.read': isSignedIn,
  'intranet.read-admin': isAdmin,
  'intranet.add': isSignedIn,
  'intranet.manage': isAdmin,
} satisfies Record<string, (actor: Actor) => boolean>;

export type Permission = keyof typeof policy;

export const permissions = Object.keys(policy).filter((name): name is Permission => name in policy);

/** Whether `actor` may do this: for the interface, which is courtesy only. */
export function can(actor: Actor, permission: Permission): boolean {
  return policy[permission](actor);
}

/**
 * First statement of every front-door function.
 * @throws AppError `error.not-found`: what one may not see looks like what does not exist
 */
export function authorise(actor: Actor, permission: Permission): void {
  if (!can(actor, permission)) throw new AppError('error.not-found');
}
