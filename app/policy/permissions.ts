import { type Actor, isSignedIn, type Role } from './actor';
import { AppError } from './errors';

/** Spec section 6: the admin check passes ADMIN and DEV. */
const isAdmin = (actor: Actor) => actor.role === 'ADMIN' || actor.role === 'DEV';
/** Spec section 6: the dev check passes DEV only. */
const isDev = (actor: Actor) => actor.role === 'DEV';
const anyone = () => true;
const isVisitor = (actor: Actor) => !isSignedIn(actor);

/** Who may do what: the whole policy. Add a row for every new front-door function. */
const policy = {
  'publication.read': anyone,
  'decision.read': anyone,
  'decision.read-members': isSignedIn,
  'decision.propose': isSignedIn,
  'decision.follow': isSignedIn,
  // Which proposals, being a correspondent says.
  'decision.check-proposals': isSignedIn,
  'decision.manage': isAdmin,
  'app-check.ask': anyone,
  'consent.give': anyone,
  'fault.report': anyone,
  'fault.read': isAdmin,
  'fault.resolve': isAdmin,
  'statistics.count': anyone,
  'statistics.read': isAdmin,
  'statistics.read-public': anyone,
  'publication.preview': anyone,
  'content.edit': isAdmin,
  'agreement.accept': isSignedIn,
  'event.read-members-only': isSignedIn,
  'event.manage': isAdmin,
  'registration.make': isSignedIn,
  'registration.follow': anyone,
  'registration.manage': isAdmin,
  'area.members': isSignedIn,
  'area.administration': isAdmin,
  'session.start': anyone,
  'session.end': anyone,
  'user.sign-up': anyone,
  'user.create': isAdmin,
  'user.create-dev': isDev,
  'user.list': isAdmin,
  'user.update': isAdmin,
  'user.suspend': isAdmin,
  'user.end-sessions': isAdmin,
  'user.reset-second-factor': isAdmin,
  'user.read-record': isAdmin,
  'profile-picture.read': isSignedIn,
  'user.update-own': isSignedIn,
  'user.delete-own': isSignedIn,
  'data.read-own': isSignedIn,
  'data.read-register': isAdmin,
  'session.list-own': isSignedIn,
  'second-factor.set-own': isSignedIn,
  'association.manage': isAdmin,
  'outbox.read': isDev,
  'outbox.test': isDev,
  'backup.make': isDev,
  'backup.restore': isDev,
  'health.read': isDev,
  'retention.run': isDev,
  'subscription.request': anyone,
  'subscription.change': anyone,
  'subscription.set-own': isSignedIn,
  'subscription.manage': isAdmin,
  'newsletter.read-archive': anyone,
  'newsletter.manage': isAdmin,
  // Developers see the menu entry (spec section 2), and the form it leads to.
  'application.submit': (actor) => isVisitor(actor) || isDev(actor),
  'application.follow': anyone,
  'application.review': isAdmin,
  'membership.read-own': isSignedIn,
  'administration.read': isAdmin,
  'audit.read': isAdmin,
  'audit.read-own': isSignedIn,
  'draft.save-own': isSignedIn,
  'forum.read': isSignedIn,
  'forum.write': isSignedIn,
  'forum.follow': isSignedIn,
  'forum.moderate': isAdmin,
  'forum.administer': isAdmin,
  'flag.raise': isSignedIn,
  'flag.review': isAdmin,
  'flag.appeal': isSignedIn,
  'flag.appeal-by-link': anyone,
  'library.read': isSignedIn,
  'library.read-admin': isAdmin,
  'library.add': isSignedIn,
  'library.manage': isAdmin,
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

const ranks: Record<Role, number> = { UNAUTHENTICATED: 0, USER: 1, ADMIN: 2, DEV: 3 };

/**
 * Whether the role `acting` may act on, grant or remove the role `concerned`: nobody acts
 * above himself, so DEV is granted and taken by DEV only.
 */
export function isWithinRank(acting: Role, concerned: Role): boolean {
  return ranks[acting] >= ranks[concerned];
}
