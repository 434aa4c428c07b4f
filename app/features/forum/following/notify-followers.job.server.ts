import { and, eq, inArray, ne, sql, isNull } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { shownTitle } from '~/features/forum/forum.server';
import { translateIn } from '~/i18n/translations.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { queueMail } from '~/platform/mail/mail.server';
import { forumNoticeEmail, type QuotedComment } from './forum-notice.email';

const {
  forumCategories,
  forumComments,
  forumFollows,
  forumMailSettings,
  forumNotices,
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
      author: users,
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

/** Tells followers of a new comment and mentioned persons of their mention; each once. */
export async function notifyOf(commentId: string, isEdit = false): Promise<void> {
  const subject = await findSubject(commentId);
  if (!subject) return;
  const mentioned = subject.comment.mentions;
  const followers = isEdit ? [] : await findFollowers(subject);
  const recipients = await findRecipients(subject, [...new Set([...mentioned, ...followers])]);
  for (const recipient of recipients) {
    const isMention = mentioned.includes(recipient.id) && recipient.wantsMentions;
    if (!isMention && !followers.includes(recipient.id)) continue;
    await transaction((tx) => tell(tx, subject, { recipient, isMention }));
  }
}

async function tell(
  tx: Transaction,
  subject: Subject,
  { recipient, isMention }: { recipient: Recipient; isMention: boolean },
): Promise<void> {
  const { comment } = subject;
  const isFirst = await tx
    .insert(forumNotices)
    .values({ userId: recipient.id, commentId: comment.id })
    .onConflictDoNothing()
    .returning({ at: forumNotices.at });
  if (isFirst.length === 0) return;
  const { origin } = config().server;
  const notice = isMention ? 'mention' : 'new-comment';
  await queueMail(tx, {
    template: `forum-${notice}`,
    recipient: recipient.email,
    userId: recipient.id,
    ...forumNoticeEmail({
      translate: translateIn(config().languages.default),
      site: config().association.shortName,
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
    author: author ? `${author.firstName} ${author.lastName}` : '',
    words,
    address: `/forum/comment/${comment.id}`,
  };
}

export const notifyFollowers: Job<{ commentId: string; isEdit?: boolean }> = {
  name: 'forum-notify',
  run: ({ commentId, isEdit }) => notifyOf(commentId, isEdit),
};
