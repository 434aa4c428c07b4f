import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser, paragraphs } from '~/db/factories.server';
import { answerEditForm } from '~/features/content/editor/edit-text.server';
import { openPreview, makePreviewLink } from '~/features/content/previews/previews.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import { leavesMenu, withdrawText } from '~/features/content/publishing/publication-states.server';
import { getCore } from '~/features/content/publishing/publication-rows.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { findRedirect } from '~/features/content/redirects/redirects.server';
import { reloadAssociation } from '~/platform/association.server';
import { withShownEntries } from '~/site/menu/shown-entries.server';
import { publicConfig } from '~/site/public-config.server';
import { makeSitemap } from '~/pages/site-map/sitemap.server';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { typedNews } from '../../../../tests/support/texts/texts';
import { movePage } from './page-address.server';
import { nextPublicChange } from './public-moments.server';

let admin: SignedInActor;

beforeEach(async () => {
  for (const table of [schema.pages, schema.redirects, schema.associationSettings]) {
    await db().delete(table);
  }
  await reloadAssociation();
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});
afterEach(async () => {
  vi.useRealTimers();
  await db().delete(schema.associationSettings);
  await reloadAssociation();
});

type Page = { title: string; language?: string; of?: string };

/** A page that is begun, and published unless it stays a draft. */
async function write({ title, language = 'en', of }: Page, intent: 'save' | 'publish' = 'publish') {
  const id = await createText(admin, { kind: 'page', language, title, of });
  const description = 'What it is about.';
  const fields = { title, description, body: paragraphs('Its words.'), effectiveOn: null };
  const content = { kind: 'page' as const, fields };
  await saveText(admin, { kind: 'page', id }, { ...typedNews({}, { intent }), content });
  return id;
}

/** Menu and footer lead to the statutes, the footer to another page as well. */
async function putIntoMenu(): Promise<void> {
  const words = { en: 'Statutes', fr: '', de: '' };
  await db()
    .insert(schema.associationSettings)
    .values({
      name: 'A',
      shortName: 'A',
      address: 'A',
      email: 'a@b.example',
      vat: 'A',
      networkUrl: 'https://network.example',
      menu: [{ ...words, url: '/pages/statutes', inGroup: false, isHidden: false }],
      footer: [
        { ...words, url: '/pages/statutes' },
        { ...words, url: '/pages/statutes-2' },
      ],
    });
  await reloadAssociation();
}

const ask = (slug: string, language?: 'en' | 'fr') =>
  askRoute({ actor: anonymous, pattern: '/pages/:slug', params: { slug }, language });
/** Where an old address of the statutes leads for good. */
async function movedTo(address: string) {
  const asked = {
    actor: anonymous,
    pattern: '/pages/:slug',
    params: { slug: 'statutes' },
    address,
  };
  const answer = await askRoute(asked).catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response) || answer.status !== 301) throw new Error(`${address} stays`);
  return answer.headers.get('location');
}
const seen = async (id: string) => ({
  id,
  baseVersion: (await getCore({ kind: 'page', id })).version,
});

describe('a page of the association', () => {
  test('is a draft until it is published, and is previewed before', async () => {
    const id = await write({ title: 'Élection du bureau' }, 'save');
    expect(await statusOf(ask('election-du-bureau'))).toBe(404);
    const link = await makePreviewLink(admin, { kind: 'page', id }, 7);
    const token = link.replace('/preview/', '');
    expect(await openPreview(anonymous, token)).toMatchObject({
      content: { fields: { title: 'Élection du bureau' } },
    });
    expect(
      await askRoute({ actor: anonymous, pattern: '/preview/:token', params: { token } }),
    ).toMatchObject({ data: { page: { place: 'free' } } });
  });

  test('is read at its own address in the reader’s language, else in that of the site', async () => {
    const id = await write({ title: 'Statutes' });
    await write({ title: 'Statuts', language: 'fr', of: id });
    expect(await ask('statutes', 'fr')).toMatchObject({
      page: { title: 'Statuts', languages: ['en', 'fr'] },
    });
    expect(await ask('statutes', 'en')).toMatchObject({ page: { title: 'Statutes' } });
    expect(await makeSitemap()).toContain('/pages/statutes?language=fr');
  });

  test('may be called like a page of the site, and two of one name get two addresses', async () => {
    await makePage(db(), { slug: 'about', title: 'About us' });
    await write({ title: 'About' });
    await write({ title: 'About', language: 'fr' });
    expect(await ask('about')).toMatchObject({ page: { title: 'About', language: 'en' } });
    expect(await ask('about-2')).toMatchObject({ page: { language: 'fr' } });
    const own = { actor: anonymous, pattern: '/about' };
    expect(await askRoute(own)).toMatchObject({ page: { title: 'About us' } });
  });

  test('says why it was withdrawn', async () => {
    const id = await write({ title: 'Statutes' });
    await withdrawText(admin, { kind: 'page', ...(await seen(id)) }, 'They are being revised.');
    expect(await statusOf(ask('statutes'))).toBe(410);
  });

  test('is written by administrators alone', async () => {
    const text = { kind: 'page' as const, language: 'en', title: 'Statutes' };
    for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
      await expect(createText(actorWithRole(role), text)).rejects.toThrow('error.not-found');
      const page = { id: await write({ title: 'Statutes' }), baseVersion: 2 };
      await expect(movePage(actorWithRole(role), page, 'x')).rejects.toThrow('error.not-found');
    }
  });
});

