import { emailOf, sessionOf } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, giveSession, test, visit } from './steps/fixtures';

const number = 'Pourvoi 24-19.001';

test('an appointed correspondent publishes what another member proposes, until the appointment ends', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 409/);
  await signInAs('admin');
  await visit(page, '/administration/decisions');
  await page.getByRole('link', { name: 'Correspondents' }).click();
  await page.getByLabel('Member’s e-mail address').fill(emailOf('member'));
  await page.getByLabel('State', { exact: true }).selectOption('France');
  await page.getByRole('button', { name: 'Appoint correspondent' }).click();
  const appointed = page.getByRole('row', { name: emailOf('member') });
  await expect(appointed).toContainText('France');
  await checkState(page, 'correspondents');

  const author = await openBrowser({ javaScriptEnabled: false });
  await giveSession(author.context(), await sessionOf('member2'));
  await author.goto('/decisions/propose');
  await author.getByLabel('Case number').fill(number);
  const court = author.getByLabel('Court or authority');
  const first = court.locator('optgroup[label="France"] option').first();
  await court.selectOption((await first.getAttribute('value')) ?? '');
  await author.getByRole('button', { name: 'Propose decision' }).click();
  await expect(author.getByRole('row', { name: number })).toContainText('Being checked');

  const correspondent = await openBrowser();
  await giveSession(correspondent.context(), await sessionOf('member'));
  await visit(correspondent, '/');
  await correspondent
    .getByRole('link', { name: /proposed decisions? needs? your attention/ })
    .click();
  await checkState(correspondent, 'proposals to check');
  await correspondent.getByRole('link', { name: number }).click();
  await correspondent.getByLabel('Decided on').fill('2024-05-15');
  await correspondent.getByRole('button', { name: 'Create decision' }).click();
  const address = new URL(correspondent.url()).pathname;
  const publish = correspondent.getByRole('button', { name: 'Publish decision' });
  await expect(publish).toBeVisible();
  await checkState(correspondent, 'a proposal to check');
  const keptOpen = await openBrowser({ javaScriptEnabled: false });
  await giveSession(keptOpen.context(), await sessionOf('member'));
  await keptOpen.goto(address);
  const late = await openBrowser();
  await giveSession(late.context(), await sessionOf('member'));
  await visit(late, address);
  await late.getByRole('textbox', { name: 'Formation' }).fill('Grand Chamber');
  await late.getByLabel('Reason').fill('It is not about data protection.');
  await publish.click();
  await expect(correspondent.getByText('No proposals are waiting for you.')).toBeVisible();
  await visit(correspondent, address);
  const settled = 'This proposal has already been dealt with.';
  await expect(correspondent.getByText(settled)).toBeVisible();
  await expect(correspondent).toHaveURL(/\/decisions\/proposals$/);
  // Whoever declines it too late keeps the words, with and without scripts.
  await keptOpen.getByLabel('Reason').fill('About tenancy');
  await late.getByRole('button', { name: 'Decline proposal' }).click();
  await keptOpen.getByRole('button', { name: 'Decline proposal' }).press('Enter');
  for (const one of [late, keptOpen]) {
    await expect(one.getByRole('main').getByText(settled)).toBeVisible();
    await expect(one.getByText(/ published this decision on /)).toBeVisible();
    await expect(one.getByRole('button', { name: 'Decline proposal' })).toHaveCount(0);
    await expect(one.getByRole('button', { name: /(Save|Publish) decision/ })).toHaveCount(0);
  }
  await expect(late.getByLabel('Reason')).toHaveValue('It is not about data protection.');
  await expect(late.getByRole('textbox', { name: 'Formation' })).toHaveValue('Grand Chamber');
  await expect(keptOpen.getByLabel('Reason')).toHaveValue('About tenancy');
  await checkState(late, 'a proposal that was settled meanwhile');
  await author.reload();
  await expect(author.getByRole('row', { name: number })).toContainText('Published');

  await appointed.getByRole('button', { name: /^End appointment/ }).click();
  await expect(page.getByText('There are no correspondents yet.')).toBeVisible();
  await visit(correspondent, '/decisions/proposals');
  await expect(correspondent.getByText(/not a correspondent for any State/)).toBeVisible();
});
