import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, toast, visit } from './fixtures';

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('an administrator suspends an account with a reason, and not without', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  const email = `suspended-${Date.now()}@court.example`;
  await signInAs('admin');
  await visit(page, '/administration/users/new');
  await page.getByLabel('First name').fill('Hugo');
  await page.getByLabel('Last name').fill('Beispiel');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Create the user' }).click();
  await expect(page).toHaveURL('/administration/users');
  await expect(toast(page, 'The account has been created and the invitation sent.')).toBeVisible();
  await visit(page, `/administration/users?search=${email}`);
  await page.getByRole('link', { name: 'Beispiel, Hugo' }).click();
  await page.getByRole('button', { name: 'Suspend the account' }).click();
  const reason = page.getByRole('textbox', { name: 'Reason' }).last();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('Asked for by the court in writing');
  await page.getByRole('button', { name: 'Suspend the account' }).click();
  await expect(page.getByText(/^Suspended since/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'The whole record of this person' }).click();
  await expect(page.getByRole('cell', { name: 'Account suspended' })).toBeVisible();
  await expect(page.getByText('Asked for by the court in writing')).toBeVisible();
  for (const part of ['Membership', 'Applications', /^Documents/, /^Comments/]) {
    await expect(page.getByRole('region', { name: part })).toBeVisible();
  }
  await expectAccessible(page);
});

test('the pages of the administration are not there for members', async ({ page, signInAs }) => {
  await signInAs('member');
  for (const path of ['/administration/users', '/administration/users/new', '/user']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?redirectUrl=/);
  }
});
