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
