import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeNewsItem, makeUser } from '~/db/factories.server';
import { editingSchema } from '~/features/content/editor/editing-schemas';
import { setCover } from '~/features/content/files/pictures.server';
import { listHeadlines } from '~/features/content/news/news.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { compareVersions, restoreVersion } from '~/features/content/versions/versions.server';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { coverFocuses } from '~/rich-text/pictures';
import { actorOf } from '../../../../tests/support/people/actors';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { withCovers } from './covers.server';

let admin: SignedInActor;
beforeEach(async () => {
  await db().delete(schema.newsItems);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const photograph = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#335588' } })
    .jpeg()
    .toBuffer();

const alt = { coverAlt: 'A court room' };

test('lists show the part of a cover that was chosen and published', async () => {
  const text = await writeNews(admin);
  await setCover(admin, { ...text, baseVersion: 2 }, await photograph());
  const publish = { intent: 'publish' as const, baseVersion: 3 };
  await saveText(admin, text, typedNews({ ...alt, coverFocus: 'top' }, publish));
  const shown = async () => withCovers(anonymous, await listHeadlines(anonymous, {}));
  expect(await shown()).toMatchObject([{ cover: { focus: 'top' } }]);
  // What is saved of a public text waits until it is published.
  await saveText(admin, text, typedNews({ ...alt, coverFocus: 'left' }, { baseVersion: 4 }));
  expect(await shown()).toMatchObject([{ cover: { focus: 'top' } }]);
  await saveText(
    admin,
    text,
    typedNews({ ...alt, coverFocus: 'left' }, { ...publish, baseVersion: 5 }),
  );
  expect(await shown()).toMatchObject([{ cover: { focus: 'left' } }]);
});

test('versions keep and compare it, and another picture begins with its middle', async () => {
  const text = await writeNews(admin);
  await setCover(admin, { ...text, baseVersion: 2 }, await photograph());
  await saveText(admin, text, typedNews({ ...alt, coverFocus: 'top' }, { baseVersion: 3 }));
  await saveText(admin, text, typedNews({ ...alt, coverFocus: 'left' }, { baseVersion: 4 }));
  const between = await compareVersions(admin, text, { from: 4, to: 5 });
  expect(between.map(({ field }) => field)).toEqual(['coverFocus']);
  const focusNow = async () => (await getTextForEditing(admin, 'news', text.id)).content.fields;
  await setCover(admin, { ...text, baseVersion: 5 }, await photograph());
  expect(await focusNow()).toMatchObject({ coverFocus: 'centre' });
  await restoreVersion(admin, { ...text, baseVersion: 6 }, 4);
  expect(await focusNow()).toMatchObject({ coverFocus: 'top' });
});

test('the database takes each of the nine', async () => {
  for (const coverFocus of coverFocuses) await makeNewsItem(db(), { coverFocus });
  expect(await db().$count(schema.newsItems)).toBe(9);
});

test.each(['middle', 'top left', '50% 0%', 'centre" onload="x', ''])(
  'neither the form nor the database takes another part: "%s"',
  async (coverFocus) => {
    const texts = { title: 'A', slug: 'a', teaser: '', authorName: '', body: 'A' };
    const about = { category: 'eu', relatedEvent: '', relatedArticle: '' };
    const cover = { coverAlt: '', coverCredit: '', coverFocus };
    const sent = { ...texts, ...about, ...cover, baseVersion: '1', versionName: '' };
    const read = (fields: object) => editingSchema('news').safeParse({ ...sent, ...fields });
    expect(read({ coverFocus: 'bottom-right' })).toMatchObject({
      data: { content: { fields: { coverFocus: 'bottom-right' } } },
    });
    expect(read({ coverFocus: undefined })).toMatchObject({
      data: { content: { fields: { coverFocus: 'centre' } } },
    });
    expect(read({}).error?.issues).toMatchObject([
      { path: ['coverFocus'], message: 'form.choose' },
    ]);
    await makeNewsItem(db());
    await expect(
      db().execute(sql`update news_items set cover_focus = ${coverFocus}`),
    ).rejects.toMatchObject({ cause: { constraint: 'news_items_cover_focus' } });
  },
);
