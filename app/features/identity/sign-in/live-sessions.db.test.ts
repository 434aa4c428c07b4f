import { globSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { createFolder } from '~/features/library/intranet/intranet.server';
import { openFolderStream } from '~/features/library/intranet/live.server';
import { endSessionsOf } from '~/features/identity/sign-in/session.server';
import { signOut } from '~/features/identity/sign-in/sign-in.server';
import { actOnAccount } from '~/features/membership/users/users.server';
import { projectRoot } from '~/config/project-root.server';
import { publish, startLive, stopLive } from '~/platform/live.server';
import { folderTopic } from '~/features/library/resources/resources.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';

/** Far shorter than the beat of a stream, at which it would end in any case. */
const atOnce = { timeout: 5_000, interval: 20 };
const { users } = schema;

const collection = 'userIntranet';

let actor: SignedInActor;
/** What changed in one test is not told to the late ones of the next. */
let folder: string;

beforeAll(async () => {
  await startLive();
  await makeUser(db(), { role: 'ADMIN', password: goodPassword });
});
afterAll(() => stopLive());
beforeEach(async () => {
  actor = actorOf(await makeUser(db(), { password: goodPassword }));
  folder = await createFolder(actor, { collection, parent: null, title: `Papers ${actor.id}` });
});

/** Opens the live updates of the folder, as a page does. */
async function listen(headers: Headers) {
  const place = { collection, folder } as const;
  const request = new Request('http://site.example/live', { headers });
  const response = await openFolderStream(actor, place, request);
  const seen = { text: '', isOver: false };
  void response.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (text) => {
        seen.text += text;
      },
      close: () => {
        seen.isOver = true;
      },
    }),
  );
  return seen;
}

const change = () => transaction((tx) => publish(tx, folderTopic(collection, folder)));
/** As the administration does it. */
async function suspend(): Promise<void> {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  await actOnAccount(admin, actor.id, { intent: 'suspend', reason: 'As a test' });
}

const has = (seen: { text: string }, count: number) =>
  seen.text.split('data: ').length - 1 === count;

test.each<[string, (headers: Headers) => Promise<unknown>]>([
  ['the person signs out', (headers) => signOut(actor, headers)],
  ['all sessions are ended', () => endSessionsOf(actor.id)],
  ['the account is suspended', () => suspend()],
  [
    'the role changes',
    () => db().update(users).set({ role: 'ADMIN' }).where(eq(users.id, actor.id)),
  ],
  ['the record is deleted', () => db().delete(users).where(eq(users.id, actor.id))],
])('live updates end at once when %s', async (_when, end) => {
  const headers = await signedInHeaders(actor.email);
  const seen = await listen(headers);
  await change();
  await vi.waitFor(() => expect(has(seen, 1)).toBe(true), atOnce);
  await end(headers);
  await vi.waitFor(() => expect(seen.isOver).toBe(true), atOnce);
  await change();
  expect(has(seen, 1)).toBe(true);
});

test('the end of one session leaves the live updates of another, and says nothing there', async () => {
  const elsewhere = await listen(await signedInHeaders(actor.email));
  const headers = await signedInHeaders(actor.email);
  const here = await listen(headers);
  await signOut(actor, headers);
  await vi.waitFor(() => expect(here.isOver).toBe(true), atOnce);
  await change();
  await vi.waitFor(() => expect(has(elsewhere, 1)).toBe(true), atOnce);
  expect(elsewhere).toMatchObject({ isOver: false, text: expect.not.stringContaining(actor.id) });
});

test('without a session no update is sent', async () => {
  const headers = await signedInHeaders(actor.email);
  await endSessionsOf(actor.id);
  const seen = await listen(headers);
  await change();
  await vi.waitFor(() => expect(seen.isOver).toBe(true), atOnce);
  expect(has(seen, 0)).toBe(true);
});

test('every stream of the product asks for the session', () => {
  const root = projectRoot();
  const openers = globSync('app/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !file.includes('.test.') && /\beventStream\(/.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  expect(openers.toSorted()).toEqual([
    'app/platform/live.server.ts',
    'app/platform/personal-stream.server.ts',
  ]);
});
