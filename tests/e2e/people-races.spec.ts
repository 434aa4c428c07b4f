import { runBuiltSite } from '../../scripts/run-built-site.mjs';
import { emailOf, strangersEmail } from './steps/accounts';
import { expect } from './steps/fixtures';
import { test } from './steps/mailed-site';
import {
  cookieOf,
  type Fields,
  get,
  post,
  readIn,
  userIdOf,
  type Site,
} from './steps/plain-requests';
import { filledApplication } from '../support/people/filled-application';

const times = 20;
const password = 'lantern orchard pebble tide';

/** Twenty requests at the same moment. @returns how often each status came */
async function atOnce(send: (number: number) => Promise<Response>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, number) => send(number)));
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const to = answer.headers.get('location') ?? '';
    const key = to.startsWith('/login?') ? 'guarded' : String(answer.status);
    counts[key] = (counts[key] ?? 0) + 1;
    await answer.body?.cancel();
  }
  return counts;
}

async function canSignIn(site: Site, email: string, given: string): Promise<boolean> {
  return (await post(site, '/login', { email, password: given })).status === 302;
}

test('an invitation and a reset link are used once by twenty at once', async ({ site }) => {
  const { linkTo } = site.mailboxes;
  const email = strangersEmail();
  const admin = await cookieOf(site, 'admin');
  const person = { firstName: 'Uma', lastName: 'Neu', email, role: 'USER' };
  expect((await post(site, '/administration/users/new', person, admin)).status).toBe(302);
  const invitation = new URL(await linkTo(email, /\/invitation\//)).pathname;
  const accepted = await atOnce((n) => post(site, invitation, { password: `${password} ${n}` }));
  expect(accepted).toEqual({ 302: 1, 410: times - 1 });

  await post(site, '/forgot-password', { email });
  const link = new URL(await linkTo(email, /\/reset-password\//)).pathname;
  const reset = await atOnce((n) => post(site, link, { password: `${password} again ${n}` }));
  expect(reset).toEqual({ 302: 1, 410: times - 1 });
  const tried = await Promise.all(
    Array.from({ length: times }, (_, n) => canSignIn(site, email, `${password} again ${n}`)),
  );
  expect(tried.filter(Boolean), 'one of the passwords counts').toHaveLength(1);
});

test('a membership form sent twenty times at once is one application', async ({ site }) => {
  const email = strangersEmail();
  const sent = await atOnce(() => post(site, '/membership', filledApplication(email)));
  expect(sent).toEqual({ 302: times });
  const link = new URL(await site.mailboxes.linkTo(email, /\/membership\/confirm\//)).pathname;
  const confirmed = await atOnce(() => post(site, link, {}));
  expect(confirmed).toEqual({ 302: 1, 410: times - 1 });
  // The mail that follows is there, so a second one to confirm would be as well.
  await site.mailboxes.linkTo(email, /\/membership\/status\//);
  const mails = site.mailboxes.server.received.filter(({ recipients }) =>
    recipients.includes(email),
  );
  expect(mails).toHaveLength(2);
});

test('of two administrators who demote each other twenty times at once one remains', async () => {
  const site = await runBuiltSite({ TRUSTED_PROXIES: '1' });
  try {
    const dev = await cookieOf(site, 'dev');
    const admin = await cookieOf(site, 'admin');
    const changed = async (who: 'dev' | 'admin' | 'member', role: string): Promise<Fields> => {
      const id = await userIdOf(site, emailOf(who), dev);
      const path = `/administration/users/${id}`;
      const pattern = /name="version" value="(\d+)"/;
      const version = await readIn(site, path, { cookie: dev, pattern });
      const names = { firstName: who, lastName: 'Exemple' };
      const confirmed = { confirmed: role, reason: 'An election' };
      return { path, intent: 'update', version, ...names, role, ...confirmed };
    };
    const send = ({ path, ...fields }: Fields, cookie: string) =>
      post(site, String(path), fields, cookie);
    expect((await send(await changed('member', 'ADMIN'), dev)).status).toBe(302);
    const member = await cookieOf(site, 'member');
    const [ofAdmin, ofMember] = [await changed('admin', 'USER'), await changed('member', 'USER')];
    expect((await send(await changed('dev', 'USER'), dev)).status).toBe(302);

    const ends = await atOnce((n) => (n % 2 ? send(ofAdmin, member) : send(ofMember, admin)));
    expect(ends['302'], JSON.stringify(ends)).toBe(1);
    expect(Object.keys(ends).every((status) => /^(302|404|409|403|guarded)$/.test(status))).toBe(
      true,
    );
    const open = await Promise.all(
      [admin, member].map((cookie) => get(site, '/administration/users', cookie)),
    );
    expect(open.filter(({ status }) => status === 200)).toHaveLength(1);
  } finally {
    await site.stop();
  }
});
