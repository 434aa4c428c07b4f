import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema } from '~/db/db.server';
import { hasShownPicture, shownName } from '~/db/full-name.server';
import { prepared } from '~/db/prepared.server';

const { forumComments, users } = schema;

/** Positions in a topic; both are in it. */
export type Range = { first: number; last: number };

/** Whether the database can be asked for it. */
export const isRange = ({ first, last }: Range) =>
  [first, last].every((position) => Number.isInteger(position) && Math.abs(position) < 2 ** 31);

/**
 * The positions are selected, so that PostgreSQL does not know them while it plans: as it would read
 * fewer rows for a place it knows, it would go on to plan each page anew, which takes five times as
 * long as to read it (PostgreSQL 15, `plan_cache_mode`).
 */
const listed = prepared((database) =>
  database
    .select({
      id: forumComments.id,
      position: forumComments.position,
      authorId: forumComments.authorId,
      authorPseudonym: forumComments.authorPseudonym,
      name: shownName(users, sql.placeholder('hasProfiles')),
      hasPicture: hasShownPicture(users, sql.placeholder('hasPictures')),
      createdAt: forumComments.createdAt,
      editedAt: forumComments.editedAt,
      state: forumComments.state,
      quote: forumComments.quote,
      replyToId: forumComments.replyToId,
      mentions: forumComments.mentions,
      version: forumComments.version,
      body: forumComments.body,
      rendered: forumComments.rendered,
    })
    .from(forumComments)
    .leftJoin(users, eq(users.id, forumComments.authorId))
    .where(
      and(
        eq(forumComments.topicId, sql.placeholder('id')),
        gte(forumComments.position, sql`(select ${sql.placeholder('first')}::int)`),
        lte(forumComments.position, sql`(select ${sql.placeholder('last')}::int)`),
      ),
    )
    .orderBy(asc(forumComments.position))
    .prepare('comments_of_topic'),
);

/** What a page shows of a comment; its words, which are for the search, stay where they are. */
export type ListedComment = Awaited<ReturnType<typeof listComments>>[number];

/** The comments of a topic that the reader may read; whether that is so, the caller has asked. */
export const listComments = (id: string, range: Range) => {
  const { publicProfiles: hasProfiles, gravatar } = config().flags;
  return listed().execute({ id, ...range, hasProfiles, hasPictures: hasProfiles && gravatar });
};
