import { and, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { shownTitle } from '~/features/forum/forum.server';
import {
  areMailsHeld,
  listHeaders,
  subscriptionFor,
} from '~/features/identity/subscriptions/subscriptions.server';
import { translateIn } from '~/i18n/translations.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { queueMail } from '~/platform/mail/mail.server';
import { forumDigestEmail } from './forum-notice.email';
import { association } from '~/platform/association.server';

const { forumCategories, forumComments, forumFollows, forumMailSettings } = schema;
const { forumReadings, forumTopics, users } = schema;

type Rhythm = 'daily' | 'weekly';

const maxTopics = 50;

/**
 * A comment bears the moment its transaction began. What is younger than this waits for the next
 * digest, so that one still being written is not passed over.
 */
const settlingSeconds = 60;

/**
 * Sends each member who asked for it one mail about what is new since the last one. Each member's
 * mail and the date up to which it tells are written together, so a repeated run sends nothing twice.
 * @returns the number of mails
 */
export async function sendDigests(rhythm: Rhythm, now = new Date()): Promise<number> {
  const until = new Date(now.getTime() - settlingSeconds * 1000);
  const members = await db()
    .selectDistinct({ id: users.id, email: users.email, role: users.role })
    .from(forumFollows)
    .innerJoin(users, eq(users.id, forumFollows.userId))
    .where(and(eq(forumFollows.level, rhythm), isNull(users.suspendedAt)));
  let sent = 0;
  for (const member of members) {
    if (await transaction((tx) => sendDigest(tx, { ...member, rhythm, until }))) sent += 1;
  }
  return sent;
}

type Recipient = { id: string; email: string; role: string; rhythm: Rhythm; until: Date };

async function sendDigest(tx: Transaction, member: Recipient): Promise<boolean> {
  await tx.insert(forumMailSettings).values({ userId: member.id }).onConflictDoNothing();
  const [settings] = await tx
    .select()
    .from(forumMailSettings)
    .where(eq(forumMailSettings.userId, member.id))
    .for('update');
  const subscription = await subscriptionFor(tx, member, 'forum-digest');
  // Comments of a pause are in the digest after it; those of a time without a subscription are not.
  if (!subscription && (await areMailsHeld(tx, member))) return false;
  const topics = await newInTopics(tx, member);
  await tx
    .update(forumFollows)
    .set({ toldUntil: member.until })
    .where(
      and(
        eq(forumFollows.userId, member.id),
        eq(forumFollows.level, member.rhythm),
        lt(forumFollows.toldUntil, member.until),
      ),
    );
  if (topics.length === 0 || !subscription) return false;
  const { origin } = config().server;
  await queueMail(tx, {
    template: 'forum-digest',
    recipient: member.email,
    userId: member.id,
    headers: listHeaders(subscription, 'forum-digest'),
    ...forumDigestEmail({
      translate: translateIn(config().languages.default),
      site: association().shortName,
      settings: `${origin}/forum/following`,
      forum: `${origin}/forum`,
      more: (topics[0]?.total ?? 0) - topics.length,
      topics: topics.map(({ id, count, title, mailsMayQuote }) => ({
        address: `${origin}/forum/topic/${id}?unread`,
        count,
        title: mailsMayQuote && settings?.wantsQuotes ? title : null,
      })),
    }),
  });
  return true;
}

/**
 * Topics that the member follows at this rhythm, with the number of new comments by others that the
 * member has not read yet, and how many such topics there are in all.
 */
function newInTopics(tx: Transaction, member: Recipient) {
  return tx
    .select({
      id: forumTopics.id,
      title: shownTitle(null),
      mailsMayQuote: forumCategories.mailsMayQuote,
      count: sql<number>`count(distinct ${forumComments.id})::int`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(forumFollows)
    .innerJoin(
      forumTopics,
      or(
        eq(forumTopics.id, forumFollows.topicId),
        and(
          eq(forumTopics.categoryId, forumFollows.categoryId),
          sql`not exists (select 1 from forum_follows own
            where own.user_id = ${member.id} and own.topic_id = ${forumTopics.id})`,
        ),
      ),
    )
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .innerJoin(forumComments, eq(forumComments.topicId, forumTopics.id))
    .leftJoin(
      forumReadings,
      and(eq(forumReadings.topicId, forumTopics.id), eq(forumReadings.userId, member.id)),
    )
    .where(
      and(
        eq(forumFollows.userId, member.id),
        eq(forumFollows.level, member.rhythm),
        sql`${forumComments.position} > coalesce(${forumReadings.position}, 0)`,
        sql`${forumCategories.readRoles} @> array[${member.role}]::text[]`,
        eq(forumComments.state, 'visible'),
        or(sql`${forumComments.authorId} is null`, ne(forumComments.authorId, member.id)),
        gt(forumComments.createdAt, forumFollows.toldUntil),
        lte(forumComments.createdAt, member.until),
      ),
    )
    .groupBy(forumTopics.id, forumTopics.title, forumCategories.mailsMayQuote)
    .orderBy(sql`max(${forumComments.createdAt}) desc`)
    .limit(maxTopics);
}

export const sendDailyDigests: Job<object> = {
  name: 'forum-daily-digests',
  schedule: '0 7 * * *',
  run: async () => {
    await sendDigests('daily');
  },
};

export const sendWeeklyDigests: Job<object> = {
  name: 'forum-weekly-digests',
  schedule: '0 7 * * 1',
  run: async () => {
    await sendDigests('weekly');
  },
};