describe('another address', () => {
  test('is that of all languages; the old one leads there, and menu and footer follow', async () => {
    const id = await write({ title: 'Statutes' });
    await write({ title: 'Statuts', language: 'fr', of: id });
    await putIntoMenu();
    await movePage(admin, await seen(id), 'our-statutes');
    expect(await movedTo('/pages/statutes')).toBe('/pages/our-statutes');
    expect(await movedTo('/pages/statutes?language=fr')).toBe('/pages/our-statutes?language=fr');
    expect(await findRedirect(anonymous, '/pages/statutes')).toBe('/pages/our-statutes');
    expect(await ask('our-statutes', 'fr')).toMatchObject({ page: { title: 'Statuts' } });
    const { menu, footer } = publicConfig('en');
    expect([...menu, ...footer].map(({ url }) => url)).toEqual([
      '/pages/our-statutes',
      '/pages/our-statutes',
      '/pages/statutes-2',
    ]);

    await movePage(admin, await seen(id), 'statutes');
    expect(await ask('statutes')).toMatchObject({ page: { title: 'Statutes' } });
    expect(await findRedirect(anonymous, '/pages/our-statutes')).toBe('/pages/statutes');
    const entries = await db()
      .select({ seq: schema.auditEntries.seq })
      .from(schema.auditEntries)
      .where(
        and(eq(schema.auditEntries.action, 'content.move'), eq(schema.auditEntries.targetId, id)),
      );
    expect(entries).toHaveLength(2);
  });

  test('of a draft leaves nothing behind', async () => {
    const id = await write({ title: 'Statutes' }, 'save');
    await movePage(admin, await seen(id), 'our-statutes');
    expect(await findRedirect(anonymous, '/pages/statutes')).toBeNull();
  });

  test('is refused where another page stands, in whatever language', async () => {
    const id = await write({ title: 'Statutes' });
    await write({ title: 'Contact', language: 'fr' });
    await expect(movePage(admin, await seen(id), 'contact')).rejects.toMatchObject({
      code: 'error.content.slug-taken',
    });
    expect(await ask('statutes')).toMatchObject({ page: { title: 'Statutes' } });
  });

  test('is no matter of pages that the specification names', async () => {
    const page = await makePage(db(), { slug: 'about' });
    const place = { id: page?.id ?? '', baseVersion: 1 };
    await expect(movePage(admin, place, 'x')).rejects.toThrow('error.content.not-possible');
  });

  test('is small letters, digits and hyphens', async () => {
    const id = await write({ title: 'Statutes' });
    const form = new FormData();
    const { baseVersion } = await seen(id);
    const sent = { intent: 'move', slug: '../about', baseVersion: String(baseVersion) };
    for (const [name, value] of Object.entries(sent)) form.set(name, value);
    expect(await answerEditForm(admin, { kind: 'page', id }, form)).toMatchObject({
      data: { fieldErrors: { slug: 'form.slug' }, values: { slug: '../about' } },
    });
  });
});

test('a page that is withdrawn in its last language leaves menu and footer', async () => {
  const id = await write({ title: 'Statutes' });
  const french = await write({ title: 'Statuts', language: 'fr', of: id });
  await putIntoMenu();
  const led = () => {
    const { menu, footer } = publicConfig('en');
    return [...menu, ...footer].map(({ url }) => url);
  };
  const leaves = async (page: string) =>
    leavesMenu(admin, 'page', await getCore({ kind: 'page', id: page }));
  const withdraw = async (page: string) =>
    withdrawText(admin, { kind: 'page', ...(await seen(page)) }, 'No longer needed');
  expect(await leaves(id)).toBe(false);
  await withdraw(french);
  expect(led()).toHaveLength(3);
  expect(await leaves(id)).toBe(true);
  await withdraw(id);
  expect(led()).toEqual(['/pages/statutes-2']);
  expect(await leaves(id)).toBe(false);
});

test('menu and footer lead to a page while it is public by the clock, in one language at least', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const [begins, endsInFrench, ends] = [inHours(0.1), inHours(0.2), inHours(0.3)];
  const slug = 'pages/statutes';
  await makePage(db(), { slug, status: 'scheduled', publishAt: begins, expireAt: ends });
  await makePage(db(), { slug, language: 'fr', expireAt: endsInFrench });
  await makePage(db(), { slug: 'pages/statutes-2', status: 'draft' });
  await putIntoMenu();
  const led = async () => {
    const { menu, footer } = await withShownEntries(publicConfig('en'));
    return [menu.map(({ url }) => url), footer.map(({ url }) => url)];
  };
  const shown = [['/pages/statutes'], ['/pages/statutes']];
  // Cached pages of whatever kind are rendered again at these moments.
  for (const moment of [begins, endsInFrench, ends]) {
    expect(await led()).toEqual(shown);
    expect(await nextPublicChange(['events'], new Date())).toEqual(moment);
    vi.setSystemTime(moment);
  }
  expect(await led()).toEqual([[], []]);
});
