import { beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { listPastEvents, listUpcomingEvents } from '~/features/events/events.server';
import { register } from '~/features/events/registrations/registrations.server';
import { db, schema } from '~/db/db.server';
import { makeEvent } from '~/db/factories.server';
import {
  inDays,
  makeOpenEvent,
  makePeople,
  placeInput,
} from '../../../../tests/support/texts/registrations';

beforeEach(async () => {
  await db().delete(schema.events);
});

const nowFor = async (actor: Parameters<typeof listUpcomingEvents>[0]) =>
  (await listUpcomingEvents(actor)).map(({ registrationNow }) => registrationNow);

test('an event says whether one can register, and until when', async () => {
  const closesAt = inDays(10);
  await makeOpenEvent({ startsAt: inDays(20), closesAt });
  await makeOpenEvent({ startsAt: inDays(21), endsAt: inDays(22), opensAt: inDays(5) });
  await makeOpenEvent({ startsAt: inDays(22), endsAt: inDays(23), closesAt: inDays(-1) });
  await makeOpenEvent({ startsAt: inDays(23), endsAt: inDays(24), registration: 'external' });
  await makeOpenEvent({ startsAt: inDays(24), endsAt: inDays(25), registration: 'none' });
  await makeOpenEvent({ startsAt: inDays(25), endsAt: inDays(26), status: 'cancelled' });
  expect(await nowFor(anonymous)).toMatchObject([
    { state: 'open', date: expect.stringContaining(closesAt.slice(0, 10)) },
    { state: 'not-yet', date: expect.any(String) },
    { state: 'closed', date: null },
    { state: 'external' },
    null,
    null,
  ]);
});

test('members read how many places are left, visitors only that few are', async () => {
  const { slug } = await makeOpenEvent({ capacityOnSite: 12, waitingList: true });
  const [first, second, third] = await makePeople(3);
  if (!first || !second || !third) throw new Error('Three people were made');
  expect(await nowFor(first)).toMatchObject([{ state: 'open', free: 12 }]);
  expect(await nowFor(anonymous)).toMatchObject([{ state: 'open', free: null }]);
  await register(first, slug, placeInput());
  await register(second, slug, placeInput());
  expect(await nowFor(third)).toMatchObject([{ state: 'few', free: 10 }]);
  expect(await nowFor(anonymous)).toMatchObject([{ state: 'few', free: null }]);
});

test('a full event has a waiting list or is fully booked', async () => {
  const [first] = await makePeople(1);
  if (!first) throw new Error('A person was made');
  const { slug } = await makeOpenEvent({ capacityOnSite: 1, waitingList: true });
  await makeOpenEvent({ capacityOnSite: 0, waitingList: false, startsAt: inDays(20.1) });
  await register(first, slug, placeInput());
  expect(await nowFor(anonymous)).toMatchObject([{ state: 'waiting-list' }, { state: 'full' }]);
});

test('an event with places in one way alone says which', async () => {
  const hybrid = { mode: 'hybrid', capacityOnSite: 0, waitingList: true };
  await makeOpenEvent(hybrid);
  await makeOpenEvent({ ...hybrid, capacityOnline: 5, startsAt: inDays(20.1) });
  const [member] = await makePeople(1);
  if (!member) throw new Error('A person was made');
  expect(await nowFor(member)).toMatchObject([
    { state: 'online', free: null },
    { state: 'online', free: 5 },
  ]);
});

test('events that are over say nothing of registering', async () => {
  await makeEvent(db(), {
    zone: 'UTC',
    startsAt: inDays(-3),
    endsAt: inDays(-2),
    registration: 'internal',
  });
  const [past] = await listPastEvents(anonymous);
  expect(past).toBeDefined();
  expect(past).not.toHaveProperty('registrationNow');
});
