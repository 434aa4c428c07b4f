import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { pool, schema, transaction } from '~/db/db.server';
import { db } from '~/db/db.server';
import { makeNewsItem } from '~/db/factories.server';
import { startLive, stopLive } from '~/platform/live.server';
import { announcePageChange } from '~/platform/page-changes.server';
import { startTrialSite } from '../test/trial-site';

/** A second node: the whole application once more, with a pool and memory of its own. */
async function startSecondNode(connectionString: string | undefined) {
  vi.resetModules();
  const { configure } = await import('../test/configure');
  configure();
  const database = await import('~/db/db.server');
  database.openDatabase({ connectionString });
  const live = await import('~/platform/live.server');
  await live.startLive();
  const site = await (await import('../test/trial-site')).startTrialSite();
  return {
    ...site,
    stop: async () => {
      await site.stop();
      live.stopLive();
      await database.closeDatabase();
    },
  };
}

afterAll(() => stopLive());

test('what is written on one node is seen on the other', async () => {
  await startLive();
  const first = await startTrialSite();
  const second = await startSecondNode(pool().options.connectionString);
  const { slug } = await makeNewsItem(db(), { title: 'Edition 0' });
  for (let edition = 1; edition <= 5; edition += 1) {
    for (const node of [first, second]) {
      const { text } = await node.ask(`/news/${slug}`);
      expect(text).toContain(`Edition ${edition - 1}`);
    }
    await transaction(async (tx) => {
      await tx
        .update(schema.newsItems)
        .set({ title: `Edition ${edition}` })
        .where(eq(schema.newsItems.slug, slug));
      await announcePageChange(tx, 'news');
    });
    for (const node of [first, second]) {
      const said = async () => (await node.ask(`/news/${slug}`)).text;
      await expect.poll(said, { interval: 10, timeout: 10_000 }).toContain(`Edition ${edition}`);
    }
  }
  // Each made its own page of each edition: the memory is in use on both.
  expect(first.trial.renders).toBe(6);
  expect(second.trial.renders).toBe(6);
  await second.stop();
  await first.stop();
});
