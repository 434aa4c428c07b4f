import type { TextKey } from '~/i18n/translate';
import type { Actor } from '~/policy/actor';
import { administrationPages } from '~/policy/administration-pages';
import { type NavigationItem, visibleNavigation } from '~/policy/navigation';
import { can, type Permission } from '~/policy/permissions';

/** A page or an action with an address of its own. */
export type Place = { to: string; label: TextKey };

type Guarded = Place & { permission: Permission };

const memberPages: readonly Guarded[] = [
  { to: '/decisions', label: 'decision.title', permission: 'decision.read' },
  { to: '/forum/drafts', label: 'drafts.title', permission: 'forum.read' },
  { to: '/forum/following', label: 'following.title', permission: 'forum.follow' },
  { to: '/settings', label: 'settings.title', permission: 'user.update-own' },
  { to: '/settings/security', label: 'settings.security', permission: 'user.update-own' },
  { to: '/settings/following', label: 'follows.title', permission: 'decision.follow' },
  { to: '/settings/data', label: 'own-data.title', permission: 'data.read-own' },
  { to: '/guide', label: 'guide.nav', permission: 'area.members' },
];

const actions: readonly Guarded[] = [
  {
    to: '/administration/content/new?kind=news',
    label: 'content.new-news',
    permission: 'content.edit',
  },
  {
    to: '/administration/content/new?kind=article',
    label: 'content.new-article',
    permission: 'content.edit',
  },
  { to: '/administration/events/new', label: 'event-editor.new', permission: 'event.manage' },
  {
    to: '/administration/newsletters/new',
    label: 'newsletters.new',
    permission: 'newsletter.manage',
  },
  {
    to: '/administration/decisions/new',
    label: 'decision-editor.new',
    permission: 'decision.manage',
  },
  { to: '/administration/users/new', label: 'users.new', permission: 'user.create' },
];

/** The pages of menus that the actor may open, each once. */
export function pagesFor(actor: Actor): Place[] {
  const inMenu = visibleNavigation(actor.role).flatMap(placesOf);
  const ofAdministration = administrationPages(actor).map(({ path, label }) => ({
    to: path,
    label,
  }));
  const all = [...inMenu, ...allowed(actor, memberPages), ...ofAdministration];
  return all.filter(({ to }, place) => all.findIndex((other) => other.to === to) === place);
}

export const actionsFor = (actor: Actor): Place[] => allowed(actor, actions);

const placesOf = ({ path, label, items }: NavigationItem): Place[] => [
  ...(path === null ? [] : [{ to: path, label }]),
  ...items.flatMap(placesOf),
];

const allowed = (actor: Actor, places: readonly Guarded[]): Place[] =>
  places.filter(({ permission }) => can(actor, permission)).map(({ to, label }) => ({ to, label }));
