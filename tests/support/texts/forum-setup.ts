import { and, eq, like } from 'drizzle-orm';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { saveCategory } from '~/features/forum/categories/categories.server';
import { postComment } from '~/features/forum/comments/comment-posting.server';
import { getTopicPage } from '~/features/forum/comments/comments.server';
import type { CategoryInput } from '~/features/forum/forum-schemas';
import { createTopic, editComment } from '~/features/forum/comments/posting.server';
import { decideAppeal, decideReview } from '~/features/forum/reviews/decisions.server';
import { flagComment } from '~/features/forum/moderation/moderation.server';
import { getReviewPage } from '~/features/forum/reviews/review-page.server';
import type { Measure } from '~/features/forum/reviews/review-states';
import { newId } from '~/lib/new-id';
import { person } from '../people/person';

/** The forum as its tests need it: categories, topics, flags and decisions. */

/** What the form of a category sends; members read and write it. */
export const categoryFields: CategoryInput = {
  name: 'Case law',
  slug: 'case-law',
  description: '',
  position: 1,
  readUSER: true,
  writeUSER: true,
  archived: false,
  mailsMayQuote: false,
};

/** A category with an address of its own. @returns its id and address */
export async function makeCategory(admin: SignedInActor, fields: Partial<CategoryInput> = {}) {
  const slug = fields.slug ?? `category-${newId()}`;
  return { id: await saveCategory(admin, null, { ...categoryFields, ...fields, slug }), slug };
}

type TopicFields = Partial<Parameters<typeof createTopic>[1]>;

/** Opens a topic. @returns its id */
export function openTopic(by: SignedInActor, fields: TopicFields = {}): Promise<string> {
  return createTopic(by, {
    id: newId(),
    category: 'case-law',
    title: 'Access to internal notes',
    tags: [],
    concernsPendingCase: false,
    body: paragraphs('What do colleagues think of the recent judgment?'),
    ...fields,
  });
}

/** Posts a comment of one paragraph. @returns its id */
export async function reply(
  by: SignedInActor,
  topicId: string,
  text: string,
  fields: Partial<Parameters<typeof postComment>[2]> = {},
): Promise<string> {
  const input = { id: newId(), replyTo: null, quoted: null, body: paragraphs(text), ...fields };
  return (await postComment(by, topicId, { intent: 'reply', ...input })).id;
}

export async function commentsOf(actor: SignedInActor, topicId: string, page = 1) {
  return (await getTopicPage(actor, topicId, page)).comments;
}

/** The templates of the mails that someone has been sent, oldest first. */
export const mailsTo = async (actor: SignedInActor) =>
  (
    await db()
      .select()
      .from(schema.mails)
      .where(eq(schema.mails.userId, actor.id))
      .orderBy(schema.mails.createdAt, schema.mails.id)
  ).map(({ template }) => template);

export const disputedWords = 'The parties in the case of Mr Muster will be surprised.';

/**
 * Three administrators, three members, and a topic in which one of them has written what may be
 * flagged. The administrators of earlier tests are told of nothing any more.
 */
export async function makeDispute() {
  await db().update(schema.users).set({ role: 'USER' });
  // One after the other: each makes an account.
  const [first, second, third] = [
    await person('ADMIN'),
    await person('ADMIN'),
    await person('DEV'),
  ];
  const [author, reporter, reader] = [await person(), await person(), await person()];
  const { slug } = await makeCategory(first, { name: 'Talk' });
  const topicId = await openTopic(reader, { category: slug, title: 'A topic to talk about' });
  const commentId = await reply(author, topicId, disputedWords);
  return { first, second, third, author, reporter, reader, topicId, commentId };
}
export type Dispute = Awaited<ReturnType<typeof makeDispute>>;

export const flagInput = {
  reason: 'confidential' as const,
  explanation: '',
  passage: 'case of Mr Muster',
};

/** Flags the comment of the dispute. @returns the id of its review */
export async function flagged(dispute: Dispute, by = dispute.reporter): Promise<string> {
  await flagComment(by, dispute.commentId, flagInput);
  return reviewOf(dispute.commentId);
}

/** The review of a comment that has been flagged once. */
export async function reviewOf(commentId: string): Promise<string> {
  const [review] = await db()
    .select()
    .from(schema.flaggedComments)
    .where(eq(schema.flaggedComments.commentId, commentId));
  return review?.id ?? '';
}

export const statement = {
  facts: 'The comment names a party of a pending case.',
  rule: 'Rules of the forum, pending cases',
  measureText: 'The comment is removed.',
  appealRoute: 'You may appeal once.',
};

/** The review as an administrator sees it now. */
export const versionOf = async (admin: SignedInActor, id: string) =>
  (await getReviewPage(admin, id)).review.version;

/** Decides a review. @param version as seen by the administrator; by default as it is now */
export async function decide(
  actor: SignedInActor,
  id: string,
  { measure, version }: { measure: Measure; version?: number },
): Promise<void> {
  const seen = version ?? (await versionOf(actor, id));
  await decideReview(actor, id, { intent: 'decide', measure, version: seen, ...statement });
}

export async function decideOnAppeal(
  actor: SignedInActor,
  id: string,
  result: 'upheld' | 'reversed',
): Promise<void> {
  const version = await versionOf(actor, id);
  await decideAppeal(actor, id, { intent: 'decide-appeal', result, version, ...statement });
}

/** The disputed comment as someone sees it in its topic. */
export async function shownTo(actor: SignedInActor, { topicId, commentId }: Dispute) {
  return (await commentsOf(actor, topicId)).find(({ id }) => id === commentId);
}

/** A change of the disputed comment, prepared on what its author sees now. @returns what sends it */
export async function prepareEdit(dispute: Dispute, text: string): Promise<() => Promise<void>> {
  const version = (await shownTo(dispute.author, dispute))?.version ?? 0;
  const input = { intent: 'edit' as const, version, body: paragraphs(text) };
  return () => editComment(dispute.author, dispute.commentId, input);
}

/** Changes the disputed comment, as its author sees it now. */
export async function edit(dispute: Dispute, text: string): Promise<void> {
  const send = await prepareEdit(dispute, text);
  await send();
}

/** What the audit log says of a review: action and actor, oldest first. */
export async function auditOf(id: string) {
  const { auditEntries } = schema;
  const entries = await db()
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetId, id), like(auditEntries.action, 'review.%')))
    .orderBy(auditEntries.seq);
  return entries.map(({ action, actorId }) => [action, actorId]);
}
