import { expect, test } from 'vitest';
import { roles } from './actor';
import { translations } from '~/i18n/translations.server';
import { type NavigationItem, navigation, visibleNavigation } from './navigation';

const outline = (items: readonly NavigationItem[]): string[] =>
  items.flatMap(({ id, path, items: inner }) => [
    `${id} ${path ?? '-'}`,
    ...outline(inner).map((line) => `  ${line}`),
  ]);

/** Spec section 6, navigation visibility. */
test('each role sees its entries', () => {
  const seen = roles.map((role) => [role, ...outline(visibleNavigation(role))].join('\n'));
  expect(`\n${seen.join('\n\n')}\n`).toMatchInlineSnapshot(`
    "
    ADMIN
    home /
    about /about
    communications -
      events /events/overview
      news /news
      intranet /intranet
      forum /forum
    administration /administration

    DEV
    home /
    about /about
    membership /membership
    communications -
      events /events/overview
      news /news
      intranet /intranet
      forum /forum
    administration /administration

    USER
    home /
    about /about
    communications -
      events /events/overview
      news /news
      intranet /intranet
      forum /forum

    UNAUTHENTICATED
    home /
    about /about
    membership /membership
    communications -
      events /events/overview
      news /news
    "
  `);
});

test('a group without visible entries is left out, and so is what is in a hidden one', () => {
  const [member] = navigation.flatMap((item) => item.items).filter(({ id }) => id === 'forum');
  const group = navigation.find(({ type }) => type === 'none');
  if (!member || !group) throw new Error('the navigation has no group');
  const items = [{ ...group, items: [member] }];
  expect(visibleNavigation('UNAUTHENTICATED', items)).toEqual([]);
  expect(visibleNavigation('USER', items)).toEqual(items);
  const hidden = [{ ...group, roles: ['DEV' as const], items: [member] }];
  expect(visibleNavigation('USER', hidden)).toEqual([]);
});

/** Spec section 3, navigation item. */
test('an entry has the fields that the specification names, and no others', () => {
  const fields = ['id', 'items', 'label', 'path', 'roles', 'type'];
  for (const item of navigation.flatMap((each) => [each, ...each.items])) {
    expect(Object.keys(item).toSorted(), item.id).toEqual(fields);
    expect(['external', 'link', 'none']).toContain(item.type);
    expect(item.roles.every((role) => roles.includes(role))).toBe(true);
  }
});

test('every entry has a text, its own id, and a path unless it is a group', () => {
  const all = navigation.flatMap((item) => [item, ...item.items]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { label, type, path } of all) {
    expect(translations.en[label], label).toBeTruthy();
    expect(path === null).toBe(type === 'none');
  }
});
