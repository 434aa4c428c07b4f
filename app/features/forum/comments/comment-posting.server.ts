import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  appendAuditInTurn,
  type AuditTurn,
  auditTurn,
} from '~/features/identity/audit/audit.server';
import { clearDraft, draftRemoval } from '~/features/writing/drafts/drafts.server';
import { renderText } from '~/features/writing/rendered-texts/rendered-texts.server';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import type { RichText } from '~/rich-text/rich-text';
import { plainText } from '~/rich-text/plain-text';
import { authorise, can } from '~/policy/permissions';
import { enqueueQuietly, jobTopic } from '~/platform/jobs/job-queue.server';
import { notifyCall } from '~/platform/live.server';
import {
  asMember,
  type Comment,
  consumeRateLimit,
  isReadable,
  mayWriteIn,
  topicStream,
} from '~/features/forum/forum-access.server';
import type { NewCommentInput } from '~/features/forum/forum-schemas';
import { mentionedIn } from '~/features/forum/mentions/mentions.server';
import { quotationOf } from './quotations';

const { forumCategories, forumComments, forumTopics } = schema;

/** Name of the job that notifies followers and mentioned members. */
export const notifyJob = 'forum-notify';

/** The position of a posted comment. */
export type PostedComment = { id: string; topicId: string; position: number };

/**
 * Adds a comment to a topic. The same form sent twice makes one comment.
 * @throws AppError `error.not-found`, `error.forum.closed`, `error.auth/too-many-requests`
 */
export async function postComment(
  actor: Actor,
  topicId: string,
  input: NewCommentInput,
): Promise<PostedComment> {
  authorise(actor, 'forum.write');
  const author = asMember(actor);
  await consumeRateLimit(actor, 'forum-comment');
  return transaction(async (tx) => {
    const target = await lockReplyTarget(tx, actor, { topicId, input });
    if (!mayWriteIn(actor, target.category)) throw new AppError('error.not-found');
    if (target.isPresent) return ownComment(tx, author.id, { topicId, id: input.id });
    if (target.topic.closedAt && !can(actor, 'forum.moderate'))
      throw new AppError('error.forum.closed');
    const inserted = await insertComment(tx, actor, {
      id: input.id,
      topicId,
      body: input.body,
      quote: target.quote,
      replyToId: target.replyToId,
      mentions: target.mentions,
    });
    // Sent twice at once: the other one was first.
    if (inserted === null) return ownComment(tx, author.id, { topicId, id: input.id });
    const posted = { kind: 'comment', id: input.id };
    const event = { action: 'comment.create', target: posted } as const;
    await appendAuditInTurn(tx, actor, { event, newest: inserted.newest });
    return { id: input.id, topicId, position: inserted.position };
  });
}

type Answering = { topicId: string; input: NewCommentInput };

/**
 * Locks the topic, so that positions have no gaps, and reads in the same statement all that decides
 * about the comment. A topic that was moved while this waited for the lock is not found together
 * with its category: then it is looked at again.
 */
async function lockReplyTarget(tx: Transaction, actor: Actor, { topicId, input }: Answering) {
  if (!isUuid(topicId)) throw new AppError('error.not-found');
  const ofTopic = (id: string | null | undefined, what: SQL) =>
    id
      ? sql`(select ${what} from forum_comments source where source.id = ${id}
          and source.topic_id = ${topicId})`
      : sql`null`;
  const words = sql`case when source.state = 'visible' then source.words end`;
  const query = tx
    .select({
      topic: forumTopics,
      category: forumCategories,
      isPresent: sql<boolean>`exists (select from forum_comments source where source.id = ${input.id})`,
      quotedWords: sql<string | null>`${ofTopic(input.quoted, words)}`,
      replyToId: sql<string | null>`${ofTopic(input.replyTo, sql`source.id`)}`,
      mentions: mentionedIn(plainText(input.body)),
    })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(and(eq(forumTopics.id, topicId), isReadable(actor)))
    .for('update', { of: forumTopics });
  const row = (await query)[0] ?? (await query)[0];
  if (!row) throw new AppError('error.not-found');
  // A quotation is kept only when the quoted comment, visible and in this topic, says these words.
  const quote =
    input.quoted && row.quotedWords !== null
      ? { commentId: input.quoted, text: quotationOf(row.quotedWords, input.passage ?? '') }
      : null;
  const replyToId = input.replyTo ? row.replyToId : (quote?.commentId ?? null);
  return { ...row, quote, replyToId };
}

