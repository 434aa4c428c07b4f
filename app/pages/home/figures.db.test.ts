import { beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeApplication, makeEvent } from '~/db/factories.server';
import { countFigures } from './figures.server';

beforeEach(async () => {
  await db().delete(schema.events);
  await db().delete(schema.membershipApplications);
});

const countOf = async (name: string) =>
  (await countFigures(anonymous)).find((figure) => figure.name === name)?.count;

test('what there is nothing of is no figure', async () => {
  expect(await countFigures(anonymous)).toEqual([]);
});

test('the countries of members are counted, not those of applicants, examples or who has left', async () => {
  await makeApplication(db(), { status: 'active', country: 'AT' });
  await makeApplication(db(), { status: 'active', country: 'AT' });
  await makeApplication(db(), { status: 'active', country: 'PT' });
  await makeApplication(db(), { status: 'submitted', country: 'GR' });
  await makeApplication(db(), { status: 'active', country: 'FI', isExample: true });
  await makeApplication(db(), { status: 'active', country: 'MT', anonymisedAt: new Date() });
  expect(await countOf('countries')).toBe(2);
});

test('an event counts when it took place and everybody may see it', async () => {
  const over = { zone: 'UTC', startsAt: '2025-03-01T09:00', endsAt: '2025-03-01T10:00' };
  await makeEvent(db(), over);
  await makeEvent(db(), { ...over, visibility: 'members' });
  await makeEvent(db(), { ...over, status: 'cancelled' });
  await makeEvent(db(), { ...over, type: 'deadline' });
  await makeEvent(db(), { ...over, status: 'draft' });
  expect(await countOf('events')).toBe(1);
});
