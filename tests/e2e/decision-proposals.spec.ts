import { sessionOf } from './steps/accounts';
import { checkState } from './steps/axe';
import { expect, giveSession, test, visit } from './steps/fixtures';

const ecli = 'ECLI:EU:C:2010:662';

test('a member proposes a decision by its ECLI, and sees it published', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 4(00|09)/);
  await signInAs('member');
  await visit(page, '/decisions');
  await page.getByRole('link', { name: 'Propose a decision' }).click();
  await checkState(page, 'propose');
  const field = page.getByRole('textbox', { name: 'ECLI', exact: true });
  const submit = page.getByRole('button', { name: 'Propose decision' });
  // What others cite fills in the form.
  const missing = page.getByRole('region', { name: 'Most cited, not here yet' }).getByRole('link');
  const cited = (await missing.allInnerTexts()).find((name) => name.startsWith('ECLI:')) ?? '';
  await missing.getByText(cited, { exact: true }).click();
  await expect(field).toHaveValue(cited);
  await expect(field).toBeFocused();
  // One that is here is refused, with the way to it.
  await field.fill('ECLI:EU:C:2023:370');
  await expect(page.getByText(/Court of Justice .*2023/)).toBeVisible();
  await submit.click();
  await expect(field).toHaveAccessibleDescription(/already here/);
  await expect(page.getByRole('link', { name: /^Österreichische Post/ })).toBeVisible();
  await checkState(page, 'known decision');
  await field.fill(ecli);
  await page.getByLabel('Name', { exact: true }).fill('Volker und Markus Schecke');
  await submit.click();
  const own = page.getByRole('row', { name: /Volker und Markus Schecke/ });
  await expect(own).toContainText('Being checked');

  const admin = await openBrowser({ javaScriptEnabled: false });
  await giveSession(admin.context(), await sessionOf('admin'));
  await admin.goto('/administration');
  await admin.getByRole('link', { name: /proposed decisions? needs? your attention/ }).click();
  await admin.getByRole('link', { name: 'Volker und Markus Schecke' }).click();
  await expect(admin.getByRole('heading', { name: 'Proposed by a member' })).toBeVisible();
  await expect(admin.getByLabel('Court or authority')).toHaveValue('EU:C');
  await admin.getByRole('button', { name: 'Create decision' }).click();
  const day = admin.getByLabel('Decided on');
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await day.fill('2010-11-09');
  const summary = admin.getByRole('listitem', { name: 'Text 1' });
  await summary.getByLabel('Kind').selectOption('Headnote');
  await summary.getByLabel('Language').selectOption('German');
  await summary.getByLabel('Text', { exact: true }).fill('Namen von Empfängern.\n\nIm Netz.');
  await admin.getByRole('button', { name: 'Create decision' }).click();
  await expect(summary.getByLabel('Text', { exact: true })).toHaveValue(/Empfängern\.\n\nIm/);
  await admin.getByRole('button', { name: 'Publish decision' }).click();
  await expect(admin.getByRole('link', { name: 'See published page' })).toBeVisible();

  await visit(page, '/decisions/propose');
  await expect(own).toContainText('Published');
  await own.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volker und Markus Schecke');
  await expect(page.getByRole('region', { name: 'Headnotes' })).toHaveText(/Namen von Empfängern/);
});

test('a proposal is declined with a reason that the member reads, without scripts', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  const member = await openBrowser({ javaScriptEnabled: false });
  await giveSession(member.context(), await sessionOf('member2'));
  await member.goto('/decisions/propose');
  await member.getByLabel('Case number').fill('12 C 34/56');
  await member.getByRole('button', { name: 'Propose decision' }).click();
  const admin = await openBrowser({ javaScriptEnabled: false });
  await giveSession(admin.context(), await sessionOf('admin'));
  await admin.goto('/administration/decisions');
  await admin.getByRole('link', { name: '12 C 34/56' }).click();
  const decline = admin.getByRole('button', { name: 'Decline proposal' });
  await decline.click();
  const reason = admin.getByLabel('Reason', { exact: true });
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('It is about tenancy.');
  await decline.click();
  await expect(admin.getByRole('link', { name: '12 C 34/56' })).toHaveCount(0);
  await member.reload();
  await expect(member.getByRole('row', { name: /12 C 34\/56/ })).toContainText(
    'DeclinedIt is about tenancy.',
  );
});

