import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pool, schema, transaction } from '~/db/db.server';
import { db } from '~/db/db.server';
import { makeEvent, makeNewsItem, makeUser } from '~/db/factories.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import { withdrawText } from '~/features/content/publishing/publication-states.server';
import { publishDue } from '~/features/content/publishing/publish-due.job.server';
import { readPublic } from '~/features/content/publishing/publication-rows.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { startLive, stopLive } from '~/platform/live.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { actorOf } from '../../tests/support/people/actors';
import { typedEntry, writeEntry } from '../../tests/support/texts/board-entries';
import { typedNews } from '../../tests/support/texts/texts';
import { startTrialSite } from '../../tests/support/site/trial-site';

/** A second node: the whole application once more, with a pool and memory of its own. */
async function startSecondNode(connectionString: string | undefined) {
  vi.resetModules();
  const { configure } = await import('../../tests/support/database/configure');
  configure();
  const database = await import('~/db/db.server');
  database.openDatabase({ connectionString });
  const live = await import('~/platform/live.server');
  await live.startLive();
  const site = await (await import('../../tests/support/site/trial-site')).startTrialSite();
  return {
    ...site,
    stop: async () => {
      await site.stop();
      live.stopLive();
      await database.closeDatabase();
    },
  };
}

beforeAll(() => startLive());
afterAll(() => stopLive());

test('a change on one node shows on the other', async () => {
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
      await invalidateTags(tx, 'news');
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

test('an event translation and a board entry published on one node show on both', async () => {
  const first = await startTrialSite();
  const second = await startSecondNode(pool().options.connectionString);
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const { id: of, slug } = await makeEvent(db(), { title: 'A seminar' });
  const kind = 'event-translation' as const;
  const id = await createText(admin, { kind, language: 'fr', title: 'Un séminaire', of });
  const entry = await writeEntry(admin, { title: 'Märta Ängsholm' });
  const pages = [
    { path: `/events/${slug}?language=fr`, before: 'A seminar', after: 'Un séminaire' },
    { path: '/about', before: '"loaded"', after: 'Märta Ängsholm' },
  ];
  for (const node of [first, second]) {
    for (const { path, before, after } of pages) {
      const { text } = await node.ask(path);
      expect(text).toContain(before);
      expect(text).not.toContain(after);
    }
  }
  const words = await readPublic(db(), { kind, id });
  const publish = { ...typedNews(), intent: 'publish' } as const;
  await saveText(admin, { kind, id }, { ...publish, content: words, baseVersion: 1 });
  await saveText(admin, entry, typedEntry({}, { intent: 'publish', baseVersion: 2 }));
  for (const node of [first, second]) {
    for (const { path, after } of pages) {
      const said = async () => (await node.ask(path)).text;
      await expect.poll(said, { interval: 10, timeout: 10_000 }).toContain(after);
    }
  }
  // What is taken back goes as well.
  await withdrawText(admin, { ...entry, baseVersion: 3 }, 'The term is over.');
  await withdrawText(admin, { kind, id, baseVersion: 2 }, 'It was not checked.');
  for (const node of [first, second]) {
    for (const { path, after } of pages) {
      const said = async () => (await node.ask(path)).text;
      await expect.poll(said, { interval: 10, timeout: 10_000 }).not.toContain(after);
    }
  }
  await second.stop();
  await first.stop();
});

test('a scheduled text appears on both nodes by itself, and an expired one disappears', async () => {
  const first = await startTrialSite();
  const second = await startSecondNode(pool().options.connectionString);
  const nodes = [first, second];
  const moment = new Date(Date.now() + 6_000);
  const coming = await makeNewsItem(db(), { status: 'scheduled', publishAt: moment });
  const ending = await makeNewsItem(db(), { expireAt: moment });
  const changing = await makeNewsItem(db(), { title: 'Before' });
  const text = { kind: 'news' as const, id: changing.id };
  const { fields } = await readPublic(db(), text);
  const content = { ...fields, title: 'After' };
  await db()
    .insert(schema.pendingChanges)
    .values({ ...text, content, publishAt: moment });
  const statusOf =
    (node: (typeof nodes)[number], { slug }: { slug: string }) =>
    async () =>
      (await node.ask(`/news/${slug}`)).status;
  for (const node of nodes) {
    expect(await statusOf(node, coming)()).toBe(404);
    expect(await statusOf(node, ending)()).toBe(200);
    expect((await node.ask(`/news/${changing.slug}`)).text).toContain('Before');
  }
  // Nobody writes: both nodes ask the clock.
  for (const node of nodes) {
    await expect.poll(statusOf(node, coming), { interval: 50, timeout: 20_000 }).toBe(200);
    expect(await statusOf(node, ending)()).toBe(404);
  }
  // The job of one of them publishes the changes, which both hear.
  await publishDue.run({});
  for (const node of nodes) {
    const said = async () => (await node.ask(`/news/${changing.slug}`)).text;
    await expect.poll(said, { interval: 50, timeout: 20_000 }).toContain('After');
  }
  await second.stop();
  await first.stop();
});
