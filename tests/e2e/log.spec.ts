import { expect } from './steps/fixtures';
import { type Site, withSettings } from './steps/own-site';
import { cookieOf, post } from './steps/plain-requests';

/** A site whose log has a line for each request. */
const test = withSettings({ LOG_LEVEL: 'info', FLAGS: 'accessLog' });

/** The lines of the log about the request with this id, by what they say. */
async function linesOf(site: Site, answer: Response) {
  const id = answer.headers.get('x-request-id') ?? 'none';
  const find = () =>
    site
      .output()
      .split('\n')
      .filter((line) => line.includes(id));
  await expect.poll(() => find().some((line) => line.includes('"msg":"request"'))).toBe(true);
  return Object.fromEntries(
    find().map((text) => {
      const { msg, ...line }: { msg: string } & Record<string, unknown> = JSON.parse(text);
      return [msg, line];
    }),
  );
}

test('a refused form is in the log twice under its id: that it was refused, and that it was asked', async ({
  site,
}) => {
  const cookie = await cookieOf(site, 'admin');
  const known = { firstName: 'A', lastName: 'B', email: 'member@demo.example', role: 'USER' };
  const stranger = { email: 'nobody@court.example', password: 'not the password' };
  const signIn = () => post(site, '/login', stranger);
  const refused = [
    [400, '/administration/users/new', await post(site, '/administration/users/new', {}, cookie)],
    [
      409,
      '/administration/users/new',
      await post(site, '/administration/users/new', known, cookie),
    ],
  ] as const;
  const answers: Response[] = [];
  while (answers.at(-1)?.status !== 429 && answers.length < 20) answers.push(await signIn());
  const last = answers.at(-1);
  for (const [status, route, answer] of [...refused, [429, '/login', last] as const]) {
    if (!answer) throw new Error('no answer');
    expect(answer.status).toBe(status);
    const facts = { status, method: 'POST', route, requestId: answer.headers.get('x-request-id') };
    const lines = await linesOf(site, answer);
    expect(lines['request refused']).toMatchObject({ ...facts, level: 'info' });
    expect(lines.request).toMatchObject({ ...facts, level: 'info' });
    expect(JSON.stringify(lines)).not.toContain('court.example');
  }
});
