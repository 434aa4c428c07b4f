import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { person } from '../../../../tests/support/people/person';
import { whileAnother } from '../../../../tests/support/database/while-another';
import {
  mailsTo,
  makeCategory,
  openTopic,
  reply,
} from '../../../../tests/support/texts/forum-setup';
import { setOwnLists } from '~/features/identity/subscriptions/subscriptions.server';
import { markRead } from '~/features/forum/comments/posting.server';
import { saveFollow } from './following.server';
import { sendDigests } from './send-digests.job.server';

const { forumCategories, forumComments, forumFollows, mails } = schema;

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

describe('digests', () => {
  let author: SignedInActor;
  let reader: SignedInActor;
  let category: string;
  let topicId: string;
  beforeEach(async () => {
    await db().delete(forumFollows);
    [author, reader] = [await person(), await person()];
    ({ slug: category } = await makeCategory(await person('ADMIN')));
    topicId = await openTopic(author, { category });
  });

  const follow = (level: 'daily' | 'weekly') =>
    saveFollow(reader, { intent: 'follow', kind: 'topic', target: topicId, level });
  const digests = async () => (await mailsTo(reader)).length;
  const replyLater = async (hours: number) => {
    const id = await reply(author, topicId, 'What is new.');
    const createdAt = later(hours);
    await db().update(forumComments).set({ createdAt }).where(eq(forumComments.id, id));
  };
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test.each([
    ['weekly', 'daily'],
    ['daily', 'weekly'],
  ] as const)('do not repeat what was told when %s becomes %s', async (before, after) => {
    await follow(before);
    await reply(author, topicId, 'What is new.');
    await sendDigests(before, later(1));
    await follow(after);
    await sendDigests(after, later(24));
    expect(await digests()).toBe(1);
  });

  test('tell after a pause what came in during it', async () => {
    await follow('daily');
    const setStatus = (status: 'paused' | 'active') =>
      db()
        .update(schema.subscriptions)
        .set({ status })
        .where(eq(schema.subscriptions.userId, reader.id));
    await setStatus('paused');
    await reply(author, topicId, 'What is new.');
    await sendDigests('daily', later(24));
    expect(await digests()).toBe(0);
    await setStatus('active');
    await sendDigests('daily', later(48));
    expect(await digests()).toBe(1);
  });

  test('tell nothing of the time in which they were not wanted', async () => {
    await follow('daily');
    await setOwnLists(reader, []);
    await reply(author, topicId, 'While no digest was wanted.');
    await sendDigests('daily', later(1));
    await setOwnLists(reader, ['forum-digest']);
    await replyLater(2);
    await sendDigests('daily', later(24));
    const [mail] = await db().select().from(mails).where(eq(mails.userId, reader.id));
    expect(mail?.text).toMatch(/\b1 new comment\b/);
  });

  test('tell at another rhythm what the one before had not told yet', async () => {
    await saveFollow(reader, {
      intent: 'follow',
      kind: 'topic',
      target: await openTopic(author, { category }),
      level: 'daily',
    });
    await follow('weekly');
    await replyLater(2);
    await sendDigests('daily', later(24));
    expect(await digests()).toBe(0);
    await follow('daily');
    await sendDigests('daily', later(48));
    expect(await digests()).toBe(1);
  });

  test('tell nothing that was read meanwhile', async () => {
    await follow('daily');
    await replyLater(2);
    await markRead(reader, topicId, 2);
    await sendDigests('daily', later(24));
    expect(await digests()).toBe(0);
    await replyLater(30);
    await sendDigests('daily', later(48));
    const [mail] = await db().select().from(mails).where(eq(mails.userId, reader.id));
    expect(mail?.text).toMatch(/\b1 new comment\b/);
  });

  test('say how many topics there are beyond those that they name', async () => {
    const { id, slug } = await makeCategory(await person('ADMIN'));
    await saveFollow(reader, { intent: 'follow', kind: 'category', target: id, level: 'daily' });
    for (let made = 0; made < 52; made += 1) await openTopic(await person(), { category: slug });
    await sendDigests('daily', later(24));
    const [mail] = await db().select().from(mails).where(eq(mails.userId, reader.id));
    expect(mail?.text.match(/\?unread/g)).toHaveLength(50);
    expect(mail?.text).toContain('And 2 more topics in the forum');
  });
});
