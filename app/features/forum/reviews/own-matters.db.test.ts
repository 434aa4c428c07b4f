import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { listAuditEntriesAbout } from '~/features/identity/audit/audit.server';
import {
  auditFilterSchema,
  exportAuditEntries,
  getAuditEntry,
  listAuditEntries,
  listOwnAuditEntries,
} from '~/features/identity/audit/audit-log.server';
import { getTopicPage } from '~/features/forum/comments/comments.server';
import { moveTopic } from '~/features/forum/topics/topic-administration.server';
import { answerSuspension, appealDecision } from '~/features/forum/reviews/decisions.server';
import { getOutboxMail, listOutbox } from '~/features/operations/mailing/mailing.server';
import { countWaiting } from '~/features/forum/moderation/moderation.server';
import { assignReview, getReviewPage } from '~/features/forum/reviews/review-page.server';
import { listReviews } from '~/features/forum/reviews/review-queue.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { exportedRecords } from '../../../../tests/support/people/own-data';
import {
  decide,
  decideOnAppeal,
  edit,
  flagged,
  makeCategory,
  makeDispute,
  reply,
  versionOf,
} from '../../../../tests/support/texts/forum-setup';

/** What people may learn of the matters that concern themselves. */

async function heldAbout(actor: SignedInActor) {
  const held = await exportedRecords(actor);
  return (name: string) => held.find(({ row }) => row.name === name)?.records ?? [];
}
const actionsOf = async (...[actor]: Parameters<typeof listOwnAuditEntries>) =>
  (await listOwnAuditEntries(actor)).entries.map(({ action }) => action);
const notFound = { code: 'error.not-found' };

describe('a suspension that is proposed', () => {
  test('is in no export and in no list of the author before it is confirmed', async () => {
    const dispute = await makeDispute();
    const { first, second, author } = dispute;
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'suspend' });
    const before = await heldAbout(author);
    for (const name of ['review_decisions', 'flagged_comments']) expect(before(name)).toEqual([]);
    expect(JSON.stringify(before('audit_entries'))).not.toMatch(/review\.|suspen/);
    expect(await actionsOf(author)).not.toContain('review.decide');
    await answerSuspension(second, id, { intent: 'confirm', version: await versionOf(first, id) });
    const after = await heldAbout(author);
    expect(after('review_decisions')).toMatchObject([{ measure: 'suspend' }]);
    expect(after('flagged_comments')).toMatchObject([{ state: 'decided' }]);
    expect(await actionsOf(author)).toContain('review.confirm');
  });

  test('refused, is not told either; the log names nobody else in the export', async () => {
    const dispute = await makeDispute();
    const { first, second, author } = dispute;
    const id = await flagged(dispute);
    await decide(first, id, { measure: 'suspend' });
    await answerSuspension(second, id, { intent: 'refuse', version: await versionOf(first, id) });
    const held = await heldAbout(author);
    expect(held('review_decisions')).toEqual([]);
    const entries = JSON.stringify(held('audit_entries'));
    expect(entries).toContain('review.refuse');
    for (const other of [first, second]) expect(entries).not.toContain(other.id);
    const own = JSON.stringify((await heldAbout(first))('audit_entries'));
    expect(own).toContain(first.id);
    expect(own).not.toContain(author.id);
  });
});

test('an administrator who wrote the flagged comment learns nothing of the review', async () => {
  const dispute = await makeDispute();
  const { first, author, reporter } = dispute;
  const id = await flagged(dispute);
  await db().update(schema.users).set({ role: 'ADMIN' }).where(eq(schema.users.id, author.id));
  const own = { ...author, role: 'ADMIN' as const };
  const version = await versionOf(first, id);
  await expect(getReviewPage(own, id)).rejects.toMatchObject(notFound);
  await expect(assignReview(own, id, { intent: 'take', version })).rejects.toMatchObject(notFound);
  await expect(decide(own, id, { measure: 'keep', version })).rejects.toMatchObject(notFound);
  expect(
    (await listReviews(own, { filter: 'waiting' })).reviews.map((review) => review.id),
  ).not.toContain(id);
  expect(
    (await listReviews(first, { filter: 'waiting' })).reviews.map((review) => review.id),
  ).toContain(id);
  expect((await countWaiting(first)) - (await countWaiting(own))).toBe(1);
  await decide(first, id, { measure: 'remove' });
  const log = async (actor: SignedInActor) =>
    (await listAuditEntries(actor, auditFilterSchema.parse({ target: id }))).entries;
  expect((await log(first)).map(({ action }) => action)).toEqual(['review.decide', 'flag.raise']);
  expect(await log(own)).toEqual([]);
  for (const { seq } of await log(first)) {
    await expect(getAuditEntry(own, seq)).rejects.toMatchObject(notFound);
  }
  expect(await listAuditEntriesAbout(own, author.id)).toEqual([]);
  const { before: _, ...filter } = auditFilterSchema.parse({});
  const table: string[] = [];
  for await (const part of await exportAuditEntries(own, { ...filter, reason: 'A look at it' })) {
    table.push(part);
  }
  expect(table.join('')).not.toContain(id);
  expect(table.join('')).not.toContain(reporter.id);
});

