import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeNewsItem } from '~/db/factories.server';
import { anonymous } from '~/policy/actor';
import { askRoute } from '../../../../tests/support/site/route-request';

beforeEach(async () => {
  await db().delete(schema.newsItems);
});

test.each([
  ['/news', '/news'],
  ['/news?page=1', '/news'],
  ['/news?page=3', '/news?page=3'],
  ['/news?language=en&page=2', '/news'],
])('the list at %s has the canonical address %s', async (address, path) => {
  for (let count = 0; count < 41; count += 1) await makeNewsItem(db());
  expect(await askRoute({ actor: anonymous, pattern: '/news', address })).toMatchObject({ path });
});