test('what an administrator types about a proposal that another one settles first stays, with and without scripts', async ({
  page,
  signInAs,
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 409/);
  const [member, other, plain] = [
    await openBrowser({ javaScriptEnabled: false }),
    await openBrowser({ javaScriptEnabled: false }),
    await openBrowser({ javaScriptEnabled: false }),
  ];
  await giveSession(member.context(), await sessionOf('member2'));
  await giveSession(other.context(), await sessionOf('dev'));
  await giveSession(plain.context(), await sessionOf('admin'));
  await signInAs('admin');
  const proposed = async (label: string, text: string) => {
    await member.goto('/decisions/propose');
    await member.getByLabel(label, { exact: true }).fill(text);
    await member.getByRole('button', { name: 'Propose decision' }).click();
    await other.goto('/administration/decisions');
    await other.getByRole('link', { name: text }).click();
    return other.url();
  };
  const declined = await proposed('Case number', '77 C 34/56');
  await visit(page, declined);
  await plain.goto(declined);
  await page.getByRole('textbox', { name: 'Formation' }).fill('Grand Chamber');
  for (const one of [page, plain]) await one.getByLabel('Reason').fill('A decision on tenancy.');
  await other.getByLabel('Reason').fill('It is not about data protection.');
  await other.getByRole('button', { name: 'Decline proposal' }).click();
  for (const one of [page, plain]) {
    await one.getByRole('button', { name: 'Decline proposal' }).click();
    const said = one.getByRole('main').getByText('This proposal has already been dealt with.');
    await expect(said).toBeVisible();
    await expect(one.getByText(/ declined this proposal on /)).toBeVisible();
    await expect(one.getByText('Reason given: It is not about data protection.')).toBeVisible();
    await expect(one.getByLabel('Reason')).toHaveValue('A decision on tenancy.');
    await expect(one.getByRole('button', { name: 'Decline proposal' })).toHaveCount(0);
  }
  await expect(page.getByRole('textbox', { name: 'Formation' })).toHaveValue('Grand Chamber');
  await checkState(page, 'a proposal that was declined meanwhile');

  // Another one publishes it first.
  const published = await proposed('ECLI', 'ECLI:EU:C:2012:17');
  await visit(page, published);
  await plain.goto(published);
  await other.getByLabel('Decided on').fill('2012-01-17');
  await other.getByRole('button', { name: 'Create decision' }).click();
  await other.getByRole('button', { name: 'Publish decision' }).click();
  for (const one of [page, plain]) {
    await one.getByLabel('Decided on').fill('2012-01-17');
    await one.getByRole('textbox', { name: 'Formation' }).fill('Third Chamber');
    await one.getByRole('button', { name: 'Create decision' }).click();
    await expect(
      one.getByRole('main').getByText('This decision is already on the site.').first(),
    ).toBeVisible();
    await expect(one.getByText(/ published this decision on /)).toBeVisible();
    await expect(one.getByRole('textbox', { name: 'Formation' })).toHaveValue('Third Chamber');
  }
});

test('an administrator begins a decision by its ECLI alone, without scripts', async ({
  openBrowser,
  strayThings,
}) => {
  strayThings.expect(/status of 400/);
  const page = await openBrowser({ javaScriptEnabled: false });
  await giveSession(page.context(), await sessionOf('admin'));
  await page.goto('/administration/decisions');
  await page.getByRole('link', { name: 'New decision' }).click();
  const field = page.getByLabel('ECLI or case number');
  const fill = page.getByRole('button', { name: 'Begin decision' });
  await field.fill('ECLI:EU:C');
  await fill.click();
  await expect(field).toHaveAccessibleDescription(/not a complete ECLI/);
  await expect(field).toHaveValue('ECLI:EU:C');
  await field.fill('ECLI:EU:C:2011:771');
  await fill.click();
  await expect(page.getByRole('textbox', { name: 'ECLI', exact: true })).toHaveValue(
    'ECLI:EU:C:2011:771',
  );
  await expect(page.getByText(/Court of Justice .*2011/)).toBeVisible();
  await expect(page.getByLabel('Court or authority')).toHaveValue('EU:C');
  await expect(field).toHaveCount(0);
  // It waits until it is completed.
  await page.goto('/administration/decisions');
  await page.getByRole('link', { name: 'ECLI:EU:C:2011:771' }).click();
  await page.getByLabel('Decided on').fill('2011-11-24');
  await page.getByRole('button', { name: 'Create decision' }).click();
  await expect(page.getByRole('button', { name: 'Publish decision' })).toBeVisible();
});

test('what an ECLI says is in the form at once, in the page that is open', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await visit(page, '/administration/decisions/new');
  const field = page.getByLabel('ECLI or case number');
  await field.fill('ECLI:DE:BGH:2023:280323UVIZR225.21.0');
  await field.press('Enter');
  await expect(page.getByText(/Bundesgerichtshof · Germany · 2023/)).toBeVisible();
  await expect(page.getByLabel('Court or authority')).toHaveValue('DE:BGH');
  await checkState(page, 'decision begun by its ECLI');
});
