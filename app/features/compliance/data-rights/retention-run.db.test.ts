import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { retentionTable } from '~/features/compliance/retention/retention-table.server';
import { executeRetention } from './data-rights.server';

const yearAgo = new Date(Date.now() - 366 * 24 * 3_600_000);

test('what cannot be removed from one table keeps nothing in the others', async () => {
  const failing = retentionTable.find(({ expired }) => expired)?.table;
  if (!failing) throw new Error('nothing ever expires');
  const [last] = await db()
    .insert(schema.knownDevices)
    .values({ userId: (await makeUser(db())).id, hash: 'old', lastSeenAt: yearAgo })
    .returning();
  await db().execute(sql`
    create function refuse_removal() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
  await db().execute(sql`
    create trigger refuse_removal before delete on ${failing} execute function refuse_removal()`);
  try {
    await expect(executeRetention()).rejects.toMatchObject({ cause: { message: 'refused' } });
  } finally {
    await db().execute(sql`drop function refuse_removal cascade`);
  }
  expect(await db().$count(schema.knownDevices, eq(schema.knownDevices.id, last?.id ?? ''))).toBe(
    0,
  );
});
