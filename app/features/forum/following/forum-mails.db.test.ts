import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLine, type SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { suspendAccount } from '~/features/identity/accounts/accounts.server';
import { saveFollow, saveMailSettings } from '~/features/forum/following/following.server';
import type { FollowLevel } from '~/features/forum/following/following-schemas';
import { notifyOf } from '~/features/forum/following/notify-followers.job.server';
import { sendDigests } from '~/features/forum/following/send-digests.job.server';
import { getOwnSubscription } from '~/features/identity/subscriptions/subscriptions.server';
import { listMentionable, type MentionPlace } from '~/features/forum/mentions/mentions.server';
import { deleteComment, editComment, markRead } from '~/features/forum/comments/posting.server';
import { paragraphs } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import {
  mailsTo,
  makeCategory,
  openTopic,
  reply,
} from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';
import { queuedJobs } from '../../../../tests/support/mail/outbox';

let admin: SignedInActor;
let author: SignedInActor;
let reader: SignedInActor;
let category: { id: string; slug: string };
let topicId: string;

/** A name that no other test has. */
const lettersOf = (id: string) =>
  `B${id.replaceAll(/\d/g, (digit) => String.fromCodePoint(103 + Number(digit))).replaceAll('-', '')}`;

const secret = 'unmistakable';
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

beforeEach(async () => {
  // Whoever followed in an earlier test is told of nothing any more.
  await db().delete(schema.forumFollows);
  [admin, author, reader] = [await person('ADMIN'), await person(), await person()];
  category = await makeCategory(admin, { mailsMayQuote: true });
  topicId = await openTopic(author, { category: category.slug, title: `A topic, ${secret}` });
});

const follow = (
  actor: SignedInActor,
  level: FollowLevel | '',
  kind: 'topic' | 'category' = 'topic',
) =>
  saveFollow(actor, {
    intent: 'follow',
    kind,
    target: kind === 'topic' ? topicId : category.id,
    level,
  });

/** Posts, and runs the job that the posting has left. @returns the id of the comment */
async function postAndTell(by: SignedInActor, text = `Words, ${secret}`): Promise<string> {
  const id = await reply(by, topicId, text);
  expect(await queuedJobs('forum-notify')).toContainEqual({ commentId: id });
  await notifyOf(id);
  return id;
}

async function textsTo(actor: SignedInActor): Promise<string> {
  const { mails } = schema;
  return JSON.stringify(await db().select().from(mails).where(eq(mails.userId, actor.id)));
}

describe('at once', () => {
  test('followers of the topic or its category are notified of each comment once, its author is not', async () => {
    const ofCategory = await person();
    await follow(reader, 'at-once');
    await follow(ofCategory, 'at-once', 'category');
    await follow(author, 'at-once');
    const id = await postAndTell(author);
    await Promise.all([notifyOf(id), notifyOf(id)]);
    expect(await mailsTo(reader)).toEqual(['forum-new-comment']);
    expect(await mailsTo(ofCategory)).toEqual(['forum-new-comment']);
    expect(await mailsTo(author)).toEqual([]);
  });

  test('the setting of the topic overrides that of its category', async () => {
    await follow(reader, 'at-once', 'category');
    await follow(reader, 'never');
    await postAndTell(author);
    expect(await mailsTo(reader)).toEqual([]);
    await follow(reader, '');
    await postAndTell(author);
    expect(await mailsTo(reader)).toEqual(['forum-new-comment']);
  });

  test('the mail carries nothing that was written, unless category and member allow it', async () => {
    const [closed, open] = [await person(), await person()];
    for (const actor of [reader, closed, open]) await follow(actor, 'at-once');
    await saveMailSettings(open, {
      intent: 'mail-settings',
      wantsQuotes: true,
      wantsMentions: true,
      followsOwnTopics: true,
    });
    await postAndTell(author);
    expect(await textsTo(reader)).not.toContain(secret);
    expect(await textsTo(open)).toContain(`Words, ${secret}`);
    expect(await textsTo(open)).toContain(`${author.firstName} ${author.lastName}`);
    const { subject } = (
      await db().select().from(schema.mails).where(eq(schema.mails.userId, open.id))
    )[0] ?? { subject: secret };
    expect(subject).not.toContain(secret);
    await db()
      .update(schema.forumCategories)
      .set({ mailsMayQuote: false })
      .where(eq(schema.forumCategories.id, category.id));
    await db().delete(schema.mails);
    await markRead(open, topicId, 99);
    await postAndTell(author);
    expect(await mailsTo(open)).toEqual(['forum-new-comment']);
    expect(await textsTo(open)).not.toContain(secret);
  });

  test('a comment removed before the job runs sends no notification', async () => {
    await follow(reader, 'at-once');
    const id = await reply(author, topicId, 'Gone soon');
    await deleteComment(author, id, 1);
    await notifyOf(id);
    expect(await mailsTo(reader)).toEqual([]);
  });
});

