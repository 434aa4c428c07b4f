import { expect, test } from 'vitest';
import { inArray } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { libraryRetention } from '~/features/library/retention.server';
import { person } from '../../../../tests/support/people/person';

const { intranetResources: resources } = schema;

test('who leaves is no longer the author of what they added, unless they named another one', async () => {
  const leaving = await person('USER', { firstName: 'Lena', lastName: "van 't Hof" });
  const other = await person();
  const own = await makeDocument(db(), { user: leaving.id, author: "Lena van 't Hof" });
  const court = await makeDocument(db(), { user: leaving.id, author: 'Hoge Raad' });
  const given = await makeDocument(db(), { user: other.id, author: "Lena van 't Hof" });
  const choice = { removeComments: false };
  await transaction(async (tx) => libraryRetention.beforeErasure?.(tx, leaving.id, choice));
  const rows = await db()
    .select({ id: resources.id, author: resources.author, version: resources.version })
    .from(resources)
    .where(inArray(resources.id, [own.id, court.id, given.id]));
  const authorOf = (id: string) => rows.find((row) => row.id === id);
  expect(authorOf(own.id)).toMatchObject({ author: null, version: own.version + 1 });
  expect(authorOf(court.id)).toMatchObject({ author: 'Hoge Raad', version: court.version });
  expect(authorOf(given.id)?.author).toBe("Lena van 't Hof");
});
