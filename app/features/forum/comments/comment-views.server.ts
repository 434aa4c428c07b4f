import { eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { shownName } from '~/db/full-name.server';
import { linkAllCitations } from '~/features/decisions/mentions/mentions.server';
import { htmlOf } from '~/features/writing/rendered-texts/rendered-texts.server';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import { findDecisionsOnHidden } from '~/features/forum/moderation/hidden-comments.server';
import type { Comment } from '~/features/forum/forum-access.server';
import type { ListedComment } from './listed-comments.server';
import { quoteMatches } from './quotations';
import { addressOfComment, type TopicOfReader } from '~/features/forum/topics/topics.server';

const { forumComments, users } = schema;

const other = alias(forumComments, 'other');
const otherAuthor = alias(users, 'other_author');

/** Who wrote something: a member by name, or a former member by the number in the topic. */
export type Author = { name: string | null; pseudonym: number | null };

export type CommentView = {
  id: string;
  position: number;
  author: Author;
  /** Where the picture of the author is, for those who show one. */
  picture: string | null;
  /** ISO 8601. */
  createdAt: string;
  editedAt: string | null;
  state: Comment['state'];
  /** Null when the reader may not see the text. */
  html: CheckedHtml | null;
  /** Where the decision stands by which it is hidden; null while it is being reviewed. */
  hiddenBy: string | null;
  quote: { text: string; author: Author; address: string } | null;
  replyTo: { author: Author; position: number; address: string } | null;
  version: number;
  isOwn: boolean;
  isMentioned: boolean;
  mayChange: boolean;
  maySeeHistory: boolean;
};

/** The comments as the actor sees them. */
export async function viewsOf(
  actor: Actor,
  topic: TopicOfReader,
  comments: readonly ListedComment[],
): Promise<CommentView[]> {
  const hidden = comments
    .filter((comment) => maySeeHidden(actor, topic, comment))
    .map(({ id, authorId }) => ({ id, isOwn: authorId === actor.id }));
  const [others, decisions] = await Promise.all([
    commentsReferredTo(comments),
    findDecisionsOnHidden(actor, hidden),
  ]);
  const around = { others, decisions };
  const views = comments.map((comment) => viewOf(actor, topic, { comment, around }));
  return linkAllCitations(actor, views);
}

/** By their ids. */
type Others = ReadonlyMap<string, { comment: Comment; author: Author }>;

/** The comments that these quote or answer, possibly on other pages. */
async function commentsReferredTo(comments: readonly ListedComment[]): Promise<Others> {
  const ids = new Set(comments.flatMap(({ quote, replyToId }) => [quote?.commentId, replyToId]));
  const wanted = [...ids].filter((id) => typeof id === 'string');
  if (wanted.length === 0) return new Map();
  const rows = await db()
    .select({ comment: other, name: shownName(otherAuthor) })
    .from(other)
    .leftJoin(otherAuthor, eq(otherAuthor.id, other.authorId))
    .where(inArray(other.id, wanted));
  return new Map(
    rows.map(({ comment, name }) => [
      comment.id,
      { comment, author: { name, pseudonym: comment.authorPseudonym } },
    ]),
  );
}

const isBy = (actor: Actor, comment: ListedComment) =>
  actor.id !== null && comment.authorId === actor.id;

/** A comment that others do not see is seen by its author and by administrators. */
const maySeeHidden = (actor: Actor, topic: { mayModerate: boolean }, comment: ListedComment) =>
  comment.state === 'hidden' && (isBy(actor, comment) || topic.mayModerate);

/** What is known of a comment besides itself. */
type Around = { others: Others; decisions: ReadonlyMap<string, string> };

function viewOf(
  actor: Actor,
  topic: { mayReply: boolean; mayModerate: boolean },
  { comment, around: { others, decisions } }: { comment: ListedComment; around: Around },
): CommentView {
  const isOwn = isBy(actor, comment);
  const quoted = comment.quote ? others.get(comment.quote.commentId) : undefined;
  const answered = comment.replyToId ? others.get(comment.replyToId) : undefined;
  // What was quoted goes with what it was quoted from, and with the words themselves.
  const showsQuote =
    comment.quote &&
    quoted?.comment.state === 'visible' &&
    quoteMatches(quoted.comment.words, comment.quote.text);
  const isShown = comment.state === 'visible' || maySeeHidden(actor, topic, comment);
  return {
    id: comment.id,
    position: comment.position,
    author: { name: comment.name, pseudonym: comment.authorPseudonym },
    picture: comment.hasPicture ? `/profile-picture/${comment.authorId}` : null,
    createdAt: comment.createdAt.toISOString(),
    editedAt: (isShown && comment.editedAt?.toISOString()) || null,
    state: comment.state,
    html: isShown ? htmlOf(comment) : null,
    hiddenBy: decisions.get(comment.id) ?? null,
    quote:
      isShown && showsQuote && quoted && comment.quote
        ? {
            text: comment.quote.text,
            author: quoted.author,
            address: addressOfComment(quoted.comment),
          }
        : null,
    replyTo: answered
      ? {
          author: answered.author,
          position: answered.comment.position,
          address: addressOfComment(answered.comment),
        }
      : null,
    version: comment.version,
    isOwn,
    isMentioned: actor.id !== null && isShown && comment.mentions.includes(actor.id),
    mayChange: isOwn && isShown && topic.mayReply,
    maySeeHistory: comment.editedAt !== null && (isOwn || topic.mayModerate),
  };
}
