import { randomUUID } from 'node:crypto';
import {
  beginUpload,
  change,
  type LibraryClient,
  sendBytes,
  signIn,
} from '../../ops/faults/library/library-client';
import { demonstrationPassword, emailOf, siteOrigin } from './steps/accounts';
import { expect, test, visit } from './steps/fixtures';
import { announcement, ask } from './steps/library-things';
import { press } from './steps/publishing-steps';

/** A document of the member, who has the library open in another place as well. */
async function makeDocument(): Promise<{ client: LibraryClient; id: string; title: string }> {
  const client = await signIn(siteOrigin(), emailOf('member'), demonstrationPassword());
  const title = `Minutes ${randomUUID()}`;
  const bytes = Buffer.from('What was said.');
  const path = await beginUpload(client, { name: `${title}.txt`, bytes: bytes.length });
  const id = await sendBytes(client, path, { offset: 0, bytes: new Uint8Array(bytes) });
  if (!id) throw new Error('The upload did not become a document');
  return { client, id, title };
}

test('a name that is changed while one writes another is told, and not overwritten', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/409 \(Conflict\)/);
  const { client, id, title } = await makeDocument();
  await signInAs('member');
  await visit(page, '/intranet');
  await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(`Mine ${title}`);
  await change(client, null, { intent: 'rename', id, version: '1', title: `Other ${title}` });
  // The list behind the dialog shows the new name by itself.
  await expect(page.getByRole('link', { name: `Other ${title}` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText(`It is now called: Other ${title}`)).toBeVisible();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(`Mine ${title}`);
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('link', { name: `Mine ${title}` })).toBeVisible();
  await change(client, null, { intent: 'delete', ids: id });
});

test('details that are saved meanwhile are shown beside what was typed, which can be saved then', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/409 \(Conflict\)/);
  const { client, id, title } = await makeDocument();
  await signInAs('member');
  await visit(page, `/intranet/documents/${id}/details`);
  const titleField = page.getByRole('textbox', { name: 'Title', exact: true });
  await titleField.fill(`Mine ${title}`);
  await change(client, null, { intent: 'rename', id, version: '1', title: `Other ${title}` });
  await press(page, 'Save');
  await expect(page.getByText(`Saved since: Other ${title}`)).toBeVisible();
  await expect(titleField).toHaveValue(`Mine ${title}`);
  await press(page, 'Save');
  await expect(page.getByRole('heading', { level: 1, name: `Mine ${title}` })).toBeVisible();
  await change(client, null, { intent: 'delete', ids: id });
});

/** A folder of the member, at the top level or in another one. */
async function makeFolder(client: LibraryClient, title: string): Promise<string> {
  await change(client, null, { intent: 'create-folder', title });
  const folders = await fetch(`${client.url}/intranet/folders/userIntranet`, {
    headers: { cookie: client.cookie },
  });
  const rows: { id: string; title: string }[] = await folders.json();
  const found = rows.find((row) => row.title === title);
  if (!found) throw new Error('The folder is not there');
  return found.id;
}

test('what someone else has moved while one chooses where to is told, and stays there', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/404 \(Not Found\)/);
  const { client, id, title } = await makeDocument();
  const theirs = await makeFolder(client, `Theirs ${randomUUID()}`);
  await signInAs('member');
  await visit(page, '/intranet');
  const tick = page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
  await tick.check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  await change(client, null, { intent: 'move', ids: id, to: theirs });
  // It leaves the list; the dialog stays, and says why when it is used.
  await expect(tick).toHaveCount(0);
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog.locator('form').getByText(/since been moved or deleted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  // What is chosen next opens nothing by itself.
  await page.getByRole('table').getByRole('checkbox').nth(1).check();
  await expect(page.getByRole('group', { name: /selected|chosen/i })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await visit(page, `/intranet/${theirs}`);
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await change(client, null, { intent: 'delete', ids: theirs });
});

test('a folder that has grown since its numbers were told is asked about again', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/409 \(Conflict\)|404 \(Not Found\)/);
  const { client, id } = await makeDocument();
  const name = `Drafts ${randomUUID()}`;
  const folder = await makeFolder(client, name);
  await signInAs('member');
  await visit(page, '/intranet');
  const tick = page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  await tick.check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This removes 1 folder.')).toBeVisible();
  await change(client, null, { intent: 'move', ids: id, to: folder });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.locator('form').getByText(/nothing has been deleted/)).toBeVisible();
  await expect(dialog.getByText(/This removes 1 folder, 1 document/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tick).toHaveCount(0);
  // What is gone before its numbers could be told is told as gone.
  const gone = await makeFolder(client, `${name} again`);
  await page.getByRole('checkbox', { name: `Select ${name} again`, exact: true }).check();
  await page.route('**/intranet/deletion**', async (route) => {
    await change(client, null, { intent: 'delete', ids: gone }).catch(() => undefined);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByText(/since been moved or deleted/).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
});

test('a file that someone else has replaced meanwhile is told, and not replaced unseen', async ({
  page,
  signInAs,
  strayThings,
}) => {
  strayThings.expect(/412 \(Precondition Failed\)/);
  const { client, id, title } = await makeDocument();
  const replaceElsewhere = async () => {
    const bytes = Buffer.from('What was said, corrected.');
    const site = { url: client.url, password: demonstrationPassword() };
    const begun = await ask(site, '/uploads', {
      ...announcement({ replaces: id }, bytes.length),
      cookie: client.cookie,
    });
    const path = begun.headers.get('Location') ?? '';
    await sendBytes(client, path, { offset: 0, bytes: new Uint8Array(bytes) });
  };
  await signInAs('member');
  await visit(page, `/intranet/documents/${id}`);
  await page.getByText('Replace the file', { exact: true }).click();
  await expect(page.getByText(/Each file can be up to .* left in this area\./)).toBeVisible();
  await replaceElsewhere();
  await expect(page.getByText(/Version 2 has been added since/)).toBeVisible();
  // A page that has not heard of it yet.
  await page.route('**/intranet/live/**', (route) => route.abort());
  strayThings.expect(/net::ERR_/);
  await page.reload();
  await visit(page, `/intranet/documents/${id}`);
  await page.getByText('Replace the file', { exact: true }).click();
  await replaceElsewhere();
  const mine = { name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('Mine.') };
  await page.getByLabel('Choose a file').setInputFiles(mine);
  await expect(page.getByText(/has a newer file/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Version 3/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Version 4/ })).toHaveCount(0);
  await page.getByLabel('Choose a file').setInputFiles(mine);
  await expect(page.getByRole('link', { name: /Version 4/ })).toBeVisible({ timeout: 40_000 });
  expect(title).not.toBe('');
  await change(client, null, { intent: 'delete', ids: id });
});
