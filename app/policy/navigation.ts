import type { Actor, Role } from './actor';
import type { TextKey } from '~/i18n/translate';

/** An entry of the menu and the sitemap (spec section 3, navigation item). */
export type NavigationItem<Label = TextKey> = {
  id: string;
  path: string | null;
  roles: readonly Role[];
  label: Label;
  type: 'external' | 'link' | 'none';
  items: readonly NavigationItem<Label>[];
};

/** Of an entry of the site, a text; of one that the administration has added, its own words. */
export type MenuLabel = TextKey | { text: string; language: string };

/** An entry that the administration has added, in the reader's language where it has words in it. */
export type AddedItem = { text: string; language: string; url: string; inGroup: boolean };

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
export function visibleNavigation(role: Actor['role']): NavigationItem[];
export function visibleNavigation<Label>(
  role: Actor['role'],
  items: readonly NavigationItem<Label>[],
): NavigationItem<Label>[];
export function visibleNavigation(
  role: Actor['role'],
  items: readonly NavigationItem<unknown>[] = navigation,
): NavigationItem<unknown>[] {
  return items
    .filter((item) => item.roles.includes(role))
    .map((item) => ({ ...item, items: visibleNavigation(role, item.items) }))
    .filter((item) => item.type !== 'none' || item.items.length > 0);
}

/**
 * The menu with what the administration has added, for everybody, each in its place behind the entries
 * of the specification, which all stay where they are.
 */
export function withAdded(added: readonly AddedItem[]): NavigationItem<MenuLabel>[] {
  const items = added.map(({ text, language, url }, number): NavigationItem<MenuLabel> => ({
    id: `added-${number}`,
    path: url,
    roles: everybody,
    label: { text, language },
    type: url.startsWith('/') ? 'link' : 'external',
    items: [],
  }));
  const placed = (inGroup: boolean) => items.filter((_item, at) => added[at]?.inGroup === inGroup);
  return navigation.flatMap((item): NavigationItem<MenuLabel>[] =>
    item.id === 'communications'
      ? [{ ...item, items: [...item.items, ...placed(true)] }, ...placed(false)]
      : [item],
  );
}