describe('mentions', () => {
  const mentionOf = ({ firstName, lastName }: SignedInActor) => `Dear @${firstName} ${lastName}!`;
  let named: SignedInActor;
  beforeEach(async () => {
    named = await person('USER', {
      firstName: 'Nadia',
      lastName: lettersOf(newId()),
    });
  });

  test('notify a mentioned member once, also after a later edit', async () => {
    const id = await postAndTell(author, mentionOf(named));
    await editComment(author, id, {
      intent: 'edit',
      version: 1,
      body: paragraphs(`${mentionOf(named)} Again.`),
    });
    await notifyOf(id, true);
    expect(await mailsTo(named)).toEqual(['forum-mention']);
    expect(await mailsTo(reader)).toEqual([]);
  });

  test('an edit with a new mention notifies that member and no follower', async () => {
    await follow(reader, 'at-once');
    const id = await reply(author, topicId, 'Nobody yet');
    await editComment(author, id, {
      intent: 'edit',
      version: 1,
      body: paragraphs(mentionOf(named)),
    });
    await notifyOf(id, true);
    expect(await mailsTo(named)).toEqual(['forum-mention']);
    expect(await mailsTo(reader)).toEqual([]);
  });

  test('members who switched mentions off are not notified', async () => {
    await saveMailSettings(named, {
      intent: 'mail-settings',
      wantsQuotes: false,
      wantsMentions: false,
      followsOwnTopics: true,
    });
    await postAndTell(author, mentionOf(named));
    expect(await mailsTo(named)).toEqual([]);
  });
});

test('are proposed for a mention: who may read there, and nobody who is suspended', async () => {
  const lastName = lettersOf(newId());
  const names = async (by: SignedInActor, place: MentionPlace) =>
    (await listMentionable(by, lastName, place)).map((name) => name.split(' ')[0]);
  const member = await person('USER', { firstName: 'Member', lastName });
  const board = await person('ADMIN', { firstName: 'Board', lastName });
  const gone = await person('USER', { firstName: 'Gone', lastName });
  await transaction((tx) => suspendAccount(tx, commandLine, { userId: gone.id, at: new Date() }));
  expect(await names(author, { topic: topicId })).toEqual(['Board', 'Member']);
  expect(await names(member, { category: category.slug })).toEqual(['Board']);
  const { slug } = await makeCategory(admin, { readUSER: false });
  const closed = await openTopic(admin, { category: slug });
  for (const place of [{ topic: closed }, { category: slug }]) {
    expect(await names(admin, place)).toEqual(['Board']);
    expect(await names(board, place)).toEqual([]);
    await expect(names(member, place)).rejects.toMatchObject({ code: 'error.not-found' });
  }
});

test('are proposed however the name is typed, and nobody for next to nothing', async () => {
  const lastName = `Březo${lettersOf(newId())}`;
  const name = `Tomáš ${lastName}`;
  await person('USER', { firstName: 'Tomáš', lastName });
  const proposed = (typed: string) => listMentionable(author, typed, { topic: topicId });
  for (const typed of [
    lastName,
    lastName.replace('ř', 'R'),
    `${lastName} tomas`,
    `oma ${lastName}`,
  ])
    expect(await proposed(typed)).toEqual([name]);
  for (const typed of ['', 'o', ' % _ ', '\u0000\u0001\n', '\ud800'])
    expect(await proposed(typed)).toEqual([]);
});

