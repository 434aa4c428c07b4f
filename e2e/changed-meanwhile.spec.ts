import { randomUUID } from 'node:crypto';
import {
  beginUpload,
  change,
  type LibraryClient,
  sendBytes,
  signIn,
} from '../bench/library-client';
import { demonstrationPassword, emailOf, siteOrigin } from './accounts';
import { expect, test, visit } from './fixtures';
import { press } from './publishing-steps';

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
  await page.getByRole('checkbox', { name: `Choose ${title}`, exact: true }).check();
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
  await expect(page.getByText(`Saved meanwhile: Other ${title}`)).toBeVisible();
  await expect(titleField).toHaveValue(`Mine ${title}`);
  await press(page, 'Save');
  await expect(page.getByRole('heading', { level: 1, name: `Mine ${title}` })).toBeVisible();
  await change(client, null, { intent: 'delete', ids: id });
});
