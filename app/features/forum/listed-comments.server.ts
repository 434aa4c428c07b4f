import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { type Database, schema } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import type { Comment } from './forum-access.server';

const { forumComments, forumTopics, users } = schema;

/** Positions in a topic; both are in it. */
export type Range = { first: number; last: number };

/** Whether the database can be asked for it. */
export const isRange = ({ first, last }: Range) =>
  [first, last].every((position) => Number.isInteger(position) && Math.abs(position) < 2 ** 31);

/** What a page shows of a comment; its words, which are for the search, stay where they are. */
export type ListedComment = Pick<
  Comment,
  | 'id'
  | 'position'
  | 'authorId'
  | 'authorPseudonym'
  | 'state'
  | 'quote'
  | 'replyToId'
  | 'mentions'
  | 'version'
> & {
  name: string | null;
  /** ISO 8601. */
  createdAt: string;
  editedAt: string | null;
  /** JSON. */
  body: string;
};

/**
 * The comments of the topic that the query around it reads, from `first` to `last`, in two texts:
 * PostgreSQL writes a page of them as such in the time it takes to send them row by row, and what
 * they say is not read before it is shown. A body is one line, as JSON has no others.
 */
export function listedComments(database: Database) {
  const facts = sql`json_build_array(${forumComments.id}, ${forumComments.position},
    ${forumComments.authorId}, ${forumComments.authorPseudonym}, ${fullName(users)},
    ${forumComments.createdAt}, ${forumComments.editedAt}, ${forumComments.state},
    ${forumComments.quote}, ${forumComments.replyToId}, ${forumComments.mentions},
    ${forumComments.version})`;
  const order = sql`order by ${forumComments.position}`;
  return database
    .select({
      facts: sql<string | null>`json_agg(${facts} ${order})::text`.as('facts'),
      bodies: sql<string | null>`string_agg(${forumComments.body}::text, e'\\n' ${order})`.as(
        'bodies',
      ),
    })
    .from(forumComments)
    .leftJoin(users, eq(users.id, forumComments.authorId))
    .where(
      and(
        eq(forumComments.topicId, forumTopics.id),
        gte(forumComments.position, sql.placeholder('first')),
        lte(forumComments.position, sql.placeholder('last')),
      ),
    )
    .as('listed');
}

type Facts = [
  id: string,
  position: number,
  authorId: string | null,
  authorPseudonym: number | null,
  name: string | null,
  createdAt: string,
  editedAt: string | null,
  state: Comment['state'],
  quote: Comment['quote'],
  replyToId: string | null,
  mentions: string[],
  version: number,
];

/** Reads what `listedComments` has given. */
export function readListed(listed: {
  facts: string | null;
  bodies: string | null;
}): ListedComment[] {
  const all: Facts[] = JSON.parse(listed.facts ?? '[]');
  const bodies = listed.bodies?.split('\n') ?? [];
  return all.map((facts, number) => {
    const [id, position, authorId, authorPseudonym, name, createdAt, editedAt, ...more] = facts;
    const [state, quote, replyToId, mentions, version] = more;
    return {
      id,
      position,
      authorId,
      authorPseudonym,
      name,
      createdAt: inUtc(createdAt),
      editedAt: editedAt && inUtc(editedAt),
      state,
      quote,
      replyToId,
      mentions,
      version,
      body: bodies[number] ?? '',
    };
  });
}

/** PostgreSQL writes moments in the zone of the connection. */
const inUtc = (moment: string) => new Date(moment).toISOString();
