import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../test/actors';
import { isWorkingAdministrator, keepAnAdministrator } from './accounts.server';

const { signInSessions, users } = schema;
const hour = 3_600_000;

let admin: Awaited<ReturnType<typeof makeUser>>;

beforeEach(async () => {
  await db().delete(users);
  admin = await makeUser(db(), { role: 'ADMIN' });
  await db()
    .insert(signInSessions)
    .values({ userId: admin.id, token: newId(), expiresAt: new Date(Date.now() + hour) });
});

const isWorking = () => isWorkingAdministrator(actorOf(admin));
const change = (set: Partial<typeof users.$inferInsert>) =>
  db().update(users).set(set).where(eq(users.id, admin.id));

test('an administrator works while the role and a session last', async () => {
  expect(await isWorking()).toBe(true);
  expect(await isWorkingAdministrator(anonymous)).toBe(false);
  await change({ role: 'USER' });
  expect(await isWorking(), 'demoted').toBe(false);
  await change({ role: 'DEV', suspendedAt: new Date() });
  expect(await isWorking(), 'suspended').toBe(false);
  await change({ suspendedAt: null });
  expect(await isWorking()).toBe(true);
  await db()
    .update(signInSessions)
    .set({ expiresAt: new Date(Date.now() - hour) });
  expect(await isWorking(), 'signed out everywhere').toBe(false);
});

test('a suspended administrator is not the one who remains', async () => {
  const other = await makeUser(db(), { role: 'DEV', suspendedAt: new Date() });
  const keep = () => transaction((tx) => keepAnAdministrator(tx, admin.id));
  await expect(keep()).rejects.toThrow('error.last-administrator');
  await db().update(users).set({ suspendedAt: null }).where(eq(users.id, other.id));
  await expect(keep()).resolves.toBeUndefined();
});

test('nor is one who has never accepted the invitation', async () => {
  const other = await makeUser(db(), { role: 'DEV', isInvited: true });
  const keep = () => transaction((tx) => keepAnAdministrator(tx, admin.id));
  await expect(keep()).rejects.toThrow('error.last-administrator');
  await db()
    .insert(schema.signInMethods)
    .values({ userId: other.id, accountId: 'judge@court.example', providerId: 'hosted' });
  await expect(keep()).resolves.toBeUndefined();
});
