import { test, expect } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
test('x', async () => {
  await makeUser(db(), {});
  expect(await db().$count(schema.users)).toBe(1);
});
