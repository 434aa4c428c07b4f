import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { type Database, schema } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { RecentMemory } from '~/lib/recent-memory';
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
 * The comments from `first` to `last` of the topic that the query around it reads. The positions
 * are selected, so that PostgreSQL does not know them while it plans: as it would read fewer rows
 * for a place it knows, it would go on to plan each page anew, which takes five times as long as
 * to read it (PostgreSQL 15, `plan_cache_mode`).
 */
const inRange = () =>
  and(
    eq(forumComments.topicId, forumTopics.id),
    gte(forumComments.position, sql`(select ${sql.placeholder('first')}::int)`),
    lte(forumComments.position, sql`(select ${sql.placeholder('last')}::int)`),
  );

const inOrder = sql`order by ${forumComments.position}`;

/**
 * One name for all that these comments say: another when any row was written again (`xmin` is the
 * transaction that wrote it) or an author has another name.
 */
export function stateOfComments(database: Database) {
  const each = sql`concat_ws(' ', ${forumComments.id}, ${forumComments}.xmin, ${fullName(users)})`;
  return database
    .select({
      name: sql<string | null>`encode(sha256(convert_to(
        string_agg(${each}, e'\\n' ${inOrder}), 'UTF8')), 'base64')`.as('state_name'),
    })
    .from(forumComments)
    .leftJoin(users, eq(users.id, forumComments.authorId))
    .where(inRange())
    .as('state_of_comments');
}

/**
 * The comments in two texts, unless the asking side knows them in this state (`known`): PostgreSQL
 * writes a page of them as such in the time it takes to send them row by row, and what they say is
 * not read before it is shown. A body is one line, as JSON has no others.
 */
export function listedComments(database: Database, state: ReturnType<typeof stateOfComments>) {
  const facts = sql`json_build_array(${forumComments.id}, ${forumComments.position},
    ${forumComments.authorId}, ${forumComments.authorPseudonym}, ${fullName(users)},
    ${forumComments.createdAt}, ${forumComments.editedAt}, ${forumComments.state},
    ${forumComments.quote}, ${forumComments.replyToId}, ${forumComments.mentions},
    ${forumComments.version})`;
  return database
    .select({
      facts: sql<string | null>`json_agg(${facts} ${inOrder})::text`.as('facts'),
      bodies: sql<string | null>`string_agg(${forumComments.body}::text, e'\\n' ${inOrder})`.as(
        'bodies',
      ),
    })
    .from(forumComments)
    .leftJoin(users, eq(users.id, forumComments.authorId))
    .where(and(inRange(), sql`${state.name} is distinct from ${sql.placeholder('known')}`))
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

/** What the query gives: no texts when it was told the very state. */
type Listed = { state: string | null; facts: string | null; bodies: string | null };

/** A page of comments in a state, as it was read, whoever reads it; `length` in characters. */
type KnownPage = { state: string; comments: readonly ListedComment[]; length: number };

/**
 * Pages of comments that were shown lately, by topic and place. The query says each time in which
 * state they are, and whether the reader may read them, so that there is nothing to forget.
 */
const pages = new RecentMemory<KnownPage>(2_000_000);

const placeOf = (id: string, { first, last }: Range) => `${id} ${first} ${last}`;

/** These comments as they are known here; its state is told to the query. */
export const knownPage = (id: string, range: Range) => pages.find(placeOf(id, range));

/**
 * The comments that the query has given or, by giving none, has said to be as they are known.
 * @param known what the query was told: by now, another page may be kept
 */
export function commentsIn(
  id: string,
  range: Range,
  { known, listed }: { known: KnownPage | undefined; listed: Listed },
): readonly ListedComment[] {
  const { state, facts, bodies } = listed;
  if (state === null) return [];
  if (known?.state === state) return known.comments;
  const length = (facts?.length ?? 0) + (bodies?.length ?? 0);
  return pages.keep(placeOf(id, range), { state, comments: readListed(listed), length }).comments;
}

function readListed(listed: Listed): ListedComment[] {
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
