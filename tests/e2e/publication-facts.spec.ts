import { siteOrigin } from './steps/accounts';
import { expect, test, toast, visit } from './steps/fixtures';
import { createDraft, field, press } from './steps/publishing-steps';

test('above the buttons one reads where a text stands, who reads it, and what will happen', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  await createDraft(page, 'news', 'Where it stands');
  const address = `${siteOrigin()}/news/where-it-stands`;
  const facts = page.getByRole('region', { name: 'Publication' });
  await expect(facts).toContainText('Draft');
  await expect(facts).toContainText('Everybody');
  await expect(facts).toContainText(address);
  await expect(facts).toContainText('Only administrators and readers with a private link see it.');
  await expect(facts.getByRole('link', { name: address })).toHaveCount(0);
  await facts.getByRole('link', { name: 'Create private link' }).click();
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeInViewport();

  await field(page, 'Teaser').fill('Draft, scheduled, published.');
  await field(page, 'Author shown').fill('The secretariat');
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type('All in one place.');
  await field(page, 'Publish at').fill('2030-05-20T09:00');
  await press(page, 'Save and schedule');
  await expect(toast(page, 'Scheduled.')).toBeVisible();
  await expect(facts).toContainText('Will be public on 20 May 2030');
  await press(page, 'Save and publish now');
  await expect(toast(page, 'Published.')).toBeVisible();
  await expect(facts.getByRole('link', { name: address })).toBeVisible();

  const plain = await openBrowser({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  await plain.goto(page.url());
  await expect(plain.getByRole('region', { name: 'Publication' })).toContainText('Published');
});

test('an event says so above its steps', async ({ page, signInAs }) => {
  await signInAs('admin');
  await visit(page, '/administration/events');
  await page.locator('tbody').getByRole('link').first().click();
  const facts = page.getByRole('region', { name: 'Publication' });
  await expect(facts).toContainText(`${siteOrigin()}/events/`);
  await expect(facts).toContainText(/Everybody|Members only/);
  await expect(facts).toContainText(/Changes show as soon as you save them|It is over/);
});
