import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { saveCategory } from '~/features/forum/categories/categories.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import { editComment } from '~/features/forum/comments/posting.server';
import { flagComment } from '~/features/forum/moderation/moderation.server';
import type { RichText } from '~/rich-text/rich-text';
import { plainText } from '~/rich-text/plain-text';
import { categoryFields, openTopic, reply } from '../../../../tests/support/texts/forum-setup';
import { person } from '../../../../tests/support/people/person';

let author: SignedInActor;
let reader: SignedInActor;

beforeAll(async () => {
  author = await person();
  reader = await person();
  await saveCategory(await person('ADMIN'), null, categoryFields);
});

test('where a former member was mentioned, the name is gone', async () => {
  const leaving = await person('USER', { firstName: 'Zoë-Ann', lastName: 'O’Leaver' });
  const topicId = await openTopic(author);
  const id = await reply(
    author,
    topicId,
    'As @Zoë-Ann O’Leaver and @zoë-ann o’leaver’s court say.',
  );
  await reply(reader, topicId, 'Yes.', { quoted: id, passage: 'As @Zoë-Ann O’Leaver' });
  const other = await reply(reader, topicId, 'Not @Zoë-Ann O’Leavers, nor Zoë-Ann O’Leaver.');
  const version = { intent: 'edit' as const, version: 1 };
  await editComment(author, id, { ...version, body: paragraphs('I ask @Zoë-Ann O’Leaver.') });
  await transaction((tx) => anonymiseForumAuthor(tx, leaving.id, { removeComments: false }));
  const comments = await db()
    .select()
    .from(schema.forumComments)
    .where(eq(schema.forumComments.topicId, topicId));
  const versions = await db()
    .select()
    .from(schema.forumCommentVersions)
    .where(eq(schema.forumCommentVersions.commentId, id));
  const changed = comments.filter((comment) => comment.id !== other);
  const stale = { ...version, version: 2, body: paragraphs('I ask @Zoë-Ann O’Leaver again.') };
  await expect(editComment(author, id, stale)).rejects.toMatchObject({
    code: 'error.changed-meanwhile',
  });
  expect(JSON.stringify([changed, versions])).not.toMatch(/o’leaver/i);
  expect(changed.map(({ words }) => words)).toContain('I ask @Former member.');
  expect(changed.map(({ quote }) => quote?.text)).toContain('As @Former member');
  expect(versions[0]?.body).toEqual(
    paragraphs('As @Former member and @Former member’s court say.'),
  );
  expect(comments.find((comment) => comment.id === other)?.words).toBe(
    'Not @Zoë-Ann O’Leavers, nor Zoë-Ann O’Leaver.',
  );
});

test('nor is it in a mention that is partly in bold, nor in what was flagged of it', async () => {
  const leaving = await person('USER', { firstName: 'Pia', lastName: 'St. Partly' });
  const topicId = await openTopic(author);
  const bold = [{ type: 'bold' as const }];
  const words = (text: string) => ({ type: 'text' as const, text });
  const sentence = [words('I ask @Pia St. '), { ...words('Part'), marks: bold }, words('ly, too.')];
  const item = { type: 'listItem' as const, content: paragraphs('').content };
  item.content = [{ type: 'paragraph', content: sentence }];
  const body: RichText = { type: 'doc', content: [{ type: 'bulletList', content: [item] }] };
  const id = await reply(author, topicId, '', { body });
  const other = await reply(author, topicId, 'But not @Pia Stx Partly.');
  const said = { reason: 'other' as const, explanation: 'It names someone.' };
  await flagComment(reader, id, { ...said, passage: 'ask @Pia St. Partly' });
  const change = { intent: 'edit' as const, version: 1, body: paragraphs('I ask nobody.') };
  await editComment(author, id, change);
  await transaction((tx) => anonymiseForumAuthor(tx, leaving.id, { removeComments: false }));
  const { forumComments, forumCommentVersions, flags } = schema;
  const [flag] = await db().select().from(flags).where(eq(flags.commentId, id));
  const [version] = await db()
    .select()
    .from(forumCommentVersions)
    .where(eq(forumCommentVersions.commentId, id));
  for (const text of [flag?.snapshot, version?.body]) {
    expect(text && plainText(text)).toBe('I ask @Former member, too.');
  }
  expect(flag?.passage).toBe('ask @Former member');
  const [kept] = await db().select().from(forumComments).where(eq(forumComments.id, other));
  expect(kept?.words).toBe('But not @Pia Stx Partly.');
});

test('a name that another member bears too stays', async () => {
  const names = { firstName: 'Twice', lastName: 'Named' };
  const [leaving] = [await person('USER', names), await person('USER', names)];
  const topicId = await openTopic(author);
  await reply(author, topicId, 'Dear @Twice Named');
  await transaction((tx) => anonymiseForumAuthor(tx, leaving.id, { removeComments: false }));
  const found = await db()
    .select()
    .from(schema.forumComments)
    .where(eq(schema.forumComments.topicId, topicId));
  expect(found.map(({ words }) => words)).toContain('Dear @Twice Named');
});

test.each([
  ['Anna', "van 't Hof"],
  ['Γιώργος', 'Παππάς'],
  ['Eva (Evi)', 'Exemple* $&'],
])('whatever signs a name has, it goes: %s %s', async (firstName, lastName) => {
  const leaving = await person('USER', { firstName, lastName });
  const topicId = await openTopic(author);
  const name = `${firstName} ${lastName}`;
  const id = await reply(author, topicId, `I ask @${name} and @${name.toUpperCase()}.`);
  await transaction((tx) => anonymiseForumAuthor(tx, leaving.id, { removeComments: false }));
  const { forumComments } = schema;
  const [comment] = await db().select().from(forumComments).where(eq(forumComments.id, id));
  expect(comment?.words).toBe('I ask @Former member and @Former member.');
});
