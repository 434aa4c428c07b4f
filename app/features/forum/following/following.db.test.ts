import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { person } from '../../../../tests/support/people/person';
import { whileAnother } from '../../../../tests/support/database/while-another';
import { makeCategory } from '../../../../tests/support/texts/forum-setup';
import { saveFollow } from './following.server';

const { forumCategories, forumFollows } = schema;

test('a category that is deleted at the same moment cannot be followed', async () => {
  const [admin, member] = [await person('ADMIN'), await person()];
  const { id } = await makeCategory(admin);
  const outcome = await whileAnother(
    (tx) => tx.delete(forumCategories).where(eq(forumCategories.id, id)),
    () => saveFollow(member, { intent: 'follow', kind: 'category', target: id, level: 'daily' }),
  );
  expect(outcome).toMatchObject({ reason: { code: 'error.not-found' } });
  expect(await db().$count(forumFollows, eq(forumFollows.userId, member.id))).toBe(0);
});
