import { type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { schema } from '~/db/db.server';

const { auditEntries, flaggedComments } = schema;

const isAboutReviewOf = (userId: string, more: SQL = sql`true`): SQL =>
  sql`(${auditEntries.targetKind} = 'flagged-comment' and ${auditEntries.targetId} in (
    select ${flaggedComments.id}::text from ${flaggedComments}
    where ${flaggedComments.authorId} = ${userId} and ${more}))`;

/**
 * Excludes reviews of the actor's own comments: an administrator must not learn from the log who
 * flagged them. Every query of the log for administrators needs it.
 */
export function isNotOwnReview(actor: Actor): SQL | undefined {
  return isSignedIn(actor) ? sql`not ${isAboutReviewOf(actor.id)}` : undefined;
}

/**
 * The entries about a person that are disclosed to them: not a proposed suspension that a second
 * administrator has yet to confirm.
 */
export function isDisclosedTo(userId: string): SQL {
  const proposed = isAboutReviewOf(userId, sql`${flaggedComments.state} = 'suspension-proposed'`);
  return sql`(${auditEntries.actorId} = ${userId} or (${auditEntries.subjectId} = ${userId} and not ${proposed}))`;
}
