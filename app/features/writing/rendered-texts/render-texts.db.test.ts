import { isNotNull, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { config, setConfig } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { makeNewsItem, makePage, makeUser, paragraphs } from '~/db/factories.server';
import { tables } from '~/features/citations/recogniser/tables';
import { getNewsItem } from '~/features/content/news/news.server';
import { findSiteText } from '~/features/content/pages/pages.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { person } from '../../../../tests/support/people/person';
import { reply } from '../../../../tests/support/texts/forum-setup';
import { openOne, strayRows } from '../../../../tests/support/texts/rendered-rows';
import { renderTexts } from './render-texts.job.server';
import { renderingVersion, withHtml } from './rendered-texts.server';

const { forumComments, newsItems, pages } = schema;
let admin: SignedInActor;

beforeAll(async () => {
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});
beforeEach(async () => {
  await renderTexts.run({});
});

describe('another version of the renderer', () => {
  test('has all texts rendered anew by the job, and until then when they are read', async () => {
    const { read, where } = await openOne(admin);
    const [written] = await db().select().from(forumComments).where(where);
    const older = { version: '0-older', lead: '<p>As it was shown</p>', rest: '', seal: 'older' };
    await db().update(forumComments).set({ rendered: older });
    await makeNewsItem(db(), { slug: 'never-rendered', body: paragraphs('Came without') });
    expect(await read()).toBe('<p>As written</p>');
    await renderTexts.run({});
    for (const table of ['forum_comments', 'news_items']) {
      expect(await strayRows(table), table).toEqual([]);
    }
    const [row] = await db().select().from(forumComments).where(where);
    expect(row).toMatchObject({ version: 1, rendered: { lead: '<p>As written</p>' } });
    expect(row?.updatedAt).toEqual(written?.updatedAt);
  });

  test('and another secret of the site, as after a restore elsewhere, does the same', async () => {
    const { read } = await openOne(admin);
    const before = config();
    setConfig({ ...before, secret: before.secret?.toUpperCase() });
    try {
      expect(await read()).toBe('<p>As written</p>');
      expect(await strayRows('forum_comments')).not.toEqual([]);
      await renderTexts.run({});
      expect(await strayRows('forum_comments')).toEqual([]);
    } finally {
      setConfig(before);
    }
  });

  test('is also one with other tables of the recogniser; until the job, texts show what they had', async () => {
    expect(renderingVersion(JSON.stringify({ ...tables, months: {} }))).not.toBe(
      renderingVersion(),
    );
    expect(renderingVersion(JSON.stringify(tables))).toBe(renderingVersion());
    const { read, where } = await openOne(admin, paragraphs('On C-131/12'));
    const shown = await read();
    await db()
      .update(forumComments)
      .set({ rendered: sql`rendered || '{"version": "3-other tables"}'::jsonb` })
      .where(where);
    expect(await read()).toBe(shown);
    expect(await strayRows('forum_comments')).toHaveLength(1);
    await renderTexts.run({});
    expect(await strayRows('forum_comments')).toEqual([]);
  });

  test('is applied by the next run to what a run that was cut short has left', async () => {
    for (let at = 0; at < 60; at += 1)
      await makeNewsItem(db(), { slug: `cut-${at}`, body: paragraphs('Came without') });
    await db().update(newsItems).set({ rendered: null });
    await db().execute(
      `alter table news_items add constraint no_more check (slug <> 'cut-59' or rendered is null)`,
    );
    await expect(renderTexts.run({})).rejects.toThrow(/no_more|Failed query/);
    expect(await db().$count(newsItems, isNotNull(newsItems.rendered))).toBe(50);
    expect(withHtml(await getNewsItem(anonymous, 'cut-59', 'en')).html).toBe('<p>Came without</p>');
    await db().execute('alter table news_items drop constraint no_more');
    await renderTexts.run({});
    expect(await strayRows('news_items')).toEqual([]);
  });

  test('a text that is saved while the job runs keeps what was saved', async () => {
    await makePage(db(), { slug: 'text-events', body: paragraphs('Introduction') });
    await db().update(pages).set({ rendered: null });
    await Promise.all([
      renderTexts.run({}),
      db()
        .update(pages)
        .set({ body: paragraphs('Saved meanwhile') }),
      renderTexts.run({}),
    ]);
    expect((await findSiteText(anonymous, 'text-events', 'en'))?.html).toBe(
      '<p>Saved meanwhile</p>',
    );
  });
});

test('whoever leaves is named in nothing that was rendered', async () => {
  const leaving = await person('USER', { firstName: 'Ottilie', lastName: 'Abschied' });
  const { topicId } = await openOne(admin, paragraphs('As @Ottilie Abschied said'));
  await reply(leaving, topicId, 'My own words');
  await transaction((tx) => anonymiseForumAuthor(tx, leaving.id, { removeComments: true }));
  const { rows } = await db().execute<{ text: string }>(
    sql`select to_jsonb(c)::text as text from forum_comments c where topic_id = ${topicId}`,
  );
  const kept = rows.map(({ text }) => text).join('\n');
  expect(kept).not.toMatch(/Ottilie|Abschied|My own words/);
  expect(kept).toContain('<p>As @Former member said</p>');
  expect(await strayRows('forum_comments')).toEqual([]);
});
