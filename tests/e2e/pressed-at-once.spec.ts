import { expect, test, visit } from './steps/fixtures';
import { field, press } from './steps/publishing-steps';

test('a step that is taken right after typing is not in the way of what was typed', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/content/new?kind=news');
  await field(page, 'Title').fill('Typed and pressed');
  await press(page, 'Create draft');
  await expect(page.getByRole('heading', { level: 1, name: 'Typed and pressed' })).toBeVisible();
  await field(page, 'Shown until').fill('2099-01-01T10:00');
  // A draft is saved a moment after the last key; the step comes before that.
  await field(page, 'Title').fill('Sooner than the draft');
  await press(page, 'Set the end');
  await expect(page.getByText('The end is set.').first()).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Sooner than the draft');
  await expect(page.getByText('You are editing an older version.')).toHaveCount(0);
  await press(page, 'Save');
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible();
});
