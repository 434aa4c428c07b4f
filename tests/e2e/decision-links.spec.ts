import { checkState } from './steps/axe';
import { expect, test, visit } from './steps/fixtures';

const article = '/article/compensation-under-article-82';
const number = 'C-300/21';
const ecli = 'ECLI:EU:C:2023:370';

test('a cited decision says what it is to pointer and keyboard, and Escape closes that', async ({
  page,
}) => {
  await visit(page, article);
  const link = page.getByRole('article').getByRole('link', { name: number, exact: true }).first();
  const card = page.getByRole('tooltip');
  await expect(link).toHaveAttribute('href', '/decisions/ECLI:EU:C:2023:370');
  await link.hover();
  await expect(card).toContainText('4 May 2023');
  // It can be pointed at, and stays meanwhile.
  await card.hover();
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  // Other links to it have no card of their own, and show the same.
  const again = page
    .getByRole('region', { name: 'Footnotes' })
    .getByRole('link', { name: ecli, exact: true })
    .first();
  await expect(again).not.toHaveAttribute('data-decision');
  await again.hover();
  await expect(card).toContainText('4 May 2023');
  await page.keyboard.press('Escape');

  await link.focus();
  await expect(link).toHaveAccessibleDescription(/Court of Justice/);
  await checkState(page, 'card of a decision');
  await link.focus();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/decisions\/ECLI:EU:C:2023:370$/);
  // And back: the decision names the texts that cite it.
  const mentions = page.getByRole('region', { name: /^Mentioned in \d+ texts$/ });
  await expect(mentions.getByRole('link', { name: /Article 82/ }).first()).toBeVisible();
  await expect(mentions.getByText(number).first()).toBeVisible();
});

test('without JavaScript a cited decision is a link', async ({ openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(article);
  await page.getByRole('link', { name: number, exact: true }).first().click();
  await expect(page).toHaveURL(/\/decisions\/ECLI:EU:C:2023:370$/);
  await expect(page.getByRole('heading', { level: 1, name: /Österreichische Post/ })).toBeVisible();
});
