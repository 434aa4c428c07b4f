import { demonstrationPassword, sessionOf, siteOrigin } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, giveSession, test, untilAlive, visit } from './steps/fixtures';
import { cookieOf, post } from './steps/plain-requests';

const list = '/administration/decisions';

test('an administrator creates a decision and publishes it, and a visitor finds it by ECLI', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 4(00|09)/);
  const ecli = 'ECLI:EU:C:2018:26';
  await signInAs('admin');
  await visit(page, list);
  await page.getByRole('link', { name: 'New decision' }).click();
  await checkState(page, 'new decision');
  // A mistake is said at its field, and what was typed stays.
  await page.getByRole('textbox', { name: 'ECLI', exact: true }).fill('ECLI:EU');
  await page.getByLabel('Case numbers').fill('C-25/17 P');
  await page.getByRole('textbox', { name: 'Names', exact: true }).fill('Global reach');
  await page.getByLabel('Court or authority').selectOption('EU:C');
  await page.getByLabel('Decided on').fill('2018-01-17');
  await page.getByLabel('Published on').fill('2018-01-16');
  await page.getByRole('button', { name: 'Add a provision' }).click();
  const first = page.getByRole('listitem', { name: 'Provision 1' });
  await first.getByLabel('Instrument').selectOption('GDPR');
  await first.getByLabel('Article').fill('17');
  await page.getByRole('button', { name: 'Add a related decision' }).click();
  const related = page.getByRole('listitem', { name: 'Related decision 1' });
  await related.getByLabel('Relation').selectOption('On appeal from');
  await related.getByLabel('ECLI or identifier').fill('ECLI:EU:C:2023:370');
  await page.getByRole('button', { name: 'Create decision' }).click();
  await expect(page.getByRole('textbox', { name: 'ECLI', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(page.getByRole('textbox', { name: 'Names', exact: true })).toHaveValue(
    'Global reach',
  );
  await page.getByRole('textbox', { name: 'ECLI', exact: true }).fill(ecli);
  await page.getByRole('button', { name: 'Create decision' }).click();
  const published = page.getByLabel('Published on');
  await expect(published).toHaveAccessibleDescription(/cannot be published before it is made/);
  await published.fill('2018-01-30');
  await page.getByRole('button', { name: 'Create decision' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Global reach' })).toBeVisible();
  await expect(first.getByLabel('Article')).toHaveValue('17');
  const editor = new URL(page.url()).pathname;

  const reader = await openBrowser({ javaScriptEnabled: false });
  await reader.goto(`/decisions?q=${ecli}`);
  await expect(reader.getByRole('link', { name: 'Global reach' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish decision' }).click();
  await expect(page.getByRole('link', { name: 'See published page' })).toBeVisible();
  // Visitors are served from memory, which is told of it in the background.
  const seen = async () => (await fetch(`${siteOrigin()}/decisions?q=${ecli}`)).text();
  await expect.poll(seen).toContain('Global reach');
  await reader.goto('/decisions');
  await reader.getByLabel('Name, number, ECLI or words').fill(ecli);
  await reader.getByRole('button', { name: 'Search decisions' }).click();
  await reader.getByRole('link', { name: 'Global reach' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Global reach' })).toBeVisible();
  await expect(reader.getByRole('definition').getByText('30 January 2018')).toBeVisible();
  // The proceedings, from the first instance, on the page of each decision.
  const steps = reader.getByRole('region', { name: 'Procedure' }).getByRole('listitem');
  await expect(steps).toHaveText([
    /0060OB00035/,
    /Answers the reference made in .*Non-material damage/,
    /On appeal from .*This decision/,
  ]);
  await steps.getByRole('link', { name: /Non-material damage/ }).click();
  await expect(steps.nth(1)).toContainText('This decision');
  await expect(steps.getByRole('link', { name: 'Global reach' })).toBeVisible();

  // A second record of it is refused with a link to the first.
  await visit(page, `${list}/new`);
  await page.getByRole('textbox', { name: 'ECLI', exact: true }).fill(ecli.toLowerCase());
  await page.getByLabel('Court or authority').selectOption('EU:C');
  await page.getByLabel('Decided on').fill('2018-01-17');
  await page.getByRole('button', { name: 'Create decision' }).click();
  await expect(page.getByRole('link', { name: ecli })).toHaveAttribute('href', editor);
});

test('without JavaScript a filter is a link to the decisions that it counts', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto('/decisions');
  const filters = page.getByRole('navigation', { name: 'Filter decisions' });
  const link = filters.getByRole('link', { name: /^Germany/ });
  const [counted] = /\d+$/.exec((await link.textContent()) ?? '') ?? [];
  await link.click();
  await expect(page).toHaveURL(/country=DE/);
  await expect(page.getByText(`${counted} decisions`, { exact: true })).toBeVisible();
});

test('a tile of the map and a bar of the time line are links to the decisions that they count', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  for (const [table, row, filter] of [
    ['Decisions by country', 'Germany', 'country=DE'],
    ['Decisions by year', '2023', 'year=2023'],
  ] as const) {
    await page.goto('/decisions');
    const tile = page.getByRole('table', { name: table }).getByRole('row', { name: row });
    const counted = Number(await tile.getByRole('cell').textContent());
    expect(counted).toBeGreaterThan(0);
    await tile.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(filter));
    const found = counted === 1 ? '1 decision' : `${counted} decisions`;
    await expect(page.getByRole('heading', { name: found, exact: true })).toBeVisible();
  }
});

test('an article without decisions has a page, which search engines leave out', async ({
  page,
}) => {
  await visit(page, '/provisions/gdpr/97');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article 97 GDPR');
  await expect(page.getByText('There are no decisions on this article yet.')).toBeVisible();
  const robots = page.locator('meta[name=robots]');
  await expect(robots).toHaveAttribute('content', /noindex/);
  await checkState(page, 'article without decisions');
  await page.getByRole('link', { name: 'Article 82 GDPR' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article 82 GDPR');
  await expect(robots).toHaveCount(0);
});

test('a decision is printed without what leads elsewhere on the site', async ({ page }) => {
  await visit(page, '/decisions/ECLI:EU:C:2023:370');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('ECLI:EU:C:2023:370').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to all decisions' })).toBeHidden();
  await expect(page.getByRole('banner').getByRole('navigation')).toBeHidden();
});

test('a court that is deleted meanwhile is no longer offered, and what was typed stays', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/status of 409/);
  const site = { url: siteOrigin(), password: demonstrationPassword() };
  const cookie = await cookieOf(site, 'dev');
  const court = {
    name: 'Cour brève',
    nameEn: 'Brief court',
    abbreviation: 'CB',
    ecliCode: 'CBREVE',
  };
  const fields = { ...court, country: 'FR', kind: 'court', language: 'fr', intent: 'save' };
  const added = await post(site, `${list}/courts/new`, fields, cookie);
  expect(added.status).toBe(302);
  const address = added.headers.get('Location') ?? '';

  await signInAs('admin');
  await visit(page, `${list}/new`);
  const chosen = page.getByLabel('Court or authority');
  await chosen.selectOption('FR:CBREVE');
  await page.getByLabel('Case numbers').fill('24/00001');
  await page.getByLabel('Decided on').fill('2024-01-17');
  expect((await post(site, address, { intent: 'delete' }, cookie)).status).toBe(302);
  await page.getByRole('button', { name: 'Create decision' }).click();
  await expect(chosen).toHaveAttribute('aria-invalid', 'true');
  await expect(chosen.locator('option[value="FR:CBREVE"]')).toHaveCount(0);
  await expect(chosen).toHaveValue('');
  await expect(page.getByLabel('Case numbers')).toHaveValue('24/00001');
  await expect(page.getByLabel('Decided on')).toHaveValue('2024-01-17');
});

for (const [name, javaScriptEnabled, number] of [
  ['with scripts', true, '24/00011'],
  ['without scripts', false, '24/00012'],
] as const) {
  test(`what another administrator saved is shown beside what was typed, and publishing saves that, ${name}`, async ({
    openBrowser,
    strayThings,
  }) => {
    strayThings.expect(/status of 409/);
    const page = await openBrowser({ javaScriptEnabled });
    const open = async (path: string) => {
      await page.goto(path);
      if (javaScriptEnabled) await untilAlive(page);
    };
    await giveSession(page.context(), await sessionOf('admin'));
    const other = await openBrowser({ javaScriptEnabled: false });
    await giveSession(other.context(), await sessionOf('dev'));
    await other.goto(`${list}/new`);
    await other.getByLabel('Case numbers').fill(number);
    await other.getByLabel('Court or authority').selectOption('EU:C');
    await other.getByLabel('Decided on').fill('2024-01-17');
    await other.getByRole('button', { name: 'Create decision' }).click();
    await expect(other.getByRole('button', { name: 'Publish decision' })).toBeVisible();
    await open(new URL(other.url()).pathname);
    const names = page.getByRole('textbox', { name: 'Names', exact: true });
    const formation = page.getByRole('textbox', { name: 'Formation' });
    await names.fill('Typed');
    await other.getByRole('textbox', { name: 'Formation' }).fill('Grand Chamber');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await expect(other.getByRole('link', { name: 'Versions', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Publish decision' }).click();
    const saved = page.getByRole('region', { name: 'Saved in the meantime' });
    await expect(saved.getByRole('row', { name: /Names.*Typed/ })).toBeVisible();
    await expect(saved.getByRole('row', { name: /Formation.*Grand Chamber/ })).toBeVisible();
    await expect(names).toHaveValue('Typed');
    if (javaScriptEnabled) await checkState(page, 'a decision that was saved meanwhile');
    await formation.fill('Grand Chamber');
    await page.getByRole('button', { name: 'Publish decision' }).click();
    await page.getByRole('link', { name: 'See published page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Typed' })).toBeVisible();
    await expect(page.getByText('Grand Chamber').first()).toBeVisible();
  });
}
