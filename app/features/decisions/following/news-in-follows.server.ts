import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { courtColumns } from '~/features/decisions/browse/browse.server';
import { isWithin } from '~/features/decisions/browse/filter-conditions.server';
import { isStrictlyFor } from '~/features/decisions/query/find-by-words.server';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import { filterFrom } from './follow-filter';

const { courts, decisionCitations: citations, decisionRecords: records, followNotices } = schema;

/** What is older is new to nobody, whether seen or not; in days. */
const longestNew = 30;

type Follow = Pick<typeof schema.follows.$inferSelect, 'filter' | 'decision' | 'folder' | 'seenAt'>;
/** The database, or a transaction. */
type Connection = Pick<Transaction, 'select'>;

const since = ({ seenAt }: Follow): Date =>
  new Date(Math.max(seenAt.getTime(), Date.now() - longestNew * 86_400_000));

/** A folder that is followed, and since when what comes there is new. */
export type FollowedFolder = { folder: string; since: Date };

/** The followed folders, of which the library knows what is new, and all other follows. */
export function byKind<One extends Follow>(follows: readonly One[]) {
  const folders = follows.flatMap((one): (One & FollowedFolder)[] =>
    one.folder === null ? [] : [{ ...one, folder: one.folder, since: since(one) }],
  );
  return { folders, others: follows.filter(({ folder }) => folder === null) };
}

/** A follow with the condition of a decision that is news of it. */
export type FollowedNews = Follow & { isNews: SQL };

/**
 * Which decisions are news of each follow: those within its filter, with all of its words, or those that
 * cite its decision. Asks the database on a connection of its own, so not within a transaction: many at
 * once would hold all connections and wait for one more.
 */
export const findNewsOf = <One extends Follow>(
  actor: Actor,
  follows: readonly One[],
): Promise<(One & FollowedNews)[]> =>
  Promise.all(follows.map(async (one) => ({ ...one, isNews: await isNewsOf(actor, one) })));

async function isNewsOf(actor: Actor, followed: Follow): Promise<SQL> {
  const filter = followed.filter === null ? null : filterFrom(followed.filter);
  const isOfIt =
    filter === null
      ? sql`exists (select from ${citations}
          where ${citations.citing} = ${records.id} and ${citations.cited} = ${followed.decision})`
      : isWithin(actor, filter, await isStrictlyFor(actor, filter.q));
  return sql`(${gt(records.listedAt, since(followed))} and ${isOfIt})`;
}

type NoticeKind = (typeof followNotices.$inferSelect)['kind'];

/** Whether no e-mail has told the person of it. */
export const isUntoldTo =
  (userId: string, kind: NoticeKind) =>
  (subject: SQLWrapper): SQL =>
    sql`not exists (select from ${followNotices} where ${followNotices.userId} = ${userId}
      and ${followNotices.kind} = ${kind} and ${followNotices.subject} = ${subject})`;

type News = {
  follows: readonly FollowedNews[];
  limit?: number;
  /** Only that of which no e-mail has told this person. */
  untoldTo?: string;
};

/** The decisions that the actor may find and that are new in the follows, last published first. */
export async function readNews(
  connection: Connection,
  actor: Actor,
  { follows, limit, untoldTo }: News,
) {
  if (follows.length === 0) return [];
  const marks = follows.map(({ isNews }, at) => sql`case when ${isNews} then ${at}::integer end`);
  /** The follows of which it is news, by their place. */
  const ofFollows = sql<number[]>`array_remove(array[${sql.join(marks, sql`, `)}], null)`;
  const oldest = new Date(Math.min(...follows.map((followed) => since(followed).getTime())));
  const query = connection
    .select({
      id: records.id,
      identifier: records.identifier,
      visibility: records.visibility,
      names: records.names,
      caseNumbers: records.caseNumbers,
      decidedOn: records.decidedOn,
      court: courtColumns,
      listedAt: sql<Date>`${records.listedAt}`.mapWith(records.listedAt),
      ofFollows,
    })
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .where(
      and(
        gt(records.listedAt, oldest),
        isListedFor(actor),
        untoldTo ? isUntoldTo(untoldTo, 'decision')(records.id) : undefined,
        sql`cardinality(${ofFollows}) > 0`,
      ),
    )
    .orderBy(desc(records.listedAt), desc(records.decidedOn), asc(records.identifier));
  return limit ? query.limit(limit) : query;
}

export type NewDecision = Awaited<ReturnType<typeof readNews>>[number];

/** The followed decisions that were withdrawn: by their identifiers, which their addresses hold. */
export async function readWithdrawals(
  connection: Connection,
  follows: readonly Follow[],
  untoldTo?: string,
) {
  const followed = follows.filter(({ decision }) => decision !== null);
  if (followed.length === 0) return [];
  const isOne = followed.map(
    (one) =>
      sql`(${eq(records.id, sql`${one.decision}`)} and ${gt(records.withdrawnAt, since(one))})`,
  );
  return connection
    .select({
      id: records.id,
      identifier: records.identifier,
      visibility: records.visibility,
      at: sql<Date>`${records.withdrawnAt}`.mapWith(records.withdrawnAt),
    })
    .from(records)
    .where(
      and(
        eq(records.state, 'withdrawn'),
        isNull(records.mergedInto),
        // What was only proposed was never read.
        isNotNull(records.listedAt),
        untoldTo ? isUntoldTo(untoldTo, 'withdrawal')(records.id) : undefined,
        sql`(${sql.join(isOne, sql` or `)})`,
      ),
    )
    .orderBy(desc(records.withdrawnAt));
}
