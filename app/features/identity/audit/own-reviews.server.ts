import { type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { schema } from '~/db/db.server';

const { auditEntries, flaggedComments } = schema;

const isAboutReviewOf = (userId: string, more: SQL = sql`true`): SQL =>
  sql`(${auditEntries.targetKind} = 'flagged-comment' and ${auditEntries.targetId} in (
    select ${flaggedComments.id}::text from ${flaggedComments}
    where ${flaggedComments.authorId} = ${userId} and ${more}))`;

/**
 * Leaves out what concerns the reviews of what the actor wrote: an administrator must not learn
 * from the log who flagged it. Belongs into every query of the log for administrators.
 */
export function isNotOwnReview(actor: Actor): SQL | undefined {
  return isSignedIn(actor) ? sql`not ${isAboutReviewOf(actor.id)}` : undefined;
}

/**
 * What a person may be told of the entries about them: not that a suspension is proposed, before a
 * second administrator has confirmed it.
 */
export function isToldTo(userId: string): SQL {
  const proposed = isAboutReviewOf(userId, sql`${flaggedComments.state} = 'suspension-proposed'`);
  return sql`(${auditEntries.actorId} = ${userId} or (${auditEntries.subjectId} = ${userId} and not ${proposed}))`;
}
