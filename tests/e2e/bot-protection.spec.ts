import { strangersEmail } from './steps/accounts';
import { expect, visit } from './steps/fixtures';
import { withSettings } from './steps/own-site';

/** A site as in production: forms for everybody ask for a proof of work. */
const test = withSettings({ FLAGS: 'botProtection' });

test('the browser works for a token by itself, and the form waits for it', async ({
  page,
  site,
}) => {
  const checked = page.waitForResponse(
    (answer) => answer.url().endsWith('/app-check') && answer.request().method() === 'POST',
  );
  await visit(page, `${site.url}/forgot-password`);
  const email = strangersEmail();
  await page.getByLabel('E-mail address', { exact: true }).fill(email);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/forgot-password'),
  );
  await page.getByRole('main').getByRole('button').first().click();
  expect((await checked).status()).toBe(200);
  expect((await sent).postData() ?? '').toMatch(/appCheck=\d{10}\.[0-9a-f]{24}\.[0-9a-f]{64}/);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
});

test('without scripts a few forms get through, then an explanation with what was typed', async ({
  site,
}) => {
  const send = (body: Record<string, string>) =>
    fetch(`${site.url}/forgot-password`, { method: 'POST', body: new URLSearchParams(body) });
  const email = strangersEmail();
  expect((await send({ email, website: 'https://spam.example' })).status).toBe(403);
  for (let sent = 0; sent < 5; sent += 1) expect((await send({ email })).status).toBe(200);
  const refused = await send({ email });
  expect(refused.status).toBe(403);
  const page = await refused.text();
  expect(page).toContain('The form could not be checked.');
  expect(page).toContain(email);
});

test('nothing of it is loaded before someone is at a form that needs it', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['/', '/news', '/login', '/membership', '/forgot-password']) {
    await visit(page, `${site.url}${path}`);
  }
  // The field may be there; the work is neither loaded nor begun.
  const checks = () => asked.filter((path) => /^\/app-check|\/solve/.test(path));
  expect(checks()).toEqual([]);
  await page.getByLabel('E-mail address', { exact: true }).focus();
  await expect.poll(checks).not.toEqual([]);
});
