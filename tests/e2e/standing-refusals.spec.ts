import { expect, test, visit } from './steps/fixtures';
import { signInElsewhere } from './steps/session-event';

for (const [path, button, field] of [
  ['/administration/decisions/courts/new', 'Add court', 'Name in English'],
  ['/administration/decisions/new', 'Create decision', 'ECLI'],
  ['/administration/content/new?kind=news', 'Create draft', 'Title'],
] as const) {
  test(`a refusal at ${path} stays when one signs in in another tab`, async ({
    page,
    signInAs,
    strayThings,
  }) => {
    strayThings.expect(/status of 400/);
    await signInAs('admin');
    await visit(page, path);
    await page.getByRole('button', { name: button }).click();
    const wrong = page.getByRole('textbox', { name: field, exact: true });
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await signInElsewhere(page);
    // What comes of it has been shown by now.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  });
}
