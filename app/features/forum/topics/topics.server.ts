import { and, asc, desc, eq, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { shownName } from '~/db/full-name.server';
import { prepared } from '~/db/prepared.server';
import { AppError } from '~/policy/errors';
import { isUuid } from '~/lib/is-uuid';
import { authorise, can } from '~/policy/permissions';
import {
  asMember,
  getReadableCategory,
  getReadableComment,
  isReadable,
  mayWriteIn,
  shownTags,
  shownTitle,
} from '~/features/forum/forum-access.server';
import { pageOf } from '~/features/forum/comments/comment-pages';
import {
  isRange,
  listComments,
  type Range,
} from '~/features/forum/comments/listed-comments.server';
import { topicsPerPage } from '~/features/forum/forum-schemas';

const { drafts, forumCategories, forumComments, forumFollows, forumReadings, forumTopics, users } =
  schema;

/** The categories that the actor may read, in their order, each with its newest topic. */
export async function listCategories(actor: Actor) {
  authorise(actor, 'forum.read');
  const newest = db()
    .select({
      id: forumTopics.id,
      title: shownTitle(actor).as('shown_title'),
      at: forumTopics.lastActivityAt,
    })
    .from(forumTopics)
    .where(eq(forumTopics.categoryId, forumCategories.id))
    .orderBy(desc(forumTopics.lastActivityAt))
    .limit(1)
    .as('newest');
  const rows = await db()
    .select({
      category: forumCategories,
      topics: sql<number>`(select count(*)::int from ${forumTopics} where ${forumTopics.categoryId} = ${forumCategories.id})`,
      newest: { id: newest.id, title: newest.title, at: newest.at },
    })
    .from(forumCategories)
    .leftJoinLateral(newest, sql`true`)
    .where(isReadable(actor))
    .orderBy(
      asc(forumCategories.archived),
      asc(forumCategories.position),
      asc(forumCategories.name),
    );
  return rows.map(({ category, topics, newest: last }) => ({
    id: category.id,
    slug: category.slug,
    name: category.name,
    description: category.description,
    archived: category.archived,
    mayWrite: mayWriteIn(actor, category),
    topics,
    newest: last,
  }));
}

type Cursor = { at: Date; id: string };

/** Reads the place where a page of topics ended. */
export function readCursor(text: string | null): Cursor | null {
  const [, at, id] = /^(\d{10,14})-(.{36})$/.exec(text ?? '') ?? [];
  return at && isUuid(id) ? { at: new Date(Number(at)), id } : null;
}

const writeCursor = ({ at, id }: Cursor) => `${at.getTime()}-${id}`;

/**
 * A page of the topics of a category: pinned ones first on the first page, then the newest
 * activity, or the newest topics, first. Pages follow each other by the last topic seen, so each
 * costs the same.
 */
export async function listTopics(
  actor: Actor,
  slug: string,
  { after = null, sort = 'activity' }: { after?: string | null; sort?: TopicSort } = {},
) {
  authorise(actor, 'forum.read');
  const category = await getReadableCategory(actor, slug);
  const cursor = readCursor(after);
  const ofCategory = eq(forumTopics.categoryId, category.id);
  const pinned = cursor
    ? []
    : await topicRows(actor, and(ofCategory, eq(forumTopics.pinned, true)), { limit: 50 });
  const rows = await topicRows(
    actor,
    and(ofCategory, eq(forumTopics.pinned, false), olderThan(cursor, sort)),
    { limit: topicsPerPage + 1, sort },
  );
  const { topics, next } = pageOfTopics(rows, sort);
  return {
    category: {
      id: category.id,
      slug: category.slug,
      name: category.name,
      description: category.description,
      archived: category.archived,
      mayWrite: mayWriteIn(actor, category),
    },
    topics: [...pinned, ...topics],
    next,
    isFirst: cursor === null,
  };
}

const sortColumn = { activity: 'lastActivityAt', opened: 'createdAt' } as const;
export type TopicSort = keyof typeof sortColumn;

type Moments = { lastActivityAt: Date; createdAt: Date; id: string };

/** The topics of one page, and where the next one begins. */
export function pageOfTopics<Row extends Moments>(found: readonly Row[], sort: TopicSort) {
  const topics = found.slice(0, topicsPerPage);
  const last = found.length > topicsPerPage ? topics.at(-1) : undefined;
  return { topics, next: last ? writeCursor({ at: last[sortColumn[sort]], id: last.id }) : null };
}

export function olderThan(cursor: Cursor | null, sort: TopicSort) {
  if (!cursor) return undefined;
  const moment = forumTopics[sortColumn[sort]];
  return or(lt(moment, cursor.at), and(eq(moment, cursor.at), lt(forumTopics.id, cursor.id)));
}

/** Topics of any category; whether the actor may read them is for `where` to say. */
export function topicRows(
  actor: Actor,
  where: ReturnType<typeof and>,
  { limit, sort = 'activity' }: { limit: number; sort?: TopicSort },
) {
  return db()
    .select({
      id: forumTopics.id,
      title: shownTitle(actor),
      tags: shownTags(actor),
      pinned: forumTopics.pinned,
      isClosed: sql<boolean>`${forumTopics.closedAt} is not null`,
      concernsPendingCase: forumTopics.concernsPendingCase,
      comments: forumTopics.commentCount,
      lastActivityAt: forumTopics.lastActivityAt,
      createdAt: forumTopics.createdAt,
      category: { slug: forumCategories.slug, name: forumCategories.name },
      author: shownName(users),
      unread: sql<number>`${forumTopics.commentCount} - coalesce(${forumReadings.position}, 0)`,
    })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .leftJoin(users, eq(users.id, forumTopics.authorId))
    .leftJoin(
      forumReadings,
      and(eq(forumReadings.topicId, forumTopics.id), eq(forumReadings.userId, asMember(actor).id)),
    )
    .where(where)
    .orderBy(desc(forumTopics[sortColumn[sort]]), desc(forumTopics.id))
    .limit(limit);
}

const opening = alias(forumComments, 'opening');

const topicColumns = {
  id: forumTopics.id,
  title: forumTopics.title,
  tags: forumTopics.tags,
  authorId: forumTopics.authorId,
  pinned: forumTopics.pinned,
  closedAt: forumTopics.closedAt,
  closedReason: forumTopics.closedReason,
  concernsPendingCase: forumTopics.concernsPendingCase,
  commentCount: forumTopics.commentCount,
  links: forumTopics.links,
};

const categoryColumns = {
  id: forumCategories.id,
  slug: forumCategories.slug,
  name: forumCategories.name,
  archived: forumCategories.archived,
  writeRoles: forumCategories.writeRoles,
};

/**
 * A topic that the reader may read and what there is of the reader's own in it: in one query,
 * because most of what members read are topics.
 */
const topicOfReader = prepared((database) =>
  database
    .select({
      topic: topicColumns,
      category: categoryColumns,
      readUpTo: forumReadings.position,
      follow: forumFollows.level,
      draft: drafts.id,
      opening: { state: opening.state, authorId: opening.authorId },
    })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .leftJoin(opening, and(eq(opening.topicId, forumTopics.id), eq(opening.position, 1)))
    .leftJoin(
      forumReadings,
      and(
        eq(forumReadings.topicId, forumTopics.id),
        eq(forumReadings.userId, sql.placeholder('reader')),
      ),
    )
    .leftJoin(
      forumFollows,
      and(
        eq(forumFollows.topicId, forumTopics.id),
        eq(forumFollows.userId, sql.placeholder('reader')),
      ),
    )
    .leftJoin(
      drafts,
      and(
        eq(drafts.userId, sql.placeholder('reader')),
        eq(drafts.place, sql`'topic/' || ${forumTopics.id}::text`),
      ),
    )
    .where(
      and(
        eq(forumTopics.id, sql.placeholder('id')),
        sql`${forumCategories.readRoles} @> array[${sql.placeholder('role')}]::text[]`,
      ),
    )
    .prepare('topic_of_reader'),
);

/**
 * A topic with what the actor may do in it, how the actor follows it, and whether a draft of a
 * reply is kept.
 * @throws AppError `error.not-found`
 */
export async function getTopic(actor: Actor, id: string) {
  authorise(actor, 'forum.read');
  if (!isUuid(id)) throw new AppError('error.not-found');
  const { id: reader, role } = asMember(actor);
  const [row] = await topicOfReader().execute({ id, reader, role });
  if (!row) throw new AppError('error.not-found');
  return topicOf(actor, row);
}

/**
 * The same with its comments from one position to another, as they were read.
 * @throws AppError `error.not-found`
 */
export async function getTopicWith(actor: Actor, id: string, range: Range) {
  authorise(actor, 'forum.read');
  if (!isRange(range)) throw new AppError('error.not-found');
  const topic = await getTopic(actor, id);
  return { topic, comments: await listComments(id, range) };
}

export type TopicOfReader = ReturnType<typeof topicOf>;
type TopicRow = Awaited<ReturnType<ReturnType<typeof topicOfReader>['execute']>>[number];

function topicOf(actor: Actor, row: TopicRow) {
  const { id: reader } = asMember(actor);
  const { topic, category } = row;
  const mayModerate = can(actor, 'forum.moderate');
  // As `isTitleShown` says it.
  const isHiddenForReader =
    row.opening?.state === 'hidden' && !mayModerate && row.opening.authorId !== reader;
  const isTitled = !isHiddenForReader && !row.opening?.state.startsWith('removed');
  return {
    id: topic.id,
    title: isTitled ? topic.title : null,
    tags: isTitled ? topic.tags : [],
    pinned: topic.pinned,
    isClosed: topic.closedAt !== null,
    closedReason: topic.closedReason,
    concernsPendingCase: topic.concernsPendingCase,
    comments: topic.commentCount,
    pages: pageOf(topic.commentCount),
    readUpTo: row.readUpTo ?? 0,
    follow: row.follow,
    hasDraft: row.draft !== null,
    links: topic.links,
    mayLink: mayModerate || (topic.authorId === reader && mayWriteIn(actor, category)),
    category: { id: category.id, slug: category.slug, name: category.name },
    mayReply: mayWriteIn(actor, category) && (topic.closedAt === null || mayModerate),
    mayModerate,
  };
}

/**
 * Where a comment stands, for its lasting address. A hidden or removed one keeps its place.
 * @throws AppError `error.not-found`
 */
export async function findPlace(actor: Actor, commentId: string): Promise<string> {
  authorise(actor, 'forum.read');
  const { comment } = await getReadableComment(actor, commentId);
  return addressOfComment(comment);
}

/** The address of a comment on the page of its topic. */
export function addressOfComment(comment: {
  id: string;
  topicId: string;
  position: number;
}): string {
  const page = pageOf(comment.position);
  return `/forum/topic/${comment.topicId}${page > 1 ? `?page=${page}` : ''}#comment-${comment.id}`;
}

/** The address of the first comment that the actor has not read, or of the last one. */
export async function findFirstUnread(actor: Actor, topicId: string): Promise<string> {
  const topic = await getTopic(actor, topicId);
  const position = Math.min(topic.readUpTo + 1, topic.comments);
  const [row] = await db()
    .select({ id: schema.forumComments.id })
    .from(schema.forumComments)
    .where(
      and(eq(schema.forumComments.topicId, topicId), eq(schema.forumComments.position, position)),
    );
  if (!row) throw new AppError('error.not-found');
  return addressOfComment({ id: row.id, topicId, position });
}
