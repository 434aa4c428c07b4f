import { afterAll, beforeAll, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser } from '~/db/factories.server';
import { buildOf, serveRoutes } from './served-routes';
import { goodPassword } from './sign-in';

let site: Awaited<ReturnType<typeof serveRoutes>>;

beforeAll(async () => {
  site = await serveRoutes(await buildOf(['/login', '/agreement', '/end-user-agreement']));
});
afterAll(() => site.stop());

/** Signs in and gives where that leads, with the cookies of the session. */
async function signIn(email: string) {
  const form = { email, password: goodPassword, redirectUrl: '/settings' };
  const { location, cookies } = await site.ask('/login', { method: 'POST', form });
  return { location, cookie: cookies.map((one) => one.split(';')[0]).join('; ') };
}

test('a member is asked to accept a changed agreement at the next sign-in, once', async () => {
  const email = 'reader@court.example';
  await makeUser(db(), { email, password: goodPassword, createdAt: new Date('2026-01-01') });
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
  const old = { shown: new Date(0).toISOString(), redirectUrl: '/settings' };
  const refused = await site.ask(asked, { method: 'POST', cookie, form: old });
  expect(refused.location).toBe(asked);
  expect(await db().$count(schema.agreementAcceptances)).toBe(0);

  const form = { shown: acceptanceFrom.toISOString(), redirectUrl: '/settings' };
  const accepted = await site.ask('/agreement', { method: 'POST', cookie, form });
  expect(accepted.location).toBe('/settings');
  expect(await db().$count(schema.agreementAcceptances)).toBe(1);
  const again = await signIn(email);
  const onward = await site.ask(again.location ?? '', { cookie: again.cookie });
  expect(onward.location).toBe('/settings');
});
