import { desc, inArray } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { authorise } from '~/policy/permissions';

const { flaggedComments } = schema;

type Hidden = { id: string; isOwn: boolean };

/**
 * Where the decision stands by which comments are hidden, for those who may see them: for the author
 * the statement of reasons, for administrators the review. What is still being reviewed has none.
 * @returns addresses by the ids of the comments
 */
export async function findDecisionsOnHidden(
  actor: Actor,
  comments: readonly Hidden[],
): Promise<ReadonlyMap<string, string>> {
  authorise(actor, 'forum.read');
  if (comments.length === 0) return new Map();
  const ids = comments.map(({ id }) => id);
  const newest = await db()
    .selectDistinctOn([flaggedComments.commentId], {
      id: flaggedComments.id,
      commentId: flaggedComments.commentId,
      state: flaggedComments.state,
    })
    .from(flaggedComments)
    .where(inArray(flaggedComments.commentId, ids))
    .orderBy(flaggedComments.commentId, desc(flaggedComments.createdAt));
  const own = new Set(comments.filter(({ isOwn }) => isOwn).map(({ id }) => id));
  return new Map(
    newest
      .filter(({ state }) => state === 'decided' || state === 'closed')
      .map(({ id, commentId }) => [
        commentId,
        own.has(commentId) ? `/forum/decision/${id}` : `/flagged-comment/${id}`,
      ]),
  );
}