test('nor does DEV who wrote it, from the mails of the review', async () => {
  const dispute = await makeDispute();
  const { first, third, author, reporter } = dispute;
  await db().update(schema.users).set({ role: 'DEV' }).where(eq(schema.users.id, author.id));
  const own = { ...author, role: 'DEV' as const };
  await db().delete(schema.mails);
  await decide(first, await flagged(dispute), { measure: 'hide' });
  const seenBy = async (actor: SignedInActor) =>
    (await listOutbox(actor)).mails.map(({ template, recipient }) => `${template} ${recipient}`);
  const told = `moderation-statement ${author.email}`;
  expect(await seenBy(own)).toEqual([told]);
  const outcome = `moderation-outcome ${reporter.email}`;
  const notices = [first, dispute.second, third].map(({ email }) => `moderation-new-flag ${email}`);
  expect(new Set(await seenBy(third))).toEqual(new Set([...notices, outcome, told]));
  for (const { id, template } of (await listOutbox(third)).mails) {
    const mail = getOutboxMail(own, id);
    if (template === 'moderation-statement') expect(await mail).toMatchObject({ id });
    else await expect(mail).rejects.toMatchObject(notFound);
  }
});

test('the export has words of others as long as they can be read where they stand', async () => {
  const dispute = await makeDispute();
  const { first, author, reporter, topicId, commentId } = dispute;
  const quoting = { quoted: commentId, passage: 'case of Mr Muster' };
  const answer = await reply(reporter, topicId, 'I would not say so.', quoting);
  const id = await flagged(dispute);
  const given = async () => {
    const held = await heldAbout(reporter);
    const [comment] = held('forum_comments').filter((record) => record.id === answer);
    return [comment?.body, comment?.quote, ...held('flags').map(({ snapshot }) => snapshot)];
  };
  const texts = async () => (await given()).map((text) => JSON.stringify(text));
  const word = expect.stringContaining('Muster');
  const own = expect.stringContaining('I would not say so.');
  expect(await texts()).toEqual([own, word, word]);
  // Moved where members do not read, and back.
  const board = await makeCategory(first, { readUSER: false });
  const talk = (await getTopicPage(first, topicId, 1)).topic.category.slug;
  await moveTopic(first, topicId, board.slug);
  expect(await texts()).toEqual([own, 'null', 'null']);
  await moveTopic(first, topicId, talk);
  expect(await texts()).toEqual([own, word, word]);
  await decide(first, id, { measure: 'hide' });
  expect(await texts()).toEqual([own, 'null', 'null']);
  const everything = (await exportedRecords(reporter)).map(({ records }) => records);
  expect(JSON.stringify(everything)).not.toContain('Muster');
  await appealDecision(author, id, 'I named nobody who is not in the judgment.');
  await decideOnAppeal(dispute.second, id, 'reversed');
  expect(await texts()).toEqual([own, word, word]);
  // What the author has taken out since is in no copy either.
  await edit(dispute, 'Some will be surprised.');
  expect(await texts()).toEqual([own, 'null', 'null']);
});

test('the export has of the administrators’ documents what one may read now, and one’s own text', async () => {
  const person = await makeUser(db(), { role: 'ADMIN' });
  const other = await makeUser(db(), { role: 'ADMIN' });
  async function add(title: string, collection: 'adminIntranet' | 'userIntranet', by = person.id) {
    const fields = { title, collection, user: person.id };
    const { id: document } = await makeDocument(db(), fields);
    const { documentPages, documentVersions } = schema;
    await db()
      .update(documentVersions)
      .set({ user: by })
      .where(eq(documentVersions.document, document));
    await db().insert(documentPages).values({ document, page: 1, text: title, search: '' });
  }
  await add('Secret minutes', 'adminIntranet');
  await add('Open minutes', 'userIntranet');
  await add('Replaced minutes', 'userIntranet', other.id);
  const names = ['intranet_resources', 'intranet_document_versions', 'intranet_document_pages'];
  async function numbers(role: 'ADMIN' | 'USER') {
    await db().update(schema.users).set({ role }).where(eq(schema.users.id, person.id));
    const held = await heldAbout(actorOf({ ...person, role }));
    return names.map((name) => held(name).length);
  }
  expect(await numbers('ADMIN')).toEqual([3, 2, 2]);
  expect(await numbers('USER')).toEqual([2, 1, 1]);
});
