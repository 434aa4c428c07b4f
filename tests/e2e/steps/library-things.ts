import { randomUUID } from 'node:crypto';
import {
  type LibraryClient,
  sendBytes,
  sha256,
  signIn,
} from '../../../ops/faults/library/library-client';
import { emailOf } from './accounts';
import { get, post, type Site } from './plain-requests';

export type Owner = 'admin' | 'member';
type Area = { site: Site; client: LibraryClient; page: string; collection: string; word: string };

/** What lies in one area of the library and is all one person's; every name carries the word. */
export type Things = {
  word: string;
  page: string;
  collection: string;
  folder: string;
  /** A second folder, to be moved to. */
  shelf: string;
  /** With two versions. */
  document: string;
  /** In the trash. */
  trashed: string;
  /** Begun, with no byte yet: its path. */
  upload: string;
  fingerprint: string;
};

const text = (word: string) => `The committee spoke of ${word} and of nobody else.`;
const base64 = (value: string) => Buffer.from(value).toString('base64');

/** The announcement of an upload; `more` replaces what is usual. */
export function announcement(more: Record<string, string>, bytes = 100): RequestInit {
  const metadata = {
    filename: 'note.txt',
    collection: 'userIntranet',
    parent: '',
    path: '',
    replaces: '',
    note: '',
    fingerprint: sha256(Buffer.from(randomUUID())),
    ...more,
  };
  return {
    method: 'POST',
    headers: {
      'Upload-Length': String(bytes),
      'Upload-Metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  };
}

/** Asks by the protocol of uploads. */
export function ask(
  { url }: Site,
  path: string,
  { cookie, ...request }: RequestInit & { cookie: string },
): Promise<Response> {
  const headers = {
    ...Object.fromEntries(new Headers(request.headers)),
    cookie,
    Origin: url,
    'Tus-Resumable': '1.0.0',
  };
  return fetch(`${url}${path}`, { redirect: 'manual', ...request, headers });
}

/** Fills an area of the library with everything that has an address of its own. */
export async function fillArea(site: Site, owner: Owner): Promise<Things> {
  const client = await signIn(site.url, emailOf(owner), site.password);
  const isAdmin = owner === 'admin';
  const area: Area = {
    site,
    client,
    page: isAdmin ? '/administration/intranet' : '/intranet',
    collection: isAdmin ? 'adminIntranet' : 'userIntranet',
    word: `quodlibet${randomUUID().replaceAll(/[^a-f]/g, '')}`,
  };
  const { page, collection, word } = area;
  const folder = await newFolder(area, `Committee ${word}`);
  const shelf = await newFolder(area, `Shelf ${word}`);
  const place = { collection, parent: folder };
  const document = await upload(area, { ...place, filename: `Minutes ${word}.txt` });
  await upload(area, { ...place, replaces: document, filename: `Minutes ${word}.txt` });
  const trashed = await upload(area, { ...place, filename: `Draft ${word}.txt` });
  const reason = 'To be tried';
  await post(site, `${page}.data`, { intent: 'delete', ids: trashed, reason }, client.cookie);
  const fingerprint = sha256(Buffer.from(word));
  const begun = await ask(site, '/uploads', {
    ...announcement({ ...place, fingerprint, filename: `Unfinished ${word}.txt` }, 4),
    cookie: client.cookie,
  });
  const path = begun.headers.get('Location') ?? '';
  if (begun.status !== 201) throw new Error(`No upload was begun: ${await begun.text()}`);
  return { word, page, collection, folder, shelf, document, trashed, upload: path, fingerprint };
}

async function newFolder({ site, page, client }: Area, title: string): Promise<string> {
  const made = await post(site, `${page}.data`, { intent: 'create-folder', title }, client.cookie);
  const list = await (await get(site, page, client.cookie)).text();
  const row = list.slice(list.indexOf(`>${title}`) - 400, list.indexOf(`>${title}`));
  const [id] = row.match(/[0-9a-f]{8}-[0-9a-f-]{27}(?=")/g)?.slice(-1) ?? [];
  if (!id || made.status !== 200) throw new Error(`No folder was made: ${made.status}`);
  return id;
}

async function upload({ site, client, word }: Area, more: Record<string, string>): Promise<string> {
  const bytes = Buffer.from(text(word));
  const begun = await ask(site, '/uploads', {
    ...announcement(more, bytes.length),
    cookie: client.cookie,
  });
  const path = begun.headers.get('Location') ?? '';
  const document = await sendBytes(client, path, { offset: 0, bytes: new Uint8Array(bytes) });
  if (!document) throw new Error('The upload did not become a document');
  return document;
}

/** The version that a form for the details of a document carries. */
export async function versionOf(site: Site, document: string, cookie: string): Promise<string> {
  const page = await get(site, `/intranet/documents/${document}/details`, cookie);
  return /name="version" value="(\d+)"/.exec(await page.text())?.[1] ?? '0';
}
