import { emailOf, siteOrigin } from './steps/accounts';
import { expect, submitSignIn, test, visit } from './steps/fixtures';
import { signInAgain } from './steps/sign-in-again';

for (const [path, button, field] of [
  ['/administration/decisions/courts/new', 'Add court', 'Name in English'],
  ['/administration/decisions/new', 'Create decision', 'ECLI'],
  ['/administration/content/new?kind=news', 'Create draft', 'Title'],
  ['/administration/users/new', 'Create the user', 'Last name'],
  ['/administration/association', 'Save', 'Full name'],
  ['/administration/forum/new', 'Save the category', 'Address'],
  ['/administration/content/redirects', 'Add', 'Old address'],
  ['/settings', 'Save', 'First name'],
] as const) {
  test(`a refusal at ${path} stays when one has to sign in again`, async ({
    page,
    strayThings,
  }) => {
    strayThings.expect(/status of 400/);
    await visit(page, '/login');
    await submitSignIn(page, { email: emailOf('admin') });
    await expect(page).toHaveURL(`${siteOrigin()}/`);
    await visit(page, path);
    const wrong = page.getByRole('textbox', { name: field, exact: true });
    await wrong.fill('');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await signInAgain(page);
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  });
}
