import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { db, schema, type Transaction, transaction, takeTurn } from '~/db/db.server';
import {
  getOwnSubscription,
  rejoinList,
  subscriptionFor,
} from '~/features/identity/subscriptions/subscriptions.server';
import {
  readDeletedFolders,
  readFolderNews,
  readFollowedFolders,
  requireOpenFolder,
} from '~/features/library/following/following.server';
import type { FollowState } from '~/features/library/following/follow-form';
import { type Actor, isSignedIn, type SignedInActor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { isCalled, isListedFor } from '~/features/decisions/records/visibility.server';
import { filterFrom, filterText } from './follow-filter';
import { type FollowRhythm, mostFollows } from './follow-rhythms';
import { byKind, findNewsOf, readNews, readWithdrawals } from './news-in-follows.server';

const { decisionRecords: records, follows } = schema;

function asMember(actor: Actor): SignedInActor {
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor;
}

/** Decisions that can be followed: those of a filter as search parameters, or one by its identifier. */
export type FollowedDecisions = { filter: string } | { identifier: string };
/** What can be followed; a folder of the library by its id. */
export type FollowSubject = FollowedDecisions | { folder: string };

/** Whether the actor follows a filter or a decision. */
export async function findFollow(actor: Actor, subject: FollowedDecisions): Promise<FollowState> {
  authorise(actor, 'decision.follow');
  const isSubject =
    'filter' in subject
      ? eq(follows.filter, filterText(filterFrom(subject.filter)))
      : sql`${follows.decision} in (select ${records.id} from ${records} where ${isCalled(subject.identifier)})`;
  const [found] = await db()
    .select({ id: follows.id })
    .from(follows)
    .where(and(eq(follows.userId, asMember(actor).id), isSubject));
  return { id: found?.id ?? null };
}

/**
 * Follows something: from now on, by one e-mail a week unless the member has left those e-mails. What is
 * followed already stays as it is.
 * @throws AppError `error.not-found` for a decision or a folder that the actor may not find,
 *   `error.follows.too-many`
 */
export async function follow(actor: Actor, subject: FollowSubject): Promise<void> {
  authorise(actor, 'decision.follow');
  const member = asMember(actor);
  await transaction(async (tx) => {
    // Two at once do not both find room for one more.
    await takeTurn(tx, `follows ${member.id}`);
    const thing = await findThing(tx, actor, subject);
    const own = await tx
      .select({ filter: follows.filter, decision: follows.decision, folder: follows.folder })
      .from(follows)
      .where(eq(follows.userId, member.id));
    const isSame = (one: Thing) =>
      one.filter === thing.filter && one.decision === thing.decision && one.folder === thing.folder;
    if (own.some(isSame)) return;
    if (own.length >= mostFollows) throw new AppError('error.follows.too-many');
    const isMailed = (await subscriptionFor(tx, member, 'following')) !== null;
    await tx
      .insert(follows)
      .values({ ...thing, userId: member.id, rhythm: isMailed ? 'weekly' : 'home' });
  });
}

type Thing = Pick<typeof follows.$inferSelect, 'filter' | 'decision' | 'folder'>;

/** What is followed, as the table names it. */
async function findThing(tx: Transaction, actor: Actor, subject: FollowSubject): Promise<Thing> {
  const none = { filter: null, decision: null, folder: null };
  if ('filter' in subject) return { ...none, filter: filterText(filterFrom(subject.filter)) };
  if ('identifier' in subject)
    return { ...none, decision: await listedId(tx, actor, subject.identifier) };
  await requireOpenFolder(tx, actor, subject.folder);
  return { ...none, folder: subject.folder };
}

async function listedId(tx: Transaction, actor: Actor, identifier: string): Promise<string> {
  const [found] = await tx
    .select({ id: records.id })
    .from(records)
    .where(and(isCalled(identifier), isListedFor(actor)));
  if (!found) throw new AppError('error.not-found');
  return found.id;
}

/**
 * Follows something no longer.
 * @returns what it was
 * @throws AppError `error.not-found`, also for what another member follows
 */
export async function stopFollowing(actor: Actor, id: string): Promise<FollowSubject> {
  authorise(actor, 'decision.follow');
  const [stopped] = await db()
    .delete(follows)
    .where(and(eq(follows.id, id), eq(follows.userId, asMember(actor).id)))
    .returning({ filter: follows.filter, decision: follows.decision, folder: follows.folder });
  if (!stopped) throw new AppError('error.not-found');
  const { filter, decision, folder } = stopped;
  if (filter !== null) return { filter };
  if (folder !== null) return { folder };
  const [record] = await db()
    .select({ identifier: records.identifier })
    .from(records)
    .where(eq(records.id, decision ?? ''));
  return { identifier: record?.identifier ?? '' };
}

/**
 * Sets how often e-mails say what is new in something; who had left them and chooses them here gets
 * them again.
 * @throws AppError `error.not-found`, also for what another member follows
 */
export async function setRhythm(
  actor: Actor,
  { id, rhythm }: { id: string; rhythm: FollowRhythm },
): Promise<void> {
  authorise(actor, 'decision.follow');
  const member = asMember(actor);
  const changed = await db()
    .update(follows)
    .set({ rhythm })
    .where(and(eq(follows.id, id), eq(follows.userId, member.id)))
    .returning({ id: follows.id });
  if (changed.length === 0) throw new AppError('error.not-found');
  if (rhythm === 'home') return;
  await rejoinList(actor, 'following');
  await transaction((tx) => subscriptionFor(tx, member, 'following'));
}

/** All that the actor follows, last begun first, and whether e-mails about it are sent at all. */
export async function listFollows(actor: Actor) {
  authorise(actor, 'decision.follow');
  const [own, subscription] = await Promise.all([
    db()
      .select({
        id: follows.id,
        filter: follows.filter,
        folder: follows.folder,
        rhythm: follows.rhythm,
        identifier: records.identifier,
        names: records.names,
        caseNumbers: records.caseNumbers,
        isListed: sql<boolean>`coalesce(${isListedFor(actor)}, false)`,
      })
      .from(follows)
      .leftJoin(records, eq(records.id, follows.decision))
      .where(eq(follows.userId, asMember(actor).id))
      .orderBy(desc(follows.createdAt), desc(follows.id)),
    getOwnSubscription(actor),
  ]);
  const wantsMails = own.some(({ rhythm }) => rhythm !== 'home');
  const isReceiving = subscription.lists.includes('following');
  const folders = await readFollowedFolders(
    db(),
    actor,
    own.flatMap(({ folder }) => folder ?? []),
  );
  const hasLeft = wantsMails && !isReceiving && subscription.status !== 'bounced';
  return { follows: own, folders, hasLeft };
}

/** So many are read. */
const mostNew = 100;

/**
 * What is new to the actor in what the actor follows, newest first.
 * @returns null when the actor follows nothing
 */
export async function listNewInFollows(actor: Actor) {
  authorise(actor, 'decision.follow');
  const own = await db()
    .select()
    .from(follows)
    .where(eq(follows.userId, asMember(actor).id));
  if (own.length === 0) return null;
  const { folders, others } = byKind(own);
  const [decisions, withdrawals, documents, deletedFolders] = await Promise.all([
    readNews(db(), actor, { follows: await findNewsOf(actor, others), limit: mostNew }),
    readWithdrawals(db(), others),
    readFolderNews(db(), actor, { folders, limit: mostNew }),
    readDeletedFolders(db(), actor, { folders }),
  ]);
  const latest = [
    ...decisions.map(({ listedAt }) => listedAt),
    ...[...withdrawals, ...documents, ...deletedFolders].map(({ at }) => at),
  ];
  const until = latest.reduce<Date | null>((a, b) => (a === null || b > a ? b : a), null);
  const isCut = decisions.length === mostNew || documents.length === mostNew;
  return { decisions, withdrawals, documents, deletedFolders, until, isCut };
}

/** What came until then is no longer new to the actor. */
export async function markSeen(actor: Actor, until: Date): Promise<void> {
  authorise(actor, 'decision.follow');
  await db()
    .update(follows)
    .set({ seenAt: sql`least(${until.toISOString()}::timestamptz, now())` })
    .where(and(eq(follows.userId, asMember(actor).id), lt(follows.seenAt, until)));
}

/** A decision has become part of another: who followed it follows that one. */
export async function moveFollows(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.execute(sql`update follows set decision = ${to} where decision = ${from}
    and not exists (select from follows as other where other.user_id = follows.user_id and other.decision = ${to})`);
  await tx.delete(follows).where(eq(follows.decision, from));
}
