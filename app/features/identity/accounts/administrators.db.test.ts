import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { requireRemainingAdministrator } from './accounts.server';

const { users } = schema;

let admin: Awaited<ReturnType<typeof makeUser>>;

beforeEach(async () => {
  await db().delete(users);
  admin = await makeUser(db(), { role: 'ADMIN' });
});

test('a suspended administrator is not the one who remains', async () => {
  const other = await makeUser(db(), { role: 'DEV', suspendedAt: new Date() });
  const keep = () => transaction((tx) => requireRemainingAdministrator(tx, admin.id));
  await expect(keep()).rejects.toThrow('error.last-administrator');
  await db().update(users).set({ suspendedAt: null }).where(eq(users.id, other.id));
  await expect(keep()).resolves.toBeUndefined();
});

test('nor is one who has never accepted the invitation', async () => {
  const other = await makeUser(db(), { role: 'DEV', isInvited: true });
  const keep = () => transaction((tx) => requireRemainingAdministrator(tx, admin.id));
  await expect(keep()).rejects.toThrow('error.last-administrator');
  await db()
    .insert(schema.signInMethods)
    .values({ userId: other.id, accountId: 'judge@court.example', providerId: 'hosted' });
  await expect(keep()).resolves.toBeUndefined();
});
