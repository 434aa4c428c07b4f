import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser } from '~/db/factories.server';
import { parseForm } from '~/lib/forms/form';
import { reloadAssociation } from '~/platform/association.server';
import { roles } from '~/policy/actor';
import { visibleNavigation, withAdded } from '~/policy/navigation';
import { publicConfig } from '~/site/public-config.server';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { pageOf } from '../../../../tests/support/site/page-of';
import { askRoute } from '../../../../tests/support/site/route-request';
import { getAssociation, saveMenu } from './association.server';
import { listMenuPages, withPageTitles } from './menu-pages.server';
import { menuForm } from './menu-schemas';

async function clear(): Promise<void> {
  await db().delete(schema.associationSettings);
  await reloadAssociation();
}
beforeEach(clear);
afterEach(clear);

const entry = { en: 'Decisions', fr: 'Décisions', de: '', url: '/decisions' };
const input = {
  menu: [
    { ...entry, inGroup: false, isHidden: false },
    {
      en: 'Partners',
      fr: '',
      de: '',
      url: 'https://partner.example',
      inGroup: true,
      isHidden: false,
    },
    { en: 'Later', fr: '', de: '', url: '/search', inGroup: false, isHidden: true },
  ],
  footer: [
    { en: 'Visits by appointment', fr: 'Visites sur rendez-vous', de: '', url: '' },
    { en: 'Supervisory authority', fr: '', de: '', url: 'https://authority.example' },
  ],
};

test('what an administrator adds is in menu and footer at once, in the reader’s language', async () => {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  await saveMenu(admin, input, 0);
  const { menu, footer } = publicConfig('fr');
  expect(menu).toEqual([
    { url: '/decisions', inGroup: false, text: 'Décisions', language: 'fr' },
    { url: 'https://partner.example', inGroup: true, text: 'Partners', language: 'en' },
  ]);
  expect(footer.map(({ text }) => text)).toEqual([
    'Visites sur rendez-vous',
    'Supervisory authority',
  ]);
  expect(getAssociation(admin)).toMatchObject({ ...input, version: 1 });
  await expect(saveMenu(admin, input, 0)).rejects.toMatchObject({
    code: 'error.changed-meanwhile',
  });
});

test('of two who change the menu, the second is shown what the first has saved', async () => {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  await saveMenu(admin, { menu: input.menu.slice(2), footer: input.footer.slice(0, 1) }, 0);
  const pattern = '/administration/association';
  const form = { intent: 'save-menu', version: '0', 'menu.0.en': 'Mine', 'menu.0.url': '/news' };
  const late = await askRoute({ actor: admin, pattern, form: { menu: '', footer: '', ...form } });
  expect(late).toMatchObject({
    data: { error: 'error.changed-meanwhile', values: { intent: 'save-menu' } },
    init: { status: 409 },
  });
  const answer = z.object({ data: z.object({}).loose() }).parse(late).data;
  const loaded = await askRoute({ actor: admin, pattern });
  const loaderData = z.object({}).loose().parse(loaded);
  const page = await pageOf(pattern, { loaderData, actionData: answer });
  expect(page).toContain('Saved in the meantime');
  for (const saved of ['Later', '/search', 'Hide', 'Visits', 'rendez-vous'])
    expect(page, saved).toMatch(new RegExp(`<del>(?:(?!</del>).)*${saved}`, 's'));
  expect(page).toContain('value="Mine"');
  expect(page).toContain('name="version" value="1"');
});

test.each(roles)('the entries of the site stay, in their order, for %s', (role) => {
  const { menu } = { menu: input.menu.map((row) => ({ ...row, text: row.en, language: 'en' })) };
  const items = visibleNavigation(role, withAdded(menu));
  const ids = (list: readonly { id: string }[]) =>
    list.map(({ id }) => id).filter((id) => !id.startsWith('added-'));
  const own = visibleNavigation(role);
  expect(ids(items)).toEqual(ids(own));
  for (const { id, items: within } of own) {
    expect(ids(items.find((item) => item.id === id)?.items ?? [])).toEqual(ids(within));
  }
  expect(items.find(({ id }) => id === 'communications')?.items.at(-1)).toMatchObject({
    path: 'https://partner.example',
    type: 'external',
  });
});

