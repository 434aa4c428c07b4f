import type { anonymous, SignedInActor } from '~/policy/actor';
import { answerUpload } from '~/features/library/uploads/uploads.server';

export type Wish = Record<string, string>;
const base64 = (text: string) => Buffer.from(text).toString('base64');
export const metadataOf = (wish: Wish) =>
  Object.entries({
    collection: 'userIntranet',
    parent: '',
    path: '',
    replaces: '',
    note: '',
    fingerprint: 'a'.repeat(64),
    ...wish,
  })
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');

export function ask(
  actor: SignedInActor | typeof anonymous,
  method: string,
  path: string,
  more: RequestInit = {},
) {
  const headers = { 'Tus-Resumable': '1.0.0', ...Object.fromEntries(new Headers(more.headers)) };
  const request = new Request(`https://association.example${path}`, { ...more, method, headers });
  return answerUpload(actor, request);
}

export const create = (actor: SignedInActor, bytes: number, wish: Wish) =>
  ask(actor, 'POST', '/uploads', {
    headers: { 'Upload-Length': String(bytes), 'Upload-Metadata': metadataOf(wish) },
  });

export function send(
  actor: SignedInActor,
  path: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
) {
  return ask(actor, 'PATCH', path, {
    body,
    headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
  });
}

/** Uploads in one go. @returns the last answer */
export async function upload(actor: SignedInActor, bytes: Buffer, wish: Wish) {
  const made = await create(actor, bytes.length, wish);
  if (made.status !== 201) return made;
  return send(actor, made.headers.get('Location') ?? '', 0, new Uint8Array(bytes));
}
