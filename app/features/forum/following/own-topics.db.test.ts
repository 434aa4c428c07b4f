import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { markRead } from '~/features/forum/comments/posting.server';
import {
  findFollow,
  saveFollow,
  saveMailSettings,
} from '~/features/forum/following/following.server';
import { notifyOf } from '~/features/forum/following/notify-followers.job.server';
import {
  mailsTo,
  makeCategory,
  openTopic,
  reply,
} from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';

let admin: SignedInActor;
let author: SignedInActor;
let reader: SignedInActor;
let category: { id: string; slug: string };
let topicId: string;

beforeEach(async () => {
  [admin, author, reader] = [await person('ADMIN'), await person(), await person()];
  category = await makeCategory(admin);
  topicId = await openTopic(author, { category: category.slug });
});

const follow = (actor: SignedInActor, level: 'at-once' | 'never') =>
  saveFollow(actor, { intent: 'follow', kind: 'topic', target: topicId, level });

const postAndNotify = async (by: SignedInActor) => notifyOf(await reply(by, topicId, 'Words'));

describe('one’s own topics', () => {
  test('are followed from the first word on, and say so', async () => {
    expect(await findFollow(author, { kind: 'topic', id: topicId })).toBe('at-once');
    await reply(reader, topicId, 'An answer');
    expect(await findFollow(reader, { kind: 'topic', id: topicId })).toBe('at-once');
    await postAndNotify(admin);
    expect(await mailsTo(author)).toEqual(['forum-new-comment']);
    expect(await mailsTo(reader)).toEqual(['forum-new-comment']);
  });

  test('are not followed by those who set it so, nor against a setting of the topic', async () => {
    await saveMailSettings(reader, {
      intent: 'mail-settings',
      wantsQuotes: false,
      wantsMentions: true,
      followsOwnTopics: false,
    });
    await reply(reader, topicId, 'An answer');
    expect(await findFollow(reader, { kind: 'topic', id: topicId })).toBeNull();
    await follow(author, 'never');
    await reply(author, topicId, 'More');
    expect(await findFollow(author, { kind: 'topic', id: topicId })).toBe('never');
  });
});

test('what was chosen before one writes stays: nothing of a category, nothing more of a topic', async () => {
  await reply(reader, topicId, 'An answer');
  await saveFollow(reader, { intent: 'follow', kind: 'topic', target: topicId, level: '' });
  await reply(reader, topicId, 'Another');
  expect(await findFollow(reader, { kind: 'topic', id: topicId })).toBeNull();
  const muted = await person();
  await saveFollow(muted, {
    intent: 'follow',
    kind: 'category',
    target: category.id,
    level: 'never',
  });
  await reply(muted, topicId, 'An answer');
  expect(await findFollow(muted, { kind: 'topic', id: topicId })).toBeNull();
});

describe('an answer', () => {
  test('is mailed to the author of the answered comment and of the quoted one', async () => {
    const [quotedBy, muted] = [await person(), await person()];
    const answered = await reply(reader, topicId, 'First');
    const quoted = await reply(quotedBy, topicId, 'Words to quote');
    const ignored = await reply(muted, topicId, 'Third');
    await db().delete(schema.forumFollows);
    await follow(muted, 'never');
    const fields = { replyTo: answered, quoted, passage: 'Words to quote' };
    await notifyOf(await reply(admin, topicId, 'An answer', fields));
    await notifyOf(await reply(admin, topicId, 'Another', { replyTo: ignored }));
    expect(await mailsTo(reader)).toEqual(['forum-answer']);
    expect(await mailsTo(quotedBy)).toEqual(['forum-answer']);
    expect(await mailsTo(muted)).toEqual([]);
  });
});

test('a topic causes one e-mail until it has been read', async () => {
  await follow(reader, 'at-once');
  const ids = [await reply(author, topicId, 'One'), await reply(author, topicId, 'Two')];
  await Promise.all(ids.map((id) => notifyOf(id)));
  await postAndNotify(author);
  expect(await mailsTo(reader)).toEqual(['forum-new-comment']);
  const other = await openTopic(author, { category: category.slug });
  await saveFollow(reader, { intent: 'follow', kind: 'topic', target: other, level: 'at-once' });
  await notifyOf(await reply(author, other, 'Elsewhere'));
  expect(await mailsTo(reader)).toHaveLength(2);
  await markRead(reader, topicId, 4);
  await postAndNotify(author);
  expect(await mailsTo(reader)).toHaveLength(3);
});