test.each(['USER', 'UNAUTHENTICATED'] as const)('%s cannot change the menu', async (role) => {
  await expect(saveMenu(actorWithRole(role), input, 0)).rejects.toMatchObject({
    code: 'error.not-found',
  });
});

function read(...rows: Record<string, string>[]) {
  const form = new FormData();
  form.set('intent', 'save-menu');
  form.set('version', '0');
  for (const [at, row] of rows.entries()) {
    for (const [name, text] of Object.entries(row)) form.set(`menu.${at}.${name}`, text);
  }
  return parseForm(menuForm, form);
}

test.each([
  '/decisions',
  'https://partner.example/a?b=c',
  'http://partner.example',
  'mailto:a@b.example',
])('%s is an address to lead to', (url) =>
  expect(read({ ...entry, url })).toMatchObject({ ok: true }),
);

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'https:evil',
  'https://court.example@evil.example',
  'https://a b.example',
  'mailto:nobody',
  'ftp://files.example',
  '#content',
  'decisions',
])('%j is refused at its cell', (url) => {
  expect(read({ ...entry, url })).toMatchObject({
    ok: false,
    fieldErrors: { 'menu.0.url': 'form.link-address' },
  });
});

test('an entry without words or address is refused at its row', () => {
  expect(read({ ...entry, en: '', fr: '' })).toMatchObject({
    fieldErrors: { 'menu.0': 'form.words-needed' },
  });
  expect(read({ ...entry, url: '' })).toMatchObject({
    fieldErrors: { 'menu.0.url': 'form.required' },
  });
});

test('a tab, which browsers drop, makes no address of another site', () => {
  expect(read({ ...entry, url: '/\t/evil.example' })).toMatchObject({
    ok: false,
    fieldErrors: { 'menu.0.url': 'form.invalid' },
  });
});

test('the bar has room for two more entries, the others go under Communications', () => {
  expect(read(entry, entry, entry)).toMatchObject({
    fieldErrors: { menu: 'form.too-many-in-bar' },
  });
  const within = { ...entry, inGroup: 'on' };
  const hidden = { ...entry, isHidden: 'on' };
  expect(read(entry, entry, within, within, hidden)).toMatchObject({ ok: true });
});

describe('a published page', () => {
  const page = '/pages/groups';
  const named = { en: '', fr: '', de: '', page };
  beforeEach(async () => {
    await db().delete(schema.pages);
    const slug = 'pages/groups';
    await makePage(db(), { slug, title: 'Working groups' });
    await makePage(db(), { slug, language: 'fr', title: 'Groupes de travail' });
    await makePage(db(), { slug, language: 'de', title: 'Gruppen', status: 'draft' });
    await makePage(db(), { slug: 'pages/later', title: 'Later', status: 'draft' });
    await makePage(db(), { slug: 'text-news', title: 'Introduction' });
  });

  test('is chosen by its name in the reader’s language; drafts are not offered', async () => {
    const admin = actorWithRole('ADMIN');
    expect(await listMenuPages(admin, 'fr')).toEqual([
      { value: page, label: 'Groupes de travail' },
    ]);
    expect(await listMenuPages(admin, 'de')).toMatchObject([{ label: 'Working groups' }]);
  });

  test('gives an entry without words its titles', async () => {
    const form = read(named, { ...named, en: 'Groups' });
    if (!form.ok) throw new Error('The entries were refused');
    const { menu } = await withPageTitles(actorWithRole('ADMIN'), form.data);
    const row = { url: page, inGroup: false, isHidden: false };
    expect(menu).toEqual([
      { ...row, en: 'Working groups', fr: 'Groupes de travail', de: '' },
      { ...row, en: 'Groups', fr: '', de: '' },
    ]);
  });

  test('and another address are not both the place of one entry', () => {
    expect(read({ ...named, url: '/decisions' })).toMatchObject({
      fieldErrors: { 'menu.0.url': 'form.page-or-address' },
    });
    expect(read({ ...named, page: 'javascript:alert(1)' })).toMatchObject({ ok: false });
  });
});
