import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { parseConfig } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { makeApplication, makeUser } from '~/db/factories.server';
import { hasOwnPassword } from '~/features/identity/accounts/accounts.server';
import { activateMembership } from '~/features/membership/membership.server';
import { newId } from '~/lib/new-id';
import { resetAuth } from '~/platform/auth.server';
import { applicationNow, auditActions } from '../../../tests/support/people/applications';
import { actorOf } from '../../../tests/support/people/actors';
import { configure } from '../../../tests/support/database/configure';
import { readCookies } from '../../../tests/support/people/cookies';
import { askRoute } from '../../../tests/support/site/route-request';
import {
  beginHostedSignIn,
  finishHostedSignIn,
  otherWays,
} from '~/features/identity/sign-in/alternative-sign-in.server';
import { leadsToSecondStep } from '~/features/identity/sign-in/second-step.server';
import { resolveSession } from '~/features/identity/sign-in/session.server';

/** Against a real OpenID Connect provider, with the browser's part played by `fetch`. */
let provider: ChildProcess;
let issuer = '';

beforeAll(async () => {
  const answer = 'https://association.example/api/auth/callback/hosted';
  provider = spawn(process.execPath, ['tests/support/site/hosted-provider.mjs', answer], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (!provider.stdout) throw new Error('The provider says nothing');
  for await (const line of createInterface({ input: provider.stdout })) {
    issuer = line;
    break;
  }
});

afterAll(() => {
  provider.kill();
  resetAuth();
});

beforeEach(() => {
  configure({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'site',
    OIDC_CLIENT_SECRET: 'secret-of-the-site',
  });
  resetAuth();
});

const pairsOf = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';', 1)[0]);

