import { and, asc, eq, isNull } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { listCourts } from '~/features/decisions/courts/courts.server';
import { courtForReader } from '~/features/decisions/records/decision-names';
import {
  listHeaders,
  subscriptionFor,
  unsubscribeAddressOf,
} from '~/features/identity/subscriptions/subscriptions.server';
import { translateIn } from '~/i18n/translations.server';
import { association } from '~/platform/association.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { queueMail } from '~/platform/mail/mail.server';
import { commandLine, type SignedInActor } from '~/policy/actor';
import { type DigestWords, groupNews } from './digest-groups.server';
import { takeUntoldNews } from './digest-news.server';
import { followDigestEmail } from './follow-digest.email';
import type { MailRhythm } from './follow-rhythms';
import {
  byKind,
  findNewsOf,
  type FollowedFolder,
  type FollowedNews,
} from './news-in-follows.server';

const { follows, users } = schema;

type Follow = typeof follows.$inferSelect;

/**
 * Sends each member who asked for it one mail about what is new in what the member follows. A mail and
 * the note of what it tells are written together, so a repeated run sends nothing twice.
 * @returns the number of mails
 */
export async function sendFollowDigests(rhythm: MailRhythm): Promise<number> {
  const members = await db()
    .selectDistinct({
      id: users.id,
      role: users.role,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(follows)
    .innerJoin(users, eq(users.id, follows.userId))
    .where(and(eq(follows.rhythm, rhythm), isNull(users.suspendedAt)));
  if (members.length === 0) return 0;
  const language = config().languages.default;
  const courts = new Map(
    (await listCourts(commandLine)).map((court) => [court.code, courtForReader(court, language)]),
  );
  const words = { language, t: translateIn(language), courts };
  let sent = 0;
  for (const member of members) {
    const { folders, others } = byKind(await readFollows(member, rhythm));
    const digest = { follows: await findNewsOf(member, others), folders, rhythm, words };
    if (await transaction((tx) => sendDigest(tx, member, digest))) sent += 1;
  }
  return sent;
}

const readFollows = ({ id }: SignedInActor, rhythm: MailRhythm) =>
  db()
    .select()
    .from(follows)
    .where(and(eq(follows.userId, id), eq(follows.rhythm, rhythm)))
    .orderBy(asc(follows.createdAt), asc(follows.id));

type Digest = {
  follows: readonly (Follow & FollowedNews)[];
  folders: readonly (Follow & FollowedFolder)[];
  rhythm: MailRhythm;
  words: DigestWords;
};

/** @param member read here, so that what is found is what this person may find now */
async function sendDigest(
  tx: Transaction,
  member: SignedInActor,
  { rhythm, words, ...followed }: Digest,
): Promise<boolean> {
  const subscription = await subscriptionFor(tx, member, 'following');
  if (!subscription) return false;
  const news = await takeUntoldNews(tx, member, followed);
  if (Object.values(news).every(({ length }) => length === 0)) return false;
  await queueMail(tx, {
    template: 'follow-digest',
    recipient: member.email,
    userId: member.id,
    headers: listHeaders(subscription, 'following'),
    ...followDigestEmail({
      translate: words.t,
      site: association().shortName,
      rhythm,
      groups: await groupNews(tx, member, { ...followed, ...news, words }),
      withdrawals: news.withdrawals.map(({ visibility, identifier }) =>
        visibility === 'public' ? identifier : null,
      ),
      deletedFolders: news.deletedFolders.length,
      settings: `${config().server.origin}/settings/following`,
      unsubscribe: unsubscribeAddressOf(subscription, 'following'),
    }),
  });
  return true;
}

export const sendDailyFollowDigests: Job<object> = {
  name: 'follows-daily-digests',
  schedule: '10 7 * * *',
  run: async () => {
    await sendFollowDigests('daily');
  },
};

export const sendWeeklyFollowDigests: Job<object> = {
  name: 'follows-weekly-digests',
  schedule: '20 7 * * 1',
  run: async () => {
    await sendFollowDigests('weekly');
  },
};
