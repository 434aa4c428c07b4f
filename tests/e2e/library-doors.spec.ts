import { randomUUID } from 'node:crypto';
import { beginUpload, sendBytes, signIn } from '../../ops/faults/library/library-client';
import { demonstrationPassword, emailOf, siteOrigin } from './steps/accounts';
import { expect, test } from './steps/fixtures';
import { cookieOf, type Fields, get, post, type Reader, type Site } from './steps/plain-requests';

const word = `quodlibet${randomUUID().replaceAll(/[^a-f]/g, '')}`;
const title = `Secret minutes ${word}`;
const text = `The committee spoke of ${word} and of nobody else.`;

const site = (): Site => ({ url: siteOrigin(), password: demonstrationPassword() });

/** Uploads a text. @returns the paths of the upload and the id of the document */
async function upload(reader: 'admin' | 'member', place: { collection?: string; folder?: string }) {
  const client = await signIn(siteOrigin(), emailOf(reader), demonstrationPassword());
  const bytes = Buffer.from(text);
  const file = { name: `${title}.txt`, bytes: bytes.length, ...place };
  const path = await beginUpload(client, file);
  const document = await sendBytes(client, path, { offset: 0, bytes: new Uint8Array(bytes) });
  if (!document) throw new Error('The upload did not become a document');
  return { path, document };
}

/** Asks for a page; nothing of what is secret may be in the answer. */
async function expectNothing(answer: Response, what: string): Promise<void> {
  expect([302, 404], `${what}: ${answer.status}`).toContain(answer.status);
  if (answer.status === 302)
    expect(answer.headers.get('location'), what).toMatch(/^\/(login|intranet)/);
  const body = await answer.text();
  expect(body, what).not.toContain(word);
}

test('the files of the administration have no door for anybody else', async () => {
  const admin = await cookieOf(site(), 'admin');
  const made = await post(
    site(),
    '/administration/intranet.data',
    { intent: 'create-folder', title: `Committee ${word}` },
    admin,
  );
  expect(made.status).toBe(200);
  const list = await (await get(site(), '/administration/intranet', admin)).text();
  const row = list.slice(list.indexOf(`Committee ${word}`));
  const [, folder = ''] = /\/administration\/intranet\/([0-9a-f-]{36})/.exec(row) ?? [];
  expect(folder).not.toBe('');
  const { path, document } = await upload('admin', { collection: 'adminIntranet', folder });

  const found = async (cookie: string, query: string) =>
    (await get(site(), `/search?q=${query}`, cookie)).text();
  // Its text is read by a job.
  await expect.poll(() => found(admin, word), { timeout: 40_000 }).toContain(document);

  const readers: Reader[] = ['visitor', 'member', 'member2'];
  for (const reader of readers) {
    const cookie = await cookieOf(site(), reader);
    const paths = [
      `/intranet/${folder}`,
      `/intranet/documents/${document}`,
      `/intranet/documents/${document}/details`,
      `/intranet/documents/${document}/file`,
      `/intranet/documents/${document}/file?version=1`,
      `/intranet/deletion?ids=${document}`,
      `/intranet/folders/adminIntranet`,
      `/intranet/unfinished/adminIntranet`,
      `/intranet/live/adminIntranet`,
      `/intranet/live/adminIntranet/${folder}`,
      `/intranet/live/userIntranet/${folder}`,
      `/administration/intranet`,
      `/administration/intranet/${folder}`,
      `/administration/intranet/trash`,
      `/files/adminIntranet/${document}/document.txt`,
    ];
    for (const each of paths) {
      await expectNothing(await get(site(), each, cookie), `${reader} ${each}`);
    }
    for (const each of [`/intranet/documents/${document}`, `/intranet/${folder}`]) {
      const answer = await get(site(), `${each}.data`, cookie);
      expect(await answer.text(), `${reader} ${each}.data`).not.toContain(word);
    }
    const zip = await post(site(), '/intranet/zip', { ids: document }, cookie);
    await expectNothing(zip, `${reader} zip`);
    const forms: Fields[] = [
      { intent: 'rename', id: document, version: '1', title: 'Mine' },
      { intent: 'move', ids: document, to: '' },
      { intent: 'delete', ids: document },
      { intent: 'delete', ids: folder },
    ];
    for (const form of forms) {
      const answer = await post(site(), '/intranet.data', form, cookie);
      const body = await answer.text();
      expect(body, `${reader} ${form.intent?.toString()}`).not.toContain(word);
      if (cookie) expect(body, `${reader} ${form.intent?.toString()}`).toContain('error.');
    }
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${siteOrigin()}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          cookie,
          Origin: siteOrigin(),
          'Tus-Resumable': '1.0.0',
          ...(method === 'PATCH'
            ? { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
            : {}),
        },
      });
      expect([302, 401, 403, 404], `${reader} ${method} ${answer.status}`).toContain(answer.status);
      expect(answer.headers.get('upload-offset')).toBeNull();
    }
    // No hit, no count, no snippet, and no proposal that would betray the word.
    for (const query of [word, word.replace('quodlibet', 'quodlibat')]) {
      for (const area of ['', '&collection=adminIntranet', '&kind=library']) {
        const page = await found(cookie, `${query}${area}`);
        expect(page, `${reader} ${query}${area}`).not.toContain(document);
        expect(page.replaceAll(query, ''), `${reader} ${query}${area}`).not.toContain(word);
        expect(page).not.toContain('The committee spoke');
      }
    }
  }
  const still = await get(site(), `/intranet/documents/${document}/file`, admin);
  expect(await still.text()).toBe(text);
});

test('other members read a document, and change nothing of it', async () => {
  const { document } = await upload('member', {});
  const path = `/intranet/documents/${document}`;
  const other = await cookieOf(site(), 'member2');
  expect((await get(site(), `${path}/file`, other)).status).toBe(200);
  expect((await get(site(), path, other)).status).toBe(200);
  const forms: Fields[] = [
    { intent: 'rename', id: document, version: '1', title: 'Mine' },
    { intent: 'move', ids: document, to: '' },
    { intent: 'delete', ids: document },
  ];
  for (const form of forms) {
    const answer = await post(site(), '/intranet.data', form, other);
    expect(await answer.text(), form.intent?.toString()).toContain('error.');
  }
  const details = await post(site(), `${path}/details`, { title: 'Mine' }, other);
  expect([400, 403, 404]).toContain(details.status);
  expect((await get(site(), `${path}/details`, other)).status).not.toBe(200);
  const owner = await cookieOf(site(), 'member');
  expect(await (await get(site(), path, owner)).text()).toContain(title);
  await post(site(), '/intranet.data', { intent: 'delete', ids: document }, owner);
  expect((await get(site(), path, owner)).status).toBe(404);
});

test('news and library are in English while no other language is active', async () => {
  const cookie = await cookieOf(site(), 'member');
  for (const [path, reader] of [
    ['/news', ''],
    ['/intranet', cookie],
  ] as const) {
    const page = await (
      await get(site(), path, [reader, 'lang=fr'].filter(Boolean).join('; '))
    ).text();
    expect(page, path).toMatch(/<html[^>]* lang="en"/);
  }
});
