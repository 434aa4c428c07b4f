import { expect, test, visit } from './steps/fixtures';

test('a visitor finds what is public, without scripts too, and nothing of the members', async ({
  page,
  openBrowser,
}) => {
  await visit(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await page.getByLabel('What are you looking for?').fill('conference 2027');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('link', { name: /Annual conference 2027/ }).first()).toBeVisible();
  await page.getByRole('link', { name: /^Events \d+$/ }).click();
  await expect(page).toHaveURL(/kind=event/);

  const visitor = (await openBrowser()).request;
  const known = await visitor.get('/search?q=conference+2027');
  expect(await known.text()).toContain('/events/annual-conference-2027');
  const plain = await visitor.get('/search?q=general+assembly+2027');
  expect(plain.status()).toBe(200);
  expect(await plain.text()).not.toContain('/events/general-assembly-2027');
  const found = await page.request.get('/search?q=linqvist');
  const text = await found.text();
  expect(text).toContain('/news/lindqvist-reread');
  expect(text).not.toContain('/intranet/documents/');
  expect(text).not.toContain('/forum/comment/');
  expect(text).toMatch(/<meta name="robots" content="[^"]*noindex/);
});

test('a member finds the text of a decision inside it, and comes to the page of the document', async ({
  page,
  signInAs,
}) => {
  await signInAs('member');
  await expect(async () => {
    await visit(page, '/search?q=c+212%2F13');
    const decisions = page
      .getByRole('list')
      .filter({ has: page.getByRole('heading', { name: 'Ryneš' }) });
    await expect(decisions.getByRole('link', { name: /^Ryneš \(example/ })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 40_000 });
  await page.getByRole('link', { name: /^Ryneš \(example/ }).click();
  await expect(page).toHaveURL(/\/intranet\/documents\/.+#page=1$/);
  await expect(page.getByRole('toolbar')).toBeVisible();

  await visit(page, '/decisions/ECLI:EU:C:2014:2428');
  const texts = page.getByRole('region', { name: 'Documents in the library' });
  await expect(texts.getByRole('listitem').first()).toContainText(/English · PDF · \d+\skB/);
});

test('results are cut down to a year and a kind, and decisions are filtered further, without scripts', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto('/search?q=damages');
  await page.getByRole('link', { name: /^Decisions \d+$/ }).click();
  await expect(page).toHaveURL(/kind=decision/);
  const year = page.getByLabel('Year');
  const offered = await year.locator('option', { hasText: '2023 (' }).textContent();
  const count = Number(/\((\d+)\)/.exec(offered ?? '')?.[1]);
  await year.selectOption('2023');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/year=2023.*kind=decision/);
  await expect(page.getByText(`${count} results`, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Filter these decisions by country' }).click();
  await expect(page).toHaveURL(/\/decisions\?q=damages/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decisions');
});