describe('digests', () => {
  const digestsTo = async (actor: SignedInActor) =>
    (await mailsTo(actor)).filter((template) => template === 'forum-digest').length;

  test('go to those who asked for them, at their rhythm, when there is something new', async () => {
    const [weekly, nobody] = [await person(), await person()];
    await follow(reader, 'daily');
    await follow(weekly, 'weekly', 'category');
    await sendDigests('daily', later(0));
    expect(await digestsTo(reader)).toBe(0);
    // Who answers has read what is above.
    for (const by of [reader, author, author]) await postAndTell(by);
    await sendDigests('daily', later(24));
    await sendDigests('daily', later(24));
    await sendDigests('weekly', later(24));
    expect([await digestsTo(reader), await digestsTo(weekly), await digestsTo(nobody)]).toEqual([
      1, 1, 0,
    ]);
    const [toReader, toWeekly] = [await textsTo(reader), await textsTo(weekly)];
    // Not their own comments; nothing that was written.
    expect(toReader).toContain('2 new comments');
    expect(toWeekly).toContain('3 new comments');
    expect(toReader + toWeekly).not.toContain(secret);
    await sendDigests('daily', later(48));
    expect(await digestsTo(reader)).toBe(1);
  });

  test('leave out comments already notified or muted', async () => {
    for (const level of ['at-once', 'never'] as const) {
      await follow(reader, level);
      await postAndTell(author);
      await follow(reader, 'daily');
      await sendDigests('daily', later(24));
      expect(await digestsTo(reader), level).toBe(0);
    }
    const comment = eq(schema.forumComments.id, await postAndTell(author));
    await db()
      .update(schema.forumComments)
      .set({ createdAt: later(25) })
      .where(comment);
    // From one digest to the other, what is new goes on being told.
    await follow(reader, 'weekly');
    await sendDigests('weekly', later(48));
    expect(await digestsTo(reader)).toBe(1);
  });

  test('are among the lists of who chose one, before the first comes', async () => {
    await follow(reader, 'at-once');
    expect((await getOwnSubscription(reader)).lists).toEqual([]);
    await follow(reader, 'weekly', 'category');
    expect((await getOwnSubscription(reader)).lists).toEqual(['forum-digest']);
  });

  test('two runs at the same moment send one', async () => {
    await follow(reader, 'daily');
    await postAndTell(author);
    await Promise.all([1, 2, 3].map(() => sendDigests('daily', later(24))));
    expect(await digestsTo(reader)).toBe(1);
  });

  test('name the topic only where category and member allow it', async () => {
    await follow(reader, 'daily');
    await saveMailSettings(reader, {
      intent: 'mail-settings',
      wantsQuotes: true,
      wantsMentions: true,
      followsOwnTopics: true,
    });
    await postAndTell(author);
    await sendDigests('daily', later(24));
    expect(await textsTo(reader)).toContain(`A topic, ${secret}`);
  });
});

describe('nothing goes to', () => {
  const changes: [string, (actor: SignedInActor) => Promise<unknown>][] = [
    [
      'a suspended member',
      (actor) =>
        transaction((tx) => suspendAccount(tx, commandLine, { userId: actor.id, at: new Date() })),
    ],
    ['a deleted one', (actor) => db().delete(schema.users).where(eq(schema.users.id, actor.id))],
    [
      'one who may no longer read the category',
      () =>
        db()
          .update(schema.forumCategories)
          .set({ readRoles: ['ADMIN', 'DEV'] })
          .where(eq(schema.forumCategories.id, category.id)),
    ],
  ];
  test.each(changes)('%s', async (_name, change) => {
    const daily = await person();
    await follow(reader, 'at-once');
    await follow(daily, 'daily');
    const before = await postAndTell(author);
    expect(before).not.toBe('');
    await change(reader);
    await change(daily);
    await db().delete(schema.mails);
    await postAndTell(admin, `Dear @${reader.firstName} ${reader.lastName}!`);
    await sendDigests('daily', later(24));
    const { mails } = schema;
    const written = await db()
      .select()
      .from(mails)
      .where(inArray(mails.recipient, [reader.email, daily.email]));
    expect(written).toEqual([]);
  });

  test('anybody who follows nothing, and what may not be read cannot be followed', async () => {
    await postAndTell(author);
    await sendDigests('daily', later(24));
    expect(await mailsTo(reader)).toEqual([]);
    await db()
      .update(schema.forumCategories)
      .set({ readRoles: ['ADMIN', 'DEV'] })
      .where(eq(schema.forumCategories.id, category.id));
    await expect(follow(reader, 'at-once')).rejects.toMatchObject({ code: 'error.not-found' });
    await expect(follow(reader, 'daily', 'category')).rejects.toMatchObject({
      code: 'error.not-found',
    });
  });
});
