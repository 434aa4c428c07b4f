import { emailOf, strangersEmail } from './steps/accounts';
import { expect } from './steps/fixtures';
import { test } from './steps/mailed-site';
import { cookieOf, type Fields, get, post, type Site } from './steps/plain-requests';
import { filledApplication } from '../support/people/filled-application';

const password = 'lantern orchard pebble tide';
const rounds = 7;

/** Each form at which someone could try whether an address is known here. */
const asked: Record<string, (email: string) => Fields> = {
  '/login': (email) => ({ email, password }),
  '/forgot-password': (email) => ({ email }),
  '/sign-up': (email) => ({ firstName: 'Uma', lastName: 'Neu', email, password }),
  '/membership': (email) => filledApplication(email),
};

/** What a stranger sees of an answer: all of it, but for what is new each time. */
async function seen(answer: Response, email: string) {
  const headers = [...answer.headers]
    .filter(([name]) => !/^(date|x-request-id|content-security-policy|content-length)$/.test(name))
    // A notice has an id by which the page shows it once.
    .map(([name, value]) => [name, value.replace(/(%22id%22%3A%22)[\w-]{8}/, '$1ID')]);
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
  const body = (await answer.text())
    .replaceAll(email, 'ADDRESS')
    .replaceAll(nonce ?? 'no nonce', 'NONCE')
    .replaceAll(answer.headers.get('x-request-id') ?? 'no request', 'REQUEST');
  return { status: answer.status, headers, body };
}

for (const [path, fieldsOf] of Object.entries(asked)) {
  test(`${path} tells nobody whether an address is known`, async ({ site }) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < rounds; round += 1) {
      const answers = [];
      // One after the other, so that whatever else the machine does weighs on both alike.
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? emailOf('member2') : strangersEmail();
        const begun = performance.now();
        const answer = await post(site, path, fieldsOf(email));
        times[kind].push(performance.now() - begun);
        answers.push(await seen(answer, email));
      }
      expect(answers[0]).toEqual(answers[1]);
    }
    // The quickest is what it costs; hashing a password costs ten times all the rest.
    const ratio = Math.min(...times.known) / Math.min(...times.unknown);
    expect(ratio, 'known against unknown').toBeGreaterThan(1 / 4);
    expect(ratio, 'known against unknown').toBeLessThan(4);
  });
}

async function suspend(site: Site, email: string): Promise<void> {
  const admin = await cookieOf(site, 'admin');
  const list = await (await get(site, `/administration/users?search=${email}`, admin)).text();
  const path = /href="(\/administration\/users\/[0-9a-f-]{36})"/.exec(list)?.[1] ?? '';
  const fields = { intent: 'suspend', confirmed: 'suspend', reason: 'Asked for in writing' };
  expect((await post(site, path, fields, admin)).status).toBe(302);
}

test('that an account is suspended is told to who knows the password, and to nobody else', async ({
  site,
}) => {
  const email = strangersEmail();
  await post(site, '/sign-up', { firstName: 'Uma', lastName: 'Neu', email, password });
  const link = await site.mailboxes.linkTo(email, /\/confirm-email\//);
  expect((await post(site, new URL(link).pathname, { password })).status).toBe(302);
  await suspend(site, email);
  const right = await post(site, '/login', { email, password });
  expect(right.status).toBe(403);
  expect(await right.text()).toContain('This account is suspended');
  const wrong = await post(site, '/login', { email, password: 'not the password' });
  const stranger = strangersEmail();
  const unknown = await post(site, '/login', { email: stranger, password: 'not the password' });
  expect(await seen(wrong, email)).toEqual(await seen(unknown, stranger));
});
