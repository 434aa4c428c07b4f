import { expect, test, visit } from './steps/fixtures';
import { openNewFolder } from './steps/library-steps';

const note = (number: number) => ({
  name: `line-${number}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`What was said, part ${number}, ${Math.random()}.`),
});
const isLeftAlone = () =>
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('without a connection files wait, and go on by themselves when it is back', async ({
  page,
  context,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/ERR_INTERNET_DISCONNECTED|Failed to (load resource|fetch)/);
  await signInAs('member');
  await visit(page, '/intranet');
  const panel = page.getByRole('region', { name: 'Upload' });
  await expect(panel.getByText(/left in this area/)).toBeVisible();
  await expect.poll(() => page.evaluate(wouldAsk)).toBe(false);
  await context.setOffline(true);
  await page.getByLabel('Upload files').last().setInputFiles([1, 2, 3, 4, 5].map(note));
  await expect(panel.getByText(/The connection was lost/)).toHaveCount(3);
  // A piece of the site that cannot be loaded now is no reason to begin the page anew.
  expect(await page.evaluate(isLeftAlone)).toBe(true);
  await expect(panel.getByText('waiting', { exact: true })).toHaveCount(2);
  await expect(panel.getByRole('button', { name: 'Try all again' })).toBeVisible();
  // Elsewhere on the site as well, leaving it would stop them.
  await expect.poll(() => page.evaluate(wouldAsk)).toBe(true);
  await context.setOffline(false);
  await expect(page.getByText('5 files have been uploaded.')).toBeVisible({ timeout: 40_000 });
  await expect.poll(() => page.evaluate(wouldAsk)).toBe(false);
  await expect(panel.getByRole('list')).toHaveCount(0);
});

test('a line that is cut while the list is brought up to date takes nothing from the page', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource/);
  await signInAs('member');
  const folder = await openNewFolder(page);
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Half typed');
  const ways = ['cut', 'unavailable', 'whole'];
  const taken: string[] = [];
  await page.route(/\.data/, async (route) => {
    const way = ways[Math.min(taken.length, 2)] ?? '';
    taken.push(way);
    if (way === 'cut') await route.abort();
    else if (way === 'unavailable') await route.fulfill({ status: 502, body: 'Bad gateway' });
    else await route.continue();
  });
  const headers = { Origin: new URL(page.url()).origin };
  const form = { intent: 'create-folder', title: 'By someone else' };
  await page.request.post(`${folder}.data`, { form, headers });
  await expect.poll(() => taken.length).toBeGreaterThan(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed');
  const others = page.getByRole('link', { name: 'By someone else', includeHidden: true });
  await expect(others).toHaveCount(1);
  expect(taken.slice(0, 3)).toEqual(ways);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed');
});

test('what failed is tried again all at once', async ({ page, signInAs, strayThings }) => {
  strayThings.expect(/Failed to load resource/);
  await signInAs('member');
  await visit(page, '/intranet');
  await page.route('**/uploads', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByLabel('Upload files').last().setInputFiles([6, 7].map(note));
  await expect(page.getByText('The file could not be stored.')).toHaveCount(2);
  await page.unroute('**/uploads');
  await page.getByRole('button', { name: 'Try all again' }).click();
  await expect(page.getByText('2 files have been uploaded.')).toBeVisible({ timeout: 40_000 });
});

test('a site that cannot say how far an upload is does not get it all again', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource|net::ERR_/);
  await signInAs('member');
  await visit(page, '/intranet');
  const asked: string[] = [];
  await page.route('**/uploads{,/*}', (route) => {
    const method = route.request().method();
    const isFirst = !asked.includes(method);
    asked.push(method);
    if (method === 'PATCH' && isFirst) return route.abort('connectionreset');
    if (method === 'HEAD' && isFirst) return route.fulfill({ status: 503, body: '' });
    return route.continue();
  });
  await page.getByLabel('Upload files').last().setInputFiles(note(8));
  await expect(page.getByText('1 file has been uploaded.')).toBeVisible({ timeout: 40_000 });
  expect(asked).toEqual(['POST', 'PATCH', 'HEAD', 'HEAD', 'PATCH']);
});

test('a line that breaks before a file begins holds up neither it nor the others', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource|net::ERR_/);
  await signInAs('member');
  await visit(page, '/intranet');
  let broken = 0;
  await page.route('**/intranet/unfinished/**', (route) => {
    broken += 1;
    return broken <= 3 ? route.abort('connectionreset') : route.continue();
  });
  await page.getByLabel('Upload files').last().setInputFiles([9, 10, 11, 12].map(note));
  // Whoever gives up waits a minute.
  await expect(page.getByText('4 files have been uploaded.')).toBeVisible({ timeout: 40_000 });
  expect(broken).toBeGreaterThan(3);
  await expect(page.getByText('The connection was lost')).toHaveCount(0);
});
