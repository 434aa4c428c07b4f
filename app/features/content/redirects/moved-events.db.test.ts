import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { saveEvent } from '~/features/events/editor/editor.server';
import { addRedirect } from '~/features/content/redirects/redirects.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { inputOf, makeDraft, step } from '../../../../tests/support/texts/event-form';
import { askRoute } from '../../../../tests/support/site/route-request';

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

describe('a hidden event is not named by a redirect', () => {
  /** What an address is answered at which there is no page. */
  const atUnknown = (actor: Actor, address: string) =>
    askRoute({ actor, pattern: '/*', address }).catch((answer: unknown) => answer);

  test.each(['?language=fr', '#programme', '?language=fr#programme', '/calendar', '/unknown'])(
    'that ends in %s',
    async (end) => {
      await move({ visibility: 'members' });
      const toPath = `/events/${secret}${end}`;
      await addRedirect(admin, { fromPath: '/events/annual', toPath });
      await addRedirect(admin, { fromPath: '/annual', toPath });
      expect(await answersTo(anonymous, 'annual')).toMatchObject(absent);
      expect(await atUnknown(anonymous, '/annual')).toMatchObject({ init: { status: 404 } });
      expect(addresses([await atUnknown(member, '/annual')])).toEqual([toPath]);
      expect(addresses(await answersTo(member, 'annual'))[0]).toBe(toPath);
    },
  );

  test('that names an address which it had before', async () => {
    await move({ visibility: 'members' });
    const former = `/events/${old}?language=fr`;
    await addRedirect(admin, { fromPath: '/annual', toPath: former });
    await addRedirect(admin, { fromPath: '/yearly', toPath: '/annual' });
    for (const path of ['/annual', '/yearly']) {
      expect(await atUnknown(anonymous, path)).toMatchObject({ init: { status: 404 } });
    }
    expect(addresses([await atUnknown(member, '/annual')])).toEqual([former]);
  });

  test('that was made before the event had its name', async () => {
    const fields = { visibility: 'members' };
    const { id } = await makeDraft({ slug: old, ...fields });
    const { version } = await step(id, { intent: 'publish' });
    await addRedirect(admin, { fromPath: '/annual', toPath: `/events/${old}` });
    await saveEvent(admin, id, { ...inputOf({ slug: secret, ...fields }), version });
    expect(addresses([await atUnknown(member, '/annual')])).toEqual([`/events/${secret}`]);
    expect(await atUnknown(anonymous, '/annual')).toMatchObject({ init: { status: 404 } });
  });

  test('while those that lead to public pages of events go on leading there', async () => {
    await move({ visibility: 'members' });
    for (const toPath of ['/events/overview', '/events/calendar.ics', '/events']) {
      await addRedirect(admin, { fromPath: '/annual', toPath });
      expect(addresses([await atUnknown(anonymous, '/annual')])).toEqual([toPath]);
    }
  });
});

test('the calendar of an event that has moved is asked for in the same language', async () => {
  await move();
  await addRedirect(admin, { fromPath: '/events/annual', toPath: `/events/${secret}?language=fr` });
  expect(addresses(await answersTo(anonymous, 'annual'))).toEqual([
    `/events/${secret}?language=fr`,
    `/events/${secret}/calendar?language=fr`,
  ]);
});