/** Signs in at the provider as a person would. @returns the address it leads back to */
async function signInAtProvider(start: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  let address = start;
  let body: URLSearchParams | undefined;
  for (let hop = 0; hop < 12; hop += 1) {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      body,
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const pair of pairsOf(response.headers.getSetCookie())) {
      const [name = '', value = ''] = (pair ?? '').split('=', 2);
      jar.set(name, value);
    }
    body = undefined;
    const location = response.headers.get('location');
    if (location) {
      address = new URL(location, address).href;
      if (!address.startsWith(issuer)) return address;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    body = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('The provider leads nowhere');
}

let addresses = 0;
const from = (cookies: readonly string[] = []) => {
  addresses += 1;
  const headers = new Headers({ cookie: pairsOf(cookies).join('; '), 'user-agent': 'Firefox/1' });
  return { headers, clientAddress: `10.2.${addresses}.1` };
};

const finish = (url: string, sent: ReturnType<typeof from>) =>
  finishHostedSignIn(anonymous, url, { ...sent, onProven: activateMembership });

async function hostedSignIn(login: string): Promise<string[]> {
  const { address, cookies } = await beginHostedSignIn(anonymous, from());
  const back = await signInAtProvider(address, login);
  return finish(back, from(cookies));
}

/** Asks one of the two routes for an address, with the cookies of a browser. */
async function led(pattern: string, address: string, cookie = ''): Promise<Response> {
  const { headers } = from();
  headers.set('cookie', cookie);
  const answer = await askRoute({ actor: anonymous, pattern, address, headers });
  if (!(answer instanceof Response)) throw new Error(`${pattern} leads nowhere`);
  return answer;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
const whoIs = async (cookies: string[]) => (await resolveSession(from(cookies).headers)).actor.id;

test('opens the account with the same confirmed address, and again', async () => {
  const person = await makeUser(db(), { email: 'judge@court.example' });
  expect(otherWays().hasHostedProvider).toBe(true);
  expect(await whoIs(await hostedSignIn('judge@court.example'))).toBe(person.id);
  const cookies = await hostedSignIn('judge@court.example');
  expect(await whoIs(cookies)).toBe(person.id);
  // Nobody has asked to be kept signed in.
  expect(readCookies(cookies)['__Host-session']?.maxAge).toBeNull();
  const sessions = await db()
    .select()
    .from(schema.signInSessions)
    .where(eq(schema.signInSessions.userId, person.id));
  const longest = Math.max(...sessions.map(({ expiresAt }) => expiresAt.getTime()));
  expect(longest).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
  const methods = await db()
    .select()
    .from(schema.signInMethods)
    .where(eq(schema.signInMethods.userId, person.id));
  expect(methods).toMatchObject([{ providerId: 'hosted', accountId: 'judge@court.example' }]);
  expect(methods, 'the provider’s tokens are not kept').toMatchObject([
    { accessToken: null, refreshToken: null, idToken: null },
  ]);
});

test('is noted as a sign-in, and as a failure when nobody comes in', async () => {
  const person = await makeUser(db(), { email: 'noted@court.example' });
  await db().delete(schema.securityEvents);
  await hostedSignIn('noted@court.example');
  await codeOf(hostedSignIn('nobody@court.example'));
  const { securityEvents: events } = schema;
  expect(await db().select().from(events).orderBy(events.id)).toMatchObject([
    { event: 'session.start', outcome: 'success', detail: 'hosted', userId: person.id },
    { event: 'session.start', outcome: 'failure', detail: 'hosted', userId: null },
  ]);
});

test('ends the session that the browser had before', async () => {
  const person = await makeUser(db(), { email: 'again@court.example' });
  const planted = (await hostedSignIn('again@court.example')).filter((cookie) =>
    /^__Host-session(-only)?=[^;]/.test(cookie),
  );
  const { address, cookies } = await beginHostedSignIn(anonymous, from());
  const back = await signInAtProvider(address, 'again@court.example');
  expect(await whoIs(await finish(back, from([...planted, ...cookies])))).toBe(person.id);
  expect((await resolveSession(from(planted).headers)).lost).toBe('error.auth/session-expired');
});

test('makes the membership of an invited person active, who has no password', async () => {
  const invited = await makeUser(db(), { email: 'invited@court.example' });
  const { id } = await makeApplication(db(), { status: 'invited', userId: invited.id });
  await hostedSignIn('invited@court.example');
  expect((await applicationNow(id)).status).toBe('active');
  expect(await auditActions(id)).toEqual(['application.activate']);
  await hostedSignIn('invited@court.example');
  expect(await auditActions(id)).toHaveLength(1);
  expect(await hasOwnPassword(actorOf(invited))).toBe(false);
  const other = await makeUser(db(), { password: 'seven quiet lanterns' });
  expect(await hasOwnPassword(actorOf(other))).toBe(true);
});

test('leads back to the page that was wanted, with and without the second step', async () => {
  const wanted = '/intranet?sort=name';
  const careful = await makeUser(db(), { email: 'wanting-two@court.example' });
  await db()
    .insert(schema.secondFactors)
    .values({ userId: careful.id, secret: 'x', confirmedAt: new Date() });
  await makeUser(db(), { email: 'wanting@court.example' });
  const through = async (login: string, asked: string) => {
    const query = `?redirectUrl=${encodeURIComponent(asked)}`;
    const begun = await led('/hosted-sign-in', `/hosted-sign-in${query}`);
    const cookies = begun.headers.getSetCookie();
    const back = await signInAtProvider(begun.headers.get('location') ?? '', login);
    return led('/api/auth/callback/hosted', back, pairsOf(cookies).join('; '));
  };
  const plain = await through('wanting@court.example', wanted);
  expect(plain.headers.get('location')).toContain(wanted);
  expect(plain.headers.getSetCookie().join()).toContain('__Host-wanted-page=; ');
  const two = await through('wanting-two@court.example', wanted);
  expect(two.headers.get('location')).toBe(
    `/second-step?redirectUrl=${encodeURIComponent(wanted)}`,
  );
  const failed = await through('stranger@court.example', wanted);
  expect(failed.headers.get('location')).toBe(`/login?redirectUrl=${encodeURIComponent(wanted)}`);
  const foreign = await through('wanting@court.example', '//evil.example/');
  expect(foreign.headers.get('location')).not.toContain('evil');
});

test('makes no account for an unknown address', async () => {
  const before = await db().$count(schema.signInAccounts);
  expect(await codeOf(hostedSignIn('stranger@court.example'))).toBe(
    'error.auth/hosted-sign-in-failed',
  );
  expect(await db().$count(schema.signInAccounts)).toBe(before);
});

test('opens nothing when either side has not confirmed the address', async () => {
  await makeUser(db(), { email: 'unconfirmed@court.example' });
  await makeUser(db(), { email: 'here-not@court.example', emailVerified: false });
  const logins = ['unconfirmed@court.example', 'here-not@court.example'];
  for (const login of logins)
    expect(await codeOf(hostedSignIn(login)), login).toBe('error.auth/hosted-sign-in-failed');
  const linked = inArray(schema.signInMethods.accountId, logins);
  expect(await db().$count(schema.signInMethods, linked)).toBe(0);
});

test('does not open a suspended account and does not pass the second step over', async () => {
  await makeUser(db(), { email: 'closed@court.example', suspendedAt: new Date() });
  expect(await codeOf(hostedSignIn('closed@court.example'))).toBe(
    'error.auth/hosted-sign-in-failed',
  );
  const careful = await makeUser(db(), { email: 'careful@court.example' });
  await db()
    .insert(schema.secondFactors)
    .values({ userId: careful.id, secret: 'x', confirmedAt: new Date() });
  const cookies = await hostedSignIn('careful@court.example');
  expect(leadsToSecondStep(cookies)).toBe(true);
  expect(await whoIs(cookies)).toBeNull();
});

test('refuses an answer that was asked for in another browser or made up', async () => {
  await makeUser(db(), { email: 'victim@court.example' });
  const { address } = await beginHostedSignIn(anonymous, from());
  const back = await signInAtProvider(address, 'victim@court.example');
  const other = await beginHostedSignIn(anonymous, from());
  const refused = 'error.auth/hosted-sign-in-failed';
  expect(await codeOf(finish(back, from(other.cookies)))).toBe(refused);
  expect(await codeOf(finish(back, from()))).toBe(refused);
  const madeUp = `https://association.example/?code=${newId()}&state=${newId()}`;
  expect(await codeOf(finish(madeUp, from(other.cookies)))).toBe(refused);
});

test('a provider that is away is said to be, and there is none without its settings', async () => {
  const given = { OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'x' };
  configure({ ...given, OIDC_ISSUER: 'http://127.0.0.1:9' });
  resetAuth();
  expect(await codeOf(beginHostedSignIn(anonymous, from()))).toBe(
    'error.auth/hosted-sign-in-failed',
  );
  configure();
  resetAuth();
  expect(otherWays().hasHostedProvider).toBe(false);
  expect(await codeOf(beginHostedSignIn(anonymous, from()))).toBe('error.not-found');
  expect(() => parseConfig(given)).toThrow('OIDC_ISSUER: must be set too');
});
