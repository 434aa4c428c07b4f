import { readFileSync } from 'node:fs';
import { expect, test, toast, visit } from './steps/fixtures';

test('a list of the administration is sorted, cut to its columns, and kept as a view', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/users');
  const table = page.getByRole('region', { name: 'Users' }).getByRole('table');
  const names = () => table.getByRole('rowheader').allInnerTexts();
  const sorted = await names();
  expect(sorted.length).toBeGreaterThan(3);
  await test.step('sorted by its headings, both ways', async () => {
    await expect(table.locator('[aria-sort]')).toHaveText(/^Name/);
    await table.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
    await expect(table.locator('[aria-sort="descending"]')).toHaveText(/^Name/);
    await expect.poll(names).toEqual(sorted.toReversed());
  });
  await test.step('with the columns one wants', async () => {
    await page.getByText('Order and columns').click();
    await page.getByRole('checkbox', { name: 'Role', exact: true }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(table.getByRole('columnheader', { name: 'Role' })).toBeHidden();
    expect(await names()).toEqual(sorted.toReversed());
  });
  await test.step('the filter keeps them', async () => {
    await page.getByRole('combobox', { name: 'State' }).selectOption('active');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/state=active/);
    await expect(table.getByRole('columnheader', { name: 'Role' })).toBeHidden();
    await expect(table.locator('[aria-sort="descending"]')).toHaveText(/^Name/);
  });
  await test.step('and found again by a name', async () => {
    await page.getByText('Save this view').click();
    await page.getByLabel('View name').fill('Active from the end');
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(toast(page, 'View saved. It keeps filter, order and columns.')).toBeVisible();
    await visit(page, '/administration/users');
    await page.getByRole('link', { name: 'Active from the end' }).click();
    await expect(table.locator('[aria-sort="descending"]')).toHaveText(/^Name/);
    await expect(page).toHaveURL(/state=active/);
    await page.getByText('Save or delete views').click();
    await page.getByRole('button', { name: 'Delete Active from the end' }).click();
    await expect(toast(page, 'View deleted.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Active from the end' })).toBeHidden();
  });
});

test('applications that were ticked are assigned in one go', async ({ page, signInAs }) => {
  await signInAs('admin');
  await visit(page, '/administration/applications');
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect(toast(page, 'Select at least one row first.')).toBeVisible();
  // What is decided is not assigned any more.
  const rows = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .filter({ has: page.getByRole('checkbox') });
  for (const row of [rows.nth(0), rows.nth(1)]) await row.getByRole('checkbox').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect(toast(page, 'The selected applications are assigned to you.')).toBeVisible();
});

test('a list is downloaded as it is filtered, with a reason where it is about people', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/users?role=ADMIN');
  await page.getByText('Download as CSV').click();
  await page.getByLabel('Reason').fill('For the annual report');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('users.csv');
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toContain('id,createdAt,email,firstName,lastName,role,state');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.includes(',ADMIN,'))).toBe(true);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a list is downloaded, and without its reason one reads why not', async ({
    page,
    signInAs,
  }) => {
    await signInAs('admin');
    await page.goto('/administration/events');
    await page.getByText('Download as CSV').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('events.csv');
    await page.goto('/administration/applications');
    await page.getByText('Download as CSV').click();
    await page.getByLabel('Reason').fill('      ');
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(page.locator('noscript p')).toHaveText(
      'Give a reason. It is kept in the audit log.',
    );
  });

  test('order, columns and what is done to rows work as well', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/administration/applications');
    await page.getByText('Order and columns').click();
    await page.getByLabel('Sort by').selectOption({ label: 'Country' });
    await page.getByRole('checkbox', { name: 'In charge' }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page.locator('[aria-sort="ascending"]')).toHaveText(/^Country/);
    await expect(page.getByRole('columnheader', { name: 'In charge' })).toBeHidden();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .last()
      .check();
    // Nothing counts or ticks all of them.
    await expect(page.getByText('0 selected')).toBeHidden();
    await expect(page.getByRole('checkbox', { name: 'Select all rows' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await expect(page.locator('noscript p')).toHaveText(
      'The selected applications are assigned to you.',
    );
  });
});
