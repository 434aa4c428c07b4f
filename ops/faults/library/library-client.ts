import { createHash } from 'node:crypto';

/** Someone signed in at a running site who uploads, deletes and moves over HTTP. */
export type LibraryClient = {
  url: string;
  cookie: string;
  /** What the browser says where it comes from, when that is not `url`. */
  origin?: string;
};

const base64 = (text: string) => Buffer.from(text).toString('base64');
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** @throws when the site does not let this account in */
export async function signIn(url: string, email: string, password: string): Promise<LibraryClient> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: url },
    body: new URLSearchParams({ email, password, keepSignedIn: 'on' }),
  });
  const session = answer.headers
    .getSetCookie()
    .find((value) => value.startsWith('__Host-session='));
  if (!session) throw new Error(`Sign-in failed: ${answer.status}`);
  return { url, cookie: session.split(';')[0] ?? '' };
}

export function ask(
  client: LibraryClient,
  path: string,
  more: RequestInit = {},
): Promise<Response> {
  const headers = {
    Cookie: client.cookie,
    Origin: client.origin ?? client.url,
    'Tus-Resumable': '1.0.0',
    ...Object.fromEntries(new Headers(more.headers)),
  };
  return fetch(`${client.url}${path}`, { redirect: 'manual', ...more, headers });
}

/** Announces an upload. @returns its path */
export async function beginUpload(
  client: LibraryClient,
  file: { name: string; bytes: number; folder?: string; collection?: string },
): Promise<string> {
  const metadata = {
    filename: file.name,
    collection: file.collection ?? 'userIntranet',
    parent: file.folder ?? '',
    path: '',
    replaces: '',
    note: '',
    fingerprint: sha256(Buffer.from(`${file.name} ${Math.random()}`)),
  };
  const answer = await ask(client, '/uploads', {
    method: 'POST',
    headers: {
      'Upload-Length': String(file.bytes),
      'Upload-Metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  });
  if (answer.status !== 201) throw failure(answer, await answer.text());
  return answer.headers.get('Location') ?? '';
}

/** Sends bytes from an offset on. @returns the document's id once it is complete */
export async function sendBytes(
  client: LibraryClient,
  path: string,
  part: { offset: number; bytes: RequestInit['body'] },
): Promise<string | null> {
  // Without `duplex` a stream cannot be sent; the types do not know it.
  const body = { body: part.bytes ?? null, duplex: 'half' };
  const answer = await ask(client, path, {
    ...body,
    method: 'PATCH',
    headers: {
      'Upload-Offset': String(part.offset),
      'Content-Type': 'application/offset+octet-stream',
    },
  });
  if (answer.status !== 204) throw failure(answer, await answer.text());
  return answer.headers.get('Upload-Document');
}

/** How far an upload has come. @returns null when the site knows nothing of it */
export async function askOffset(
  client: LibraryClient,
  path: string,
): Promise<{ offset: number; document: string | null } | null> {
  const answer = await ask(client, path, { method: 'HEAD' });
  if (answer.status !== 200) return null;
  return {
    offset: Number(answer.headers.get('Upload-Offset')),
    document: answer.headers.get('Upload-Document'),
  };
}

/** Sends a form of the members' library. @throws Refused when the site says no */
export function change(
  client: LibraryClient,
  folder: string | null,
  form: Record<string, string>,
): Promise<void> {
  return changeAt(client, `/intranet${folder ? `/${folder}` : ''}`, form);
}

/** The same for any folder's page. */
export async function changeAt(
  client: LibraryClient,
  path: string,
  form: Record<string, string>,
): Promise<void> {
  const answer = await ask(client, `${path}.data`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const text = await answer.text();
  if (!answer.ok || text.includes('error.')) throw failure(answer, text);
}

/** The site answered, and did nothing. */
export class Refused extends Error {}

function failure({ status }: Response, text: string): Error {
  return status < 500 ? new Refused(`${status} ${text}`) : new Error(`${status} ${text}`);
}

/** @returns the checksum of a document's file, null when it is not there */
export async function readFile(client: LibraryClient, document: string): Promise<string | null> {
  const answer = await ask(client, `/intranet/documents/${document}/file`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return answer.status === 200 ? sha256(bytes) : null;
}
