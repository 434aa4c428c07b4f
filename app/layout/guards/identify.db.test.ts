import { eq } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { actorContext } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { languageContext } from '~/i18n/language.server';
import { noticesOf } from '~/answers/notices.server';
import { lostSessionContext } from '~/policy/request-context';
import { identify } from './identify.server';
import { configure } from '../../../tests/support/database/configure';
import { cookieHeader, readCookies } from '../../../tests/support/people/cookies';
import { goodPassword, signedInHeaders } from '../../../tests/support/people/sign-in';

/** Runs the root middleware around an answer. */
async function around(headers: Headers, answer = new Response('page'), path = '/about') {
  const request = new Request(`https://association.example${path}`, { headers });
  const context = new RouterContextProvider();
  const url = new URL(request.url);
  const response = await identify(
    { request, context, url, params: {}, pattern: '/about' },
    async () => answer,
  );
  return { response: response ?? answer, context };
}

async function signedIn() {
  const user = await makeUser(db(), { password: goodPassword });
  return { user, headers: await signedInHeaders(user.email, true) };
}

const cacheControl = ({ response }: { response: Response }) =>
  response.headers.get('cache-control');

test('a page for a visitor is checked each time, one for a signed-in person never stored', async () => {
  const visitor = await around(new Headers());
  expect(cacheControl(visitor)).toBe('no-cache');
  expect(visitor.response.headers.get('vary')).toContain('Cookie');
  expect(visitor.context.get(actorContext).role).toBe('UNAUTHENTICATED');
  const { user, headers } = await signedIn();
  const member = await around(headers);
  expect(cacheControl(member)).toBe('no-store');
  expect(member.context.get(actorContext)).toMatchObject({ id: user.id, role: 'USER' });
});

test('an answer that may be kept is kept for visitors only, and never with a cookie', async () => {
  const file = () => new Response('file', { headers: { 'Cache-Control': 'public, max-age=3600' } });
  expect(cacheControl(await around(new Headers(), file()))).toBe('public, max-age=3600');
  const { headers } = await signedIn();
  expect(cacheControl(await around(headers, file()))).toBe('no-store');
  const withCookie = file();
  withCookie.headers.set('Set-Cookie', 'a=b');
  expect(cacheControl(await around(new Headers(), withCookie))).toBe('no-store');
});

test('a lost session is said on this page, or on the one it leads to', async () => {
  const { user, headers } = await signedIn();
  await db().delete(schema.signInSessions).where(eq(schema.signInSessions.userId, user.id));
  const page = await around(headers);
  expect(page.context.get(lostSessionContext)).toBe('error.auth/session-expired');
  expect(cacheControl(page)).toBe('no-store');
  const cookies = readCookies(page.response.headers.getSetCookie());
  expect(Object.keys(cookies)).toEqual(['__Host-session']);
  expect(cookies['__Host-session']?.maxAge).toBe(0);
  const moved = await around(
    headers,
    new Response(null, { status: 302, headers: { Location: '/login' } }),
  );
  const next = cookieHeader(moved.response.headers.getSetCookie());
  expect(noticesOf(next)).toMatchObject([{ kind: 'error', key: 'error.auth/session-expired' }]);
});

test('what an open page asks for beside itself leaves the cookie alone, which may be of a sign-in since', async () => {
  const { user, headers } = await signedIn();
  await db().delete(schema.signInSessions).where(eq(schema.signInSessions.userId, user.id));
  const clears = async (mode: string, type: string) => {
    const asked = new Headers({ cookie: headers.get('cookie') ?? '', 'Sec-Fetch-Mode': mode });
    const { response } = await around(
      asked,
      new Response('', { headers: { 'Content-Type': type } }),
    );
    return response.headers.getSetCookie().join().includes('__Host-session=;');
  };
  expect(await clears('navigate', 'text/html')).toBe(true);
  expect(await clears('cors', 'text/x-script')).toBe(true);
  expect(await clears('cors', 'text/html')).toBe(false);
  expect(await clears('cors', 'text/event-stream')).toBe(false);
  expect(await clears('no-cors', 'application/json')).toBe(false);
});

test('a sign-in in this very request has the last word about the session', async () => {
  const { headers } = await signedIn();
  await db().delete(schema.signInSessions);
  const answer = new Response(null, { status: 302 });
  answer.headers.append('Set-Cookie', '__Host-session=new; Path=/; Secure; HttpOnly');
  const { response } = await around(headers, answer);
  const session = response.headers
    .getSetCookie()
    .filter((cookie) => cookie.startsWith('__Host-session='));
  expect(session).toEqual(['__Host-session=new; Path=/; Secure; HttpOnly']);
});

test('the language is the stored one where it is active', async () => {
  configure({ LANGUAGES: 'en,fr' });
  expect((await around(new Headers({ cookie: 'lang=fr' }))).context.get(languageContext)).toBe(
    'fr',
  );
  expect((await around(new Headers({ cookie: 'lang=de' }))).context.get(languageContext)).toBe(
    'en',
  );
});

test('one account has four pages under way at a time, whatever addresses it comes from', async () => {
  const { headers } = await signedIn();
  const { headers: others } = await signedIn();
  const begun: ((response: Response) => void)[] = [];
  const ask = (own: Headers) => {
    const request = new Request('https://association.example/forum', { headers: own });
    const given = { request, context: new RouterContextProvider(), url: new URL(request.url) };
    return identify(
      { ...given, params: {}, pattern: '/forum' },
      () => new Promise<Response>((resolve) => begun.push(resolve)),
    );
  };
  const asked = Array.from({ length: 6 }, async () => ask(headers));
  await expect.poll(() => begun.length).toBe(4);
  asked.push(Promise.resolve(ask(others)));
  await expect.poll(() => begun.length).toBe(5);
  for (let answers = 0; answers < 7; answers += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(0);
    begun.shift()?.(new Response('page'));
  }
  expect((await Promise.all(asked)).map((answer) => answer?.status)).toEqual(Array(7).fill(200));
});

test('who has to set up a second factor can still read what the site promises, and leave', async () => {
  const { headers } = await signedIn();
  configure({ FLAGS: 'requireMemberSecondFactor' });
  const at = (path: string) => around(headers, new Response('page'), path);
  for (const path of ['/privacy-policy', '/consent.data', '/unsubscribe/some-id', '/sign-out']) {
    expect((await at(path)).response.status, path).toBe(200);
  }
  for (const path of ['/', '/settings', '/privacy-policy-of-others']) {
    const refused = await at(path).catch((thrown: unknown) => thrown);
    if (!(refused instanceof Response)) throw new Error(`${path} is open`);
    expect(refused.headers.get('Location'), path).toBe('/settings/second-factor');
  }
});
