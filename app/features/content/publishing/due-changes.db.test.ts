import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { attachFile } from '~/features/content/files/attachments.server';
import { removeCover } from '~/features/content/files/pictures.server';
import { publishDue } from '~/features/content/publishing/publish-due.job.server';
import type { SeenText } from '~/features/content/publishing/publication-states.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { restoreVersion } from '~/features/content/versions/versions.server';
import { getNewsItem } from '~/features/content/news/news.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';

const { auditEntries, newsItems, pages, pendingChanges } = schema;

let admin: SignedInActor;
const tomorrow = () => new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 19);
const past = () => new Date(Date.now() - 1000);

beforeEach(async () => {
  for (const table of [newsItems, pages, pendingChanges, schema.redirects]) {
    await db().delete(table);
  }
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const titleOf = async (slug: string) =>
  (await getNewsItem(anonymous, slug, 'en').catch(() => null))?.title ?? null;

/** A public text whose changes were to be public a moment ago; the job has not come yet. */
async function writeDue(slug = 'first-text', fields: object = {}) {
  const text = await writeNews(admin, { slug }, { intent: 'publish' });
  const wishes = { intent: 'schedule' as const, publishAt: tomorrow(), baseVersion: 2 };
  await saveText(admin, text, typedNews({ slug, title: 'Second', ...fields }, wishes));
  await db()
    .update(pendingChanges)
    .set({ publishAt: past() })
    .where(eq(pendingChanges.id, text.id));
  return { ...text, baseVersion: 3 };
}

const changesOf = async (id: string) =>
  (await db().select().from(pendingChanges).where(eq(pendingChanges.id, id)))[0];

/** How often it was noted that the clock has published a text. */
const notedAsPublished = (id: string) =>
  db().$count(
    auditEntries,
    and(
      eq(auditEntries.targetId, id),
      eq(auditEntries.action, 'content.publish'),
      eq(auditEntries.result, 'done'),
      isNull(auditEntries.actorId),
    ),
  );

describe('what is changed after the moment of scheduled changes, before the job', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const file = { title: 'Programme', fileName: 'programme.pdf', bytes: pdf };
  const changes: [string, (text: SeenText) => Promise<unknown>][] = [
    ['an earlier version', (text) => restoreVersion(admin, text, 1)],
    ['another cover', (text) => removeCover(admin, text)],
    ['a file', (text) => attachFile(admin, text, file)],
    ['other words', (text) => saveText(admin, text, typedNews({ title: 'Late' }, text))],
  ];

  test.each(changes)(
    'with %s: that waits, they are public and noted once',
    async (_name, change) => {
      const text = await writeDue();
      await change(text);
      expect(await titleOf('first-text')).toBe('Second');
      expect(await getTextForEditing(admin, 'news', text.id)).toMatchObject({
        hasPendingChanges: true,
        changesAt: null,
      });
      await publishDue.run({});
      expect(await titleOf('first-text')).toBe('Second');
      expect(await notedAsPublished(text.id)).toBe(1);
    },
  );

  test('with nothing: the job notes them once as well', async () => {
    const text = await writeDue();
    await publishDue.run({});
    await publishDue.run({});
    expect(await titleOf('first-text')).toBe('Second');
    expect(await notedAsPublished(text.id)).toBe(1);
  });
});

describe('one text that cannot be published', () => {
  /** Stored by something that knew less: nothing that a text can be read from. */
  const makeUnreadable = (id: string) =>
    db().update(pendingChanges).set({ content: {} }).where(eq(pendingChanges.id, id));

  test('keeps none of the others waiting, and the job says that it failed', async () => {
    const bad = await writeDue('bad');
    await makeUnreadable(bad.id);
    await writeDue('good');
    await expect(publishDue.run({})).rejects.toThrow('Some texts could not be published');
    expect(await titleOf('good')).toBe('Second');
    expect(await titleOf('bad')).toBe('First text');
    expect((await changesOf(bad.id))?.publishAt).not.toBeNull();
  });

  test('keeps none of those waiting that appear by the clock', async () => {
    const texts = [];
    for (const slug of ['bad', 'good']) {
      const wishes = { intent: 'schedule' as const, publishAt: tomorrow() };
      texts.push(await writeNews(admin, { slug }, wishes));
    }
    const [bad, good] = texts;
    await db().update(newsItems).set({ publishAt: past() });
    const broken = eq(newsItems.id, bad?.id ?? '');
    await db().execute(sql`update ${newsItems} set body = '{"type": "unknown"}' where ${broken}`);
    await expect(publishDue.run({})).rejects.toThrow('Some texts could not be published');
    const rows = await db().select().from(newsItems).orderBy(newsItems.slug);
    expect(rows.map(({ slug, status }) => [slug, status])).toEqual([
      ['bad', 'scheduled'],
      ['good', 'published'],
    ]);
    expect(await notedAsPublished(good?.id ?? '')).toBe(1);
  });

  test('since another took its address at that very moment waits for someone', async () => {
    const text = await writeDue('own', { slug: 'wanted' });
    const other = await writeNews(admin, { slug: 'other' });
    let running: Promise<void> | undefined;
    await transaction(async (tx) => {
      await tx.update(newsItems).set({ slug: 'wanted' }).where(eq(newsItems.id, other.id));
      running = publishDue.run({});
      const waits = sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`;
      const isWaiting = async () => (await db().execute(waits)).rows.length > 0;
      await expect.poll(isWaiting).toBe(true);
    });
    await running;
    expect(await titleOf('own')).toBe('First text');
    expect(await changesOf(text.id)).toMatchObject({ publishAt: null });
  });
});
