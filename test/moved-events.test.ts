import { beforeEach, expect, test } from 'vitest';
import { type Actor, anonymous } from '~/actor';
import { db, schema } from '~/db/db.server';
import { saveEvent } from '~/features/event-editor/event-editor.server';
import { addRedirect } from '~/features/redirects/redirects.server';
import { actorWithRole } from './actors';
import { inputOf, makeDraft, step } from './event-form';
import { askRoute } from './route-request';

/** The address of an event says what it is called: it leads on those who may know of it. */

const admin = actorWithRole('ADMIN');
const member = actorWithRole('USER');
const [old, secret] = ['old-address', 'hearing-about-mr-muster'];

beforeEach(async () => {
  for (const table of [schema.events, schema.redirects]) await db().delete(table);
});

/** An event that was published at the old address and has another one since. */
async function move(fields: Record<string, string> = {}) {
  const { id } = await makeDraft({ slug: old, ...fields });
  const { version } = await step(id, { intent: 'publish' });
  await saveEvent(admin, id, { ...inputOf({ slug: secret, ...fields }), version });
  return id;
}

/** What a page and a calendar program are answered at an address. */
const answersTo = (actor: Actor, slug = old) =>
  Promise.all(
    ['/events/:slug', '/events/:slug/calendar'].map((pattern) =>
      askRoute({ actor, pattern, params: { slug } }).catch((answer: unknown) => answer),
    ),
  );
const moved = ['', '/calendar'].map((below) => `/events/${secret}${below}`);
const addresses = (answers: unknown[]) =>
  answers.map((answer) => answer instanceof Response && answer.headers.get('Location'));
const answeredWith = (status: number) => [{ init: { status } }, { init: { status } }];
const [absent, gone] = [answeredWith(404), answeredWith(410)];

test('of a public event the old address leads everybody on', async () => {
  await move();
  for (const actor of [anonymous, member]) expect(addresses(await answersTo(actor))).toEqual(moved);
});

test('of an event for members it leads members on; for visitors there is nothing', async () => {
  const id = await move({ visibility: 'members' });
  expect(addresses(await answersTo(member))).toEqual(moved);
  expect(await answersTo(anonymous)).toMatchObject(absent);
  expect(JSON.stringify(await answersTo(anonymous))).not.toContain(secret);
  await step(id, { intent: 'withdraw', reason: 'It named a party.' });
  // Then it is gone for those who may know of it.
  expect(await answersTo(member)).toMatchObject(gone);
  expect(await answersTo(anonymous)).toMatchObject(absent);
});

test('an address that the administration has led on itself is no way around that', async () => {
  await move({ visibility: 'members' });
  const [fromPath, toPath] = ['/events/annual', `/events/${secret}`] as const;
  await addRedirect(admin, { fromPath, toPath });
  expect(addresses(await answersTo(member, 'annual'))).toEqual(moved);
  expect(await answersTo(anonymous, 'annual')).toMatchObject(absent);
});
