import { expect, test, visit } from './steps/fixtures';
import { field } from './steps/publishing-steps';

test('a button that is pressed twice sends its form once, and again after the answer', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('admin');
  await visit(page, '/administration/content/new?kind=news');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/content/new')) {
      sent.push(request.postData() ?? '');
    }
  });
  const create = page.getByRole('button', { name: 'Create draft', exact: true });
  await create.dblclick();
  await expect(page.getByText('Fill in “Title”.').first()).toBeVisible();
  sent.length = 0;
  await field(page, 'Title').fill('Pressed twice');
  await create.dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Pressed twice' })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('what waits long for its answer is not sent again', async ({ page, signInAs }) => {
  await signInAs('admin');
  await visit(page, '/administration/content/new?kind=news');
  const sent: string[] = [];
  await page.route(/\/content\/new/, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    sent.push(request.postData() ?? '');
    await new Promise((done) => setTimeout(done, 3_000));
    return route.fallback();
  });
  const create = page.getByRole('button', { name: 'Create draft', exact: true });
  await field(page, 'Title').fill('A slow line');
  await create.click();
  await expect.poll(() => sent.length).toBe(1);
  await page.waitForTimeout(1_500);
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: 'A slow line' })).toBeVisible();
  expect(sent).toHaveLength(1);
});
