import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { prepared } from '~/db/prepared.server';
import { AppError } from '~/errors';
import { isUuid } from '~/lib/is-uuid';
import { authorise, can } from '~/permissions';
import {
  asMember,
  getReadableCategory,
  getReadableComment,
  isReadable,
  mayWriteIn,
} from './forum-access.server';
import { pageOf } from './comment-pages';
import { topicsPerPage } from './forum-schemas';

const { drafts, forumCategories, forumComments, forumFollows, forumReadings, forumTopics, users } =
  schema;

const authorName = sql<
  string | null
>`nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), '')`;

/** The categories that the actor may read, in their order, each with its newest topic. */
export async function listCategories(actor: Actor) {
  authorise(actor, 'forum.read');
  const newest = db()
    .select({ id: forumTopics.id, title: forumTopics.title, at: forumTopics.lastActivityAt })
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
function readCursor(text: string | null): Cursor | null {
  const [, at, id] = /^(\d{10,16})-([0-9a-f-]{36})$/.exec(text ?? '') ?? [];
  return at && id ? { at: new Date(Number(at)), id } : null;
}

const writeCursor = ({ at, id }: Cursor) => `${at.getTime()}-${id}`;

/**
 * A page of the topics of a category: pinned ones first on the first page, then the newest
 * activity first. Pages follow each other by the last topic seen, so each costs the same.
 */
export async function listTopics(actor: Actor, slug: string, after: string | null = null) {
  authorise(actor, 'forum.read');
  const category = await getReadableCategory(actor, slug);
  const cursor = readCursor(after);
  const ofCategory = eq(forumTopics.categoryId, category.id);
  const pinned = cursor
    ? []
    : await topicRows(actor, and(ofCategory, eq(forumTopics.pinned, true)), 50);
  const rows = await topicRows(
    actor,
    and(ofCategory, eq(forumTopics.pinned, false), olderThan(cursor)),
    topicsPerPage + 1,
  );
  const { topics, next } = pageOfTopics(rows);
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

/**
 * A page of the topics that have a tag, in all categories that the actor may read, the newest
 * activity first.
 */
export async function listTaggedTopics(actor: Actor, typed: string, after: string | null = null) {
  authorise(actor, 'forum.read');
  const tag = typed
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
    .toLowerCase()
    .slice(0, 40);
  const readable = db()
    .select({ id: forumCategories.id })
    .from(forumCategories)
    .where(isReadable(actor));
  const where = and(
    sql`${forumTopics.tags} @> array[${tag}]::text[]`,
    inArray(forumTopics.categoryId, readable),
    olderThan(readCursor(after)),
  );
  const found = await topicRows(actor, where, topicsPerPage + 1);
  return { tag, ...pageOfTopics(found) };
}

/** The topics of one page, and where the next one begins. */
function pageOfTopics<Row extends { lastActivityAt: Date; id: string }>(found: readonly Row[]) {
  const topics = found.slice(0, topicsPerPage);
  const last = found.length > topicsPerPage ? topics.at(-1) : undefined;
  return { topics, next: last ? writeCursor({ at: last.lastActivityAt, id: last.id }) : null };
}

const olderThan = (cursor: Cursor | null) =>
  cursor
    ? or(
        lt(forumTopics.lastActivityAt, cursor.at),
        and(eq(forumTopics.lastActivityAt, cursor.at), lt(forumTopics.id, cursor.id)),
      )
    : undefined;

function topicRows(actor: Actor, where: ReturnType<typeof and>, limit: number) {
  return db()
    .select({
      id: forumTopics.id,
      title: forumTopics.title,
      tags: forumTopics.tags,
      pinned: forumTopics.pinned,
      isClosed: sql<boolean>`${forumTopics.closedAt} is not null`,
      concernsPendingCase: forumTopics.concernsPendingCase,
      comments: forumTopics.commentCount,
      lastActivityAt: forumTopics.lastActivityAt,
      author: authorName,
      // Only where there is no name: the number that the person has in the topic.
      pseudonym: sql<number | null>`case when ${forumTopics.authorId} is null then (
        select ${forumComments.authorPseudonym} from ${forumComments}
        where ${forumComments.topicId} = ${forumTopics.id} and ${forumComments.position} = 1) end`,
      unread: sql<number>`${forumTopics.commentCount} - coalesce(${forumReadings.position}, 0)`,
    })
    .from(forumTopics)
    .leftJoin(users, eq(users.id, forumTopics.authorId))
    .leftJoin(
      forumReadings,
      and(eq(forumReadings.topicId, forumTopics.id), eq(forumReadings.userId, asMember(actor).id)),
    )
    .where(where)
    .orderBy(desc(forumTopics.lastActivityAt), desc(forumTopics.id))
    .limit(limit);
}

/** A topic that the reader may read, and what there is of the reader's own in it. */
const topicOfReader = prepared((database) =>
  database
    .select({
      topic: forumTopics,
      category: forumCategories,
      readUpTo: forumReadings.position,
      follow: forumFollows.level,
      draft: drafts.id,
    })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
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
 * reply is kept; in one query, because most of what members read are topics.
 * @throws AppError `error.not-found`
 */
export async function getTopic(actor: Actor, id: string) {
  authorise(actor, 'forum.read');
  if (!isUuid(id)) throw new AppError('error.not-found');
  const { id: reader, role } = asMember(actor);
  const [row] = await topicOfReader().execute({ id, reader, role });
  if (!row) throw new AppError('error.not-found');
  const { topic, category } = row;
  const mayModerate = can(actor, 'forum.moderate');
  return {
    id: topic.id,
    title: topic.title,
    tags: topic.tags,
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
