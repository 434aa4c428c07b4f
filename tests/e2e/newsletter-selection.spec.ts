import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sessionOf, siteOrigin, demonstrationPassword } from './steps/accounts';
import { checkState, overhang, phone } from './steps/axe';
import { expect, giveSession, test, visit } from './steps/fixtures';
import { cookieOf, post } from './steps/plain-requests';
import { press } from './steps/publishing-steps';

const list = '/administration/newsletters';
const row = (page: Page, subject: string) =>
  page.getByRole('checkbox', { name: `Select ${subject}`, exact: true });
const sure = (page: Page, question: string) => page.getByRole('region', { name: question });

/** Sends a form as another administrator. @returns where it leads */
async function send(path: string, fields: Record<string, string>): Promise<string> {
  const site = { url: siteOrigin(), password: demonstrationPassword() };
  const answer = await post(site, path, fields, await cookieOf(site, 'dev'));
  expect(answer.status, path).toBe(302);
  return answer.headers.get('Location') ?? '';
}
const save = (path: string, fields: { version: string; subject: string }) =>
  send(path, { language: 'en', list: 'newsletter', body: 'Dear colleagues', ...fields });

test('several drafts of newsletters are deleted once that is confirmed, with and without scripts', async ({
  page,
  signInAs,
  openBrowser,
}) => {
  await signInAs('admin');
  const word = randomUUID().slice(0, 8);
  const subjects = ['Draft a', 'Draft b', 'Draft c', 'Draft d'].map((name) => `${name} ${word}`);
  const paths: string[] = [];
  for (const subject of subjects) paths.push(await save(`${list}/new`, { version: '0', subject }));
  const [one = '', two = '', three = '', four = ''] = subjects;

  const scheduled = `Scheduled ${word}`;
  const waiting = await save(`${list}/new`, { version: '0', subject: scheduled });
  const at = `${new Date().getFullYear() + 1}-06-04T09:00`;
  await send(`${waiting}/send`, { version: '1', when: 'later', at });
  // Pressed twice, the second answer leads to where the first has led.
  expect(await send(`${waiting}/send`, { version: '1', when: 'later', at })).toBe(waiting);

  await page.setViewportSize(phone);
  await visit(page, list);
  await expect(page.getByRole('link', { name: scheduled })).toBeVisible();
  await expect(row(page, scheduled)).toHaveCount(0);
  await row(page, one).focus();
  await page.keyboard.press('Space');
  await row(page, two).check();
  await press(page, 'Delete drafts');
  const question = sure(page, 'Delete 2 drafts?');
  await expect(question).toBeFocused();
  await expect(question.getByRole('listitem')).toHaveText([
    new RegExp(`^${one} \\(`),
    new RegExp(`^${two} \\(`),
  ]);
  expect(await overhang(page)).toBe(0);
  await checkState(page, 'deletion of drafts of newsletters');

  // Meanwhile someone else saves one of them.
  await save(paths[1] ?? '', { version: '1', subject: `${two} anew` });
  await press(page, 'Delete 2 drafts for good');
  const main = page.getByRole('main');
  await expect(main.getByText('1 draft deleted.')).toBeVisible();
  await expect(main.getByText('1 newsletter was not deleted.')).toBeVisible();
  await expect(
    main.getByRole('listitem').filter({ hasText: `${two} anew · it was changed` }),
  ).toBeVisible();
  await expect(row(page, one)).toHaveCount(0);
  await expect(row(page, `${two} anew`)).toBeVisible();

  const plain = await openBrowser({ javaScriptEnabled: false });
  await giveSession(plain.context(), await sessionOf('admin'));
  await plain.goto(list);
  await row(plain, three).check();
  await row(plain, four).check();
  await press(plain, 'Delete drafts');
  await sure(plain, 'Delete 2 drafts?').getByRole('link', { name: 'Delete nothing' }).click();
  await expect(row(plain, three)).toBeVisible();
  await row(plain, three).check();
  await row(plain, four).check();
  await press(plain, 'Delete drafts');
  await press(plain, 'Delete 2 drafts for good');
  await expect(plain.getByText('2 drafts deleted.')).toBeVisible();
  await expect(row(plain, three)).toHaveCount(0);
  await expect(plain.getByRole('link', { name: scheduled })).toBeVisible();
  await send(waiting, { version: '2', intent: 'cancel' });
});
