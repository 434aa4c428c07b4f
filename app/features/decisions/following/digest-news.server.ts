import { schema, type Transaction } from '~/db/db.server';
import { readDeletedFolders, readFolderNews } from '~/features/library/following/following.server';
import type { SignedInActor } from '~/policy/actor';
import {
  type FollowedFolder,
  type FollowedNews,
  isUntoldTo,
  readNews,
  readWithdrawals,
} from './news-in-follows.server';

const { followNotices } = schema;

type Followed = { follows: readonly FollowedNews[]; folders: readonly FollowedFolder[] };

/**
 * What is new in what a member follows and what no e-mail has told yet; that this one does is written
 * down in its transaction.
 */
export async function takeUntoldNews(
  tx: Transaction,
  member: SignedInActor,
  { follows, folders }: Followed,
) {
  const { id: userId } = member;
  const isUntold = (kind: NoticeKind) => isUntoldTo(userId, kind);
  const decisions = await readNews(tx, member, { follows, untoldTo: userId });
  const withdrawals = await readWithdrawals(tx, follows, userId);
  const documents = await readFolderNews(tx, member, { folders, isUntold: isUntold('document') });
  const deleted = { folders, isUntold: isUntold('deleted-folder') };
  const deletedFolders = await readDeletedFolders(tx, member, deleted);
  return {
    decisions: await noteFirst(tx, { userId, kind: 'decision' }, decisions),
    withdrawals: await noteFirst(tx, { userId, kind: 'withdrawal' }, withdrawals),
    documents: await noteFirst(tx, { userId, kind: 'document' }, documents),
    deletedFolders: await noteFirst(tx, { userId, kind: 'deleted-folder' }, deletedFolders),
  };
}

type NoticeKind = (typeof followNotices.$inferSelect)['kind'];
/** Of a document, each version is news. */
type Told = { id: string; version?: string };
const subjectOf = ({ id, version }: Told): string => version ?? id;

/** How many notes one statement writes. */
const batchSize = 1_000;

/** Notes what a mail tells a person; what another run has noted meanwhile is left to that one. */
async function noteFirst<News extends Told>(
  tx: Transaction,
  to: { userId: string; kind: NoticeKind },
  news: readonly News[],
): Promise<News[]> {
  const noted = new Set<string>();
  for (let at = 0; at < news.length; at += batchSize) {
    const rows = await tx
      .insert(followNotices)
      .values(news.slice(at, at + batchSize).map((one) => ({ ...to, subject: subjectOf(one) })))
      .onConflictDoNothing()
      .returning({ subject: followNotices.subject });
    for (const { subject } of rows) noted.add(subject);
  }
  return news.filter((one) => noted.has(subjectOf(one)));
}
