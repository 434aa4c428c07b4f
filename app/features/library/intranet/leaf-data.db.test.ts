import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';
import { buildOf, serveRoutes } from '../../../../tests/support/site/served-routes';

const addresses = ['/intranet/details', '/intranet/deletion'];

let build: Awaited<ReturnType<typeof buildOf>>;
let site: Awaited<ReturnType<typeof serveRoutes>>;
beforeAll(async () => {
  build = await buildOf(addresses);
  site = await serveRoutes(build);
});
afterAll(() => site.stop());

test('what names no documents is not there, as a page, as data and as data of its own route alone', async () => {
  const email = 'member@court.example';
  await makeUser(db(), { email, password: goodPassword });
  const cookie = (await signedInHeaders(email)).get('Cookie') ?? '';
  for (const address of addresses) {
    const leaf = Object.values(build.routes).find((route) => `/${route?.path}` === address);
    const ways = [address, `${address}.data`, `${address}.data?_routes=${leaf?.id}`];
    for (const way of ways)
      expect(await site.ask(encodeURI(way), { cookie }), way).toMatchObject({ status: 404 });
    // Without a session each leads to the sign-in.
    expect((await site.ask(encodeURI(ways[2] ?? ''))).status).toBe(202);
  }
});
