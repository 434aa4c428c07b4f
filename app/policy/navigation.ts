import type { Actor, Role } from './actor';
import type { TextKey } from '~/i18n/translate';

/** An entry of the menu and the sitemap (spec section 3, navigation item). */
export type NavigationItem = {
  id: string;
  path: string | null;
  roles: readonly Role[];
  label: TextKey;
  type: 'external' | 'link' | 'none';
  items: readonly NavigationItem[];
};

const everybody: readonly Role[] = ['ADMIN', 'DEV', 'USER', 'UNAUTHENTICATED'];
const members: readonly Role[] = ['ADMIN', 'DEV', 'USER'];
const administrators: readonly Role[] = ['ADMIN', 'DEV'];

type Entry = Pick<NavigationItem, 'id' | 'path' | 'roles'> & Partial<NavigationItem>;
const entry = (item: Entry & { label: TextKey }): NavigationItem => ({
  type: 'link',
  items: [],
  ...item,
});

/** Visibility is that of spec section 6. */
export const navigation: readonly NavigationItem[] = [
  entry({ id: 'home', path: '/', roles: everybody, label: 'nav.home' }),
  entry({ id: 'about', path: '/about', roles: everybody, label: 'nav.about' }),
  entry({
    id: 'membership',
    path: '/membership',
    roles: ['UNAUTHENTICATED', 'DEV'],
    label: 'nav.membership',
  }),
  entry({
    id: 'communications',
    path: null,
    type: 'none',
    roles: everybody,
    label: 'nav.communications',
    items: [
      entry({ id: 'events', path: '/events/overview', roles: everybody, label: 'nav.events' }),
      entry({ id: 'news', path: '/news', roles: everybody, label: 'nav.news' }),
      entry({ id: 'intranet', path: '/intranet', roles: members, label: 'nav.intranet' }),
      entry({ id: 'forum', path: '/forum', roles: members, label: 'nav.forum' }),
    ],
  }),
  entry({
    id: 'administration',
    path: '/administration',
    roles: administrators,
    label: 'nav.administration',
  }),
];

/** The entries that a role sees, groups without visible entries left out. */
export function visibleNavigation(
  role: Actor['role'],
  items: readonly NavigationItem[] = navigation,
): NavigationItem[] {
  return items
    .filter((item) => item.roles.includes(role))
    .map((item) => ({ ...item, items: visibleNavigation(role, item.items) }))
    .filter((item) => item.type !== 'none' || item.items.length > 0);
}
