import { checkEveryWay, noViolations } from './steps/axe';
import { expect, test, toast, visit } from './steps/fixtures';

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
  await expect(page.getByText(`the account of Hugo Beispiel (${email})`)).toBeVisible();
  await noViolations(page);
  await page.getByRole('button', { name: 'Suspend Hugo Beispiel’s account' }).click();
  await expect(page.getByText(/^Suspended since/)).toBeVisible();
  await noViolations(page);
  await page.getByRole('link', { name: 'Full record of this person' }).click();
  await expect(page.getByRole('cell', { name: 'Account suspended' })).toBeVisible();
  await expect(page.getByText('Asked for by the court in writing')).toBeVisible();
  for (const part of ['Membership', 'Applications', /^Documents/, /^Comments/]) {
    await expect(page.getByRole('region', { name: part })).toBeVisible();
  }
  await noViolations(page);
});

test('the pages of the administration are not there for members', async ({ page, signInAs }) => {
  await signInAs('member');
  for (const path of ['/administration/users', '/administration/users/new', '/user']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?redirectUrl=/);
  }
});

test('the dialogs of a review are for everybody: axe, keyboard, small and dark', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/applications?state=under-review');
  await page.getByRole('link', { name: /^Valcourt-Lenoir/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Valcourt-Lenoir/);
  await checkEveryWay(page);
  for (const name of ['Ask for information', 'Approve (first of two)', 'Refuse']) {
    const opener = page.getByRole('button', { name, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /Valcourt-Lenoir/ });
    await expect(dialog).toBeVisible();
    await checkEveryWay(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('without scripts a refused decision stays open with what was typed', async ({
  signInAs,
  page,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/Failed to load resource.* 400 /);
  await signInAs('admin');
  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto('/administration/applications?state=under-review');
  await plain.getByRole('link', { name: /^Valcourt-Lenoir/ }).click();
  await expect(plain.getByRole('button', { name: 'Refuse', exact: true })).toBeHidden();
  const refuse = plain.getByRole('group').filter({ hasText: 'Refuse the application of' });
  await plain.getByText(/^Refuse the application of .*Valcourt-Lenoir/).click();
  await refuse.getByLabel('E-mail text').fill('Dear colleague, the board has decided.');
  await refuse.getByRole('button', { name: 'Refuse and send' }).click();
  await expect(refuse.getByLabel('Reason for the file')).toHaveAttribute('aria-invalid', 'true');
  await expect(refuse.getByLabel('E-mail text')).toHaveValue(
    'Dear colleague, the board has decided.',
  );
});

test('a person’s record and account read well everywhere', async ({ page, signInAs }) => {
  await signInAs('admin');
  await visit(page, '/user?search=mara');
  await page.getByRole('link', { name: /^Exemple, Mara/ }).click();
  await page.getByRole('link', { name: 'Full record of this person' }).click();
  await expect(page.getByRole('region', { name: 'Documents added to the library' })).toBeVisible();
  await checkEveryWay(page);
  await page.getByRole('link', { name: 'Names and role' }).click();
  await expect(page.getByRole('heading', { name: 'Names and role' })).toBeVisible();
  await checkEveryWay(page);
});
