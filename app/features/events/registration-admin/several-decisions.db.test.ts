import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeRegistration } from '~/db/factories.server';
import { versionKey } from '~/ui/data-table/listed-version';
import { actorWithRole } from '../../../../tests/support/people/actors';
import {
  makeOpenEvent,
  makePeople,
  changePlace,
} from '../../../../tests/support/texts/registrations';
import { pageOf } from '../../../../tests/support/site/page-of';
import { askRoute } from '../../../../tests/support/site/route-request';
import { decideRegistration, decideSeveral } from './registration-admin.server';
import { listDecidable } from './registration-list.server';

const admin = actorWithRole('ADMIN');

beforeEach(async () => {
  await db().delete(schema.events);
});

const guest = (eventId: string, name: string, fields: object = {}) =>
  makeRegistration(db(), {
    eventId,
    guestName: name,
    guestEmail: `${name}@guest.example`,
    status: 'pending',
    ...fields,
  });

test('of several who are confirmed, those who wait for a place are counted by themselves', async () => {
  const { id } = await makeOpenEvent({ capacityOnSite: 1, waitingList: true, approval: true });
  const keys = [await guest(id, 'a'), await guest(id, 'b')].map(versionKey);
  expect(await decideSeveral(admin, id, { decision: 'confirm', keys })).toEqual({
    done: 1,
    waitlisted: 1,
    left: [],
    unknown: 0,
  });
});

test('who finds no place, and no waiting list, is named', async () => {
  const { id } = await makeOpenEvent({ capacityOnSite: 1, waitingList: false, approval: true });
  const [a, b] = [await guest(id, 'a'), await guest(id, 'b')];
  const keys = [a, b].map(versionKey);
  expect(await decideSeveral(admin, id, { decision: 'confirm', keys })).toMatchObject({
    done: 1,
    waitlisted: 0,
    left: [{ id: b.id, name: 'b', why: 'full' }],
  });
});

test('what has changed since it was listed is left and named, by whomever it was changed', async () => {
  const { id, slug } = await makeOpenEvent({ mode: 'hybrid' });
  const [actor] = await makePeople(1);
  if (!actor) throw new Error('nobody');
  const given = { eventId: id, status: 'pending' as const };
  const own = await makeRegistration(db(), { ...given, userId: actor.id });
  const [declined, still] = [await guest(id, 'declined'), await guest(id, 'still')];
  const keys = [own, declined, still].map(versionKey);
  await changePlace(actor, slug, { mode: 'online' });
  await decideRegistration(admin, declined.id, { decision: 'decline', version: 1 });
  await decideRegistration(admin, declined.id, { decision: 'confirm', version: 2 });
  const result = await decideSeveral(admin, id, { decision: 'cancel', keys });
  expect(result).toMatchObject({ done: 1, unknown: 0 });
  expect(Object.fromEntries(result.left.map((one) => [one.id, one.why]))).toEqual({
    [own.id]: 'changed',
    [declined.id]: 'changed',
  });
});

test.each(['decline', 'cancel'] as const)(
  '%s deletes needs and consents, and keeps the answers for a later confirmation',
  async (decision) => {
    const { id } = await makeOpenEvent();
    const answers = [{ id: 'q', question: 'Meal?', answer: 'Fish' }];
    const given = { needs: 'A ramp', listConsent: true, photoConsent: true };
    const one = await guest(id, 'a', { ...given, answers });
    const pattern = '/administration/registrations/:id';
    const loaderData = Object(await askRoute({ actor: admin, pattern, params: { id: one.id } }));
    expect(await pageOf(pattern, { loaderData })).toContain('deletes what was entered under');
    await decideRegistration(admin, one.id, { decision, version: 1 });
    await decideRegistration(admin, one.id, { decision: 'confirm', version: 2 });
    const [kept] = await db().select().from(schema.eventRegistrations);
    const gone = { needs: null, listConsent: false, photoConsent: false };
    expect(kept).toMatchObject({ status: 'confirmed', answers, ...gone });
  },
);

test('nothing is offered for several of an event that is cancelled', async () => {
  const { id } = await makeOpenEvent({ status: 'cancelled' });
  const keys = [versionKey(await guest(id, 'a'))];
  expect(await listDecidable(admin, id, { decision: 'confirm', keys })).toMatchObject({
    possible: [],
    left: [{ name: 'a', why: 'state' }],
  });
});
