import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeApplication, makePage, makeUser } from '~/db/factories.server';
import {
  acceptAgreement,
  findOpenAgreement,
} from '~/features/compliance/agreement/agreement.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { buildOf, serveRoutes } from '../../../../tests/support/site/served-routes';
import { goodPassword } from '../../../../tests/support/people/sign-in';

const longAgo = new Date('2026-01-01');
let site: Awaited<ReturnType<typeof serveRoutes>>;

beforeAll(async () => {
  site = await serveRoutes(await buildOf(['/login', '/agreement', '/end-user-agreement']));
});
afterAll(() => site.stop());
beforeEach(removeAgreement);

async function removeAgreement(): Promise<void> {
  await db().delete(schema.agreementAcceptances);
  await db().delete(schema.pages);
}

/** Signs in and gives where that leads, with the cookies of the session. */
async function signIn(email: string) {
  const form = { email, password: goodPassword, redirectUrl: '/settings' };
  const { location, cookies } = await site.ask('/login', { method: 'POST', form });
  return { location, cookie: cookies.map((one) => one.split(';')[0]).join('; ') };
}

test('a member is asked to accept a changed agreement at the next sign-in, once', async () => {
  const email = 'reader@court.example';
  const user = await makeUser(db(), { email, password: goodPassword, createdAt: longAgo });
  await makePage(db(), { slug: 'end-user-agreement', title: 'Agreement' });
  expect(await signIn(email)).toMatchObject({ location: '/settings' });

  const acceptanceFrom = new Date(Date.now() - 1000);
  await db().update(schema.pages).set({ acceptanceFrom });
  const asked = '/agreement?redirectUrl=%2Fsettings';
  const { location, cookie } = await signIn(email);
  expect(location).toBe(asked);
  expect((await site.ask(asked, { cookie })).status).toBe(200);
  // Reading it is not accepting it.
  expect((await site.ask(asked, { cookie })).status).toBe(200);
  const old = { shown: '0'.repeat(64), redirectUrl: '/settings' };
  const refused = await site.ask(asked, { method: 'POST', cookie, form: old });
  expect(refused.location).toBe(asked);
  expect(await db().$count(schema.agreementAcceptances)).toBe(0);

  const open = await findOpenAgreement(actorOf(user), 'en');
  const form = { shown: open?.seal ?? '', redirectUrl: '/settings' };
  const accepted = await site.ask('/agreement', { method: 'POST', cookie, form });
  expect(accepted.location).toBe('/settings');
  expect(await db().$count(schema.agreementAcceptances)).toBe(1);
  const again = await signIn(email);
  const onward = await site.ask(again.location ?? '', { cookie: again.cookie });
  expect(onward.location).toBe('/settings');
});

test.each([
  ['who applied before it changed', -1, true],
  ['who applied after it had changed', 1, false],
  ['nobody applied for', null, true],
])('an account %s, made afterwards', async (_who, applied, isAsked) => {
  const acceptanceFrom = new Date(Date.now() - 60_000);
  await makePage(db(), { slug: 'end-user-agreement', acceptanceFrom });
  const user = await makeUser(db());
  if (applied !== null) {
    const consentedAt = new Date(Number(acceptanceFrom) + applied * 1000);
    await makeApplication(db(), { status: 'active', userId: user.id, consentedAt });
  }
  const open = await findOpenAgreement(actorOf(user), 'en');
  expect(open !== null).toBe(isAsked);
});

describe('the agreement in several languages', () => {
  const slug = 'end-user-agreement';
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  /** Its texts, by language, with how many days ago each was asked for, if it was. */
  async function write(texts: Record<string, number | null>) {
    for (const [language, ago] of Object.entries(texts)) {
      const acceptanceFrom = ago === null ? null : days(ago);
      const effectiveOn = `2026-01-${language === 'fr' ? '02' : '01'}`;
      await makePage(db(), { slug, language, title: language, effectiveOn, acceptanceFrom });
    }
  }
  const makeMember = async () => actorOf(await makeUser(db(), { createdAt: longAgo }));

  test.each([
    ['the site’s was asked for, theirs was not', { en: 2, fr: null }, 'fr', 'en'],
    ['theirs was asked for, the site’s was not', { en: null, fr: 2 }, 'fr', 'fr'],
    ['the site’s was asked for later', { en: 1, fr: 2 }, 'fr', 'en'],
    ['theirs was asked for later', { en: 2, fr: 1 }, 'fr', 'fr'],
    ['there is none in theirs', { en: 2, fr: 1 }, 'de', 'en'],
    ['there is only one in a third', { fr: 1 }, 'de', 'fr'],
    ['it was asked for in a third alone', { en: null, fr: 1 }, 'de', null],
  ] as const)('when %s', async (_what, texts, reader, expected) => {
    await write(texts);
    const member = await makeMember();
    const open = await findOpenAgreement(member, reader);
    expect(open?.language ?? null).toBe(expected);
    if (!open) return;
    // What is shown is what is kept as accepted.
    expect(open).toMatchObject({ title: open.language });
    await acceptAgreement(member, { shown: open.seal, language: reader });
    const { effectiveOn, acceptanceFrom, language } = open;
    expect(await db().select().from(schema.agreementAcceptances)).toMatchObject([
      { effectiveOn, acceptanceFrom, language },
    ]);
    expect(await findOpenAgreement(member, reader)).toBeNull();
  });

  test('is asked for again when the default language’s version changes later', async () => {
    await write({ en: null, fr: 2 });
    const member = await makeMember();
    const first = await findOpenAgreement(member, 'fr');
    await acceptAgreement(member, { shown: first?.seal ?? '', language: 'fr' });
    await db()
      .update(schema.pages)
      .set({ acceptanceFrom: days(1) })
      .where(eq(schema.pages.language, 'en'));
    expect(await findOpenAgreement(member, 'fr')).toMatchObject({ language: 'en' });
  });

  test.each([
    ['its words have changed', { title: 'Otherwise' }],
    ['it is in force from another day', { effectiveOn: '2026-02-01' }],
  ])('is not accepted when %s since it was shown', async (_what, change) => {
    await write({ en: 1 });
    const member = await makeMember();
    const open = await findOpenAgreement(member, 'en');
    await db().update(schema.pages).set(change);
    const accept = acceptAgreement(member, { shown: open?.seal ?? '', language: 'en' });
    await expect(accept).rejects.toThrow('error.changed-meanwhile');
    expect(await db().$count(schema.agreementAcceptances)).toBe(0);
  });

  test('is not accepted in another language than that in which it was shown', async () => {
    await write({ en: 1 });
    await makePage(db(), { slug, language: 'fr', acceptanceFrom: days(0.5) });
    const member = await makeMember();
    const open = await findOpenAgreement(member, 'en');
    const accept = acceptAgreement(member, { shown: open?.seal ?? '', language: 'fr' });
    await expect(accept).rejects.toThrow('error.changed-meanwhile');
  });

  test('is shown on its page as it will be kept', async () => {
    await write({ en: 1, fr: 2 });
    const member = await makeMember();
    const page = await askRoute({ actor: member, pattern: '/agreement', language: 'fr' });
    const open = await findOpenAgreement(member, 'fr');
    expect(page).toMatchObject({ text: { title: 'en', language: 'en' }, shown: open?.seal });
  });
});