/** The actor's comment that the same form has already created. */
async function ownComment(
  tx: Transaction,
  authorId: string,
  { topicId, id }: { topicId: string; id: string },
): Promise<PostedComment> {
  const [present] = await tx
    .select({ authorId: forumComments.authorId, position: forumComments.position })
    .from(forumComments)
    .where(and(eq(forumComments.id, id), eq(forumComments.topicId, topicId)));
  if (present?.authorId !== authorId) throw new AppError('error.invalid-input');
  await clearDraft(tx, authorId, `topic/${topicId}`);
  return { id, topicId, position: present.position };
}

type NewRow = {
  id: string;
  topicId: string;
  body: RichText;
  mentions: readonly string[];
} & Partial<Pick<Comment, 'quote' | 'replyToId'>>;

/**
 * Adds a comment with what follows from it: its place, how far its author has read, that its author
 * follows the topic (with the first comment there, unless the settings or the category's say otherwise,
 * or the topic has a setting already), the draft that it was, and the turn for the audit log, in one
 * statement.
 * @returns its position, and the newest entry of the audit log for `appendAuditInTurn`; null when there
 *   is a comment with this id
 */
export async function insertComment(
  tx: Transaction,
  actor: Actor,
  row: NewRow,
): Promise<{ position: number; newest: AuditTurn } | null> {
  const author = asMember(actor);
  const { id, topicId, body, mentions, quote = null, replyToId = null } = row;
  const now = sql`${new Date().toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ position: number; newest: AuditTurn }>(sql`
    with topic as (
      update forum_topics set comment_count = comment_count + 1, last_activity_at = ${now}
      where id = ${topicId} and not exists (select from forum_comments where id = ${id})
      returning comment_count as position
    ), comment as (
      insert into forum_comments (id, topic_id, position, created_at, created_by, author_id, body,
        rendered, words, quote, reply_to_id, mentions)
      select ${id}::uuid, ${topicId}::uuid, position, ${now}, ${author.id}::uuid, ${author.id}::uuid,
        ${JSON.stringify(body)}::jsonb, ${JSON.stringify(renderText(body))}::jsonb,
        ${plainText(body)}, ${quote && JSON.stringify(quote)}::jsonb,
        ${replyToId}::uuid, ${sql.param(mentions)}::uuid[]
      from topic returning position
    ), reading as (
      insert into forum_readings as known (user_id, topic_id, position)
      select ${author.id}::uuid, ${topicId}::uuid, position from comment
      on conflict (user_id, topic_id)
        do update set position = greatest(known.position, excluded.position)
    ), follow as (
      insert into forum_follows (id, user_id, topic_id, level)
      select ${newId()}::uuid, ${author.id}::uuid, ${topicId}::uuid, 'at-once' from comment
      where coalesce((select follows_own_topics from forum_mail_settings
        where user_id = ${author.id}::uuid), true)
        and not exists (select from forum_comments
          where topic_id = ${topicId}::uuid and author_id = ${author.id}::uuid)
        and not exists (select from forum_follows f
          join forum_topics t on t.category_id = f.category_id
          where t.id = ${topicId}::uuid and f.user_id = ${author.id}::uuid and f.level = 'never')
      on conflict (user_id, topic_id) where topic_id is not null do nothing
    ), draft as (${draftRemoval(author.id, `topic/${topicId}`)})
    select position, ${notifyCall(topicStream(topicId))}, ${notifyCall(jobTopic(notifyJob))},
      ${auditTurn} as newest from comment`);
  const inserted = rows[0] ?? null;
  if (inserted) await enqueueQuietly(tx, { name: notifyJob, data: { commentId: id } });
  return inserted;
}
