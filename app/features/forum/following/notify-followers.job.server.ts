import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { shownName } from '~/db/full-name.server';
import { config } from '~/config/config.server';
import { db, schema, type Transaction, transaction, takeTurn } from '~/db/db.server';
import { shownTitle } from '~/features/forum/forum.server';
import { translateIn } from '~/i18n/translations.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { queueMail } from '~/platform/mail/mail.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { forumNoticeEmail, type QuotedComment } from './forum-notice.email';
import { association } from '~/platform/association.server';

const {
  forumCategories,
  forumComments,
  forumFollows,
  forumMailSettings,
  forumNotices,
  forumReadings,
  forumTopics,
  users,
} = schema;

const longestQuote = 600;

async function findSubject(commentId: string) {
  const [subject] = await db()
    .select({
      comment: forumComments,
      topic: { id: forumTopics.id, categoryId: forumTopics.categoryId, title: shownTitle(null) },
      category: forumCategories,
      author: shownName(users),
    })
    .from(forumComments)
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .leftJoin(users, eq(users.id, forumComments.authorId))
    .where(and(eq(forumComments.id, commentId), eq(forumComments.state, 'visible')));
  return subject ?? null;
}
type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

/** Members with immediate notifications; a topic's setting overrides its category's. */
async function findFollowers({ topic }: Subject): Promise<string[]> {
  const rows = await db()
    .select({ userId: forumFollows.userId })
    .from(forumFollows)
    .where(
      and(
        eq(forumFollows.level, 'at-once'),
        sql`(${forumFollows.topicId} = ${topic.id} or (${forumFollows.categoryId} = ${topic.categoryId}
          and not exists (select 1 from forum_follows own
            where own.user_id = ${forumFollows.userId} and own.topic_id = ${topic.id})))`,
      ),
    );
  return rows.map(({ userId }) => userId);
}

/** The authors whom a comment answers or quotes, unless they want to hear nothing of the topic. */
async function findAnswered({ comment, topic }: Subject): Promise<string[]> {
  const answered = [comment.replyToId, comment.quote?.commentId].filter(
    (id) => typeof id === 'string',
  );
  if (answered.length === 0) return [];
  const rows = await db()
    .select({ authorId: forumComments.authorId })
    .from(forumComments)
    .where(
      and(
        inArray(forumComments.id, answered),
        sql`not exists (select from forum_follows own where own.user_id = ${forumComments.authorId}
          and own.topic_id = ${topic.id} and own.level = 'never')`,
      ),
    );
  return rows.flatMap(({ authorId }) => authorId ?? []);
}

/** Those who may read the comment, did not write it, and want notifications. */
async function findRecipients({ comment, category }: Subject, ids: string[]) {
  if (ids.length === 0) return [];
  return db()
    .select({
      id: users.id,
      email: users.email,
      wantsQuotes: sql<boolean>`coalesce(${forumMailSettings.wantsQuotes}, false)`,
      wantsMentions: sql<boolean>`coalesce(${forumMailSettings.wantsMentions}, true)`,
    })
    .from(users)
    .leftJoin(forumMailSettings, eq(forumMailSettings.userId, users.id))
    .where(
      and(
        inArray(users.id, ids),
        inArray(users.role, category.readRoles),
        comment.authorId ? ne(users.id, comment.authorId) : undefined,
        isNull(users.suspendedAt),
      ),
    );
}

type Recipient = Awaited<ReturnType<typeof findRecipients>>[number];

/**
 * Writes to the persons whom a comment mentions, answers or quotes, and to the followers of its
 * topic: to each once for a comment, and once for a topic until they have read it.
 * @param isEdit whether the comment was changed: then only persons newly mentioned are written to
 */
export async function notifyOf(commentId: string, isEdit = false): Promise<void> {
  const subject = await findSubject(commentId);
  if (!subject) return;
  const mentioned = subject.comment.mentions;
  const answered = isEdit ? [] : await findAnswered(subject);
  const followers = isEdit ? [] : await findFollowers(subject);
  const everybody = new Set([...mentioned, ...answered, ...followers]);
  for (const recipient of await findRecipients(subject, [...everybody])) {
    const notice = noticeFor(recipient, { mentioned, answered, followers });
    if (notice) await transaction((tx) => notify(tx, subject, { recipient, notice }));
  }
}

type Notice = 'mention' | 'answer' | 'new-comment';
type Reasons = Record<'mentioned' | 'answered' | 'followers', readonly string[]>;

/** What the e-mail to this person says; null for those who want none. */
function noticeFor(
  { id, wantsMentions }: Recipient,
  { mentioned, answered, followers }: Reasons,
): Notice | null {
  if (wantsMentions && mentioned.includes(id)) return 'mention';
  if (wantsMentions && answered.includes(id)) return 'answer';
  return followers.includes(id) ? 'new-comment' : null;
}

/** Whether the person has had an e-mail about something in the topic that is still unread. */
async function hasUnreadNotice(tx: Transaction, userId: string, topicId: string): Promise<boolean> {
  const position = sql`coalesce((select position from ${forumReadings}
    where user_id = ${userId} and topic_id = ${topicId}), 0)`;
  const unread = await tx
    .select({ commentId: forumNotices.commentId })
    .from(forumNotices)
    .innerJoin(forumComments, eq(forumComments.id, forumNotices.commentId))
    .where(
      and(
        eq(forumNotices.userId, userId),
        eq(forumComments.topicId, topicId),
        eq(forumComments.state, 'visible'),
        gt(forumComments.position, position),
      ),
    )
    .limit(1);
  return unread.length > 0;
}

async function notify(
  tx: Transaction,
  subject: Subject,
  { recipient, notice }: { recipient: Recipient; notice: Notice },
): Promise<void> {
  const { comment, topic } = subject;
  // Two comments at once: the second waits, and finds the notice of the first.
  await takeTurn(tx, `notice ${recipient.id} ${topic.id}`);
  if (await hasUnreadNotice(tx, recipient.id, topic.id)) return;
  if (!(await mayMail(tx, 'forum', recipient.email))) return;
  const isFirst = await tx
    .insert(forumNotices)
    .values({ userId: recipient.id, commentId: comment.id })
    .onConflictDoNothing()
    .returning({ at: forumNotices.at });
  if (isFirst.length === 0) return;
  const { origin } = config().server;
  await queueMail(tx, {
    template: `forum-${notice}`,
    recipient: recipient.email,
    userId: recipient.id,
    ...forumNoticeEmail({
      translate: translateIn(config().languages.default),
      site: association().shortName,
      notice,
      address: `${origin}/forum/comment/${comment.id}`,
      settings: `${origin}/forum/following`,
      quoted: quotedFor(subject, recipient),
    }),
  });
}

function quotedFor(
  { comment, topic, category, author }: Subject,
  recipient: Recipient,
): QuotedComment | null {
  if (!category.mailsMayQuote || !recipient.wantsQuotes) return null;
  const words =
    comment.words.length > longestQuote
      ? `${comment.words.slice(0, longestQuote)}…`
      : comment.words;
  return {
    title: topic.title ?? '',
    author: author ?? '',
    words,
    address: `/forum/comment/${comment.id}`,
  };
}

export const notifyFollowers: Job<{ commentId: string; isEdit?: boolean }> = {
  name: 'forum-notify',
  run: ({ commentId, isEdit }) => notifyOf(commentId, isEdit),
};
