import { type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { schema } from '~/db/db.server';

const { accountProposals, auditEntries, flaggedComments } = schema;

const isAboutReviewOf = (userId: string, more: SQL = sql`true`): SQL =>
  sql`(${auditEntries.targetKind} = 'flagged-comment' and ${auditEntries.targetId} in (
    select ${flaggedComments.id}::text from ${flaggedComments}
    where ${flaggedComments.authorId} = ${userId} and ${more}))`;

/** What is proposed about a person, as long as a second administrator has yet to confirm something. */
const isProposedAbout = (userId: string): SQL =>
  sql`(${auditEntries.action} = 'user.propose' and ${auditEntries.subjectId} = ${userId} and exists (
    select from ${accountProposals} where ${accountProposals.userId} = ${userId}))`;

/**
 * Excludes reviews of the actor's own comments and proposals about the actor's own account: an
 * administrator must not learn from the log who flagged them, nor of a suspension before it takes
 * effect. Every query of the log for administrators needs it.
 */
export function isNotOwnReview(actor: Actor): SQL | undefined {
  return isSignedIn(actor)
    ? sql`not (${isAboutReviewOf(actor.id)} or ${isProposedAbout(actor.id)})`
    : undefined;
}

/**
 * The entries about a person that are disclosed to them: nothing that was proposed and that a second
 * administrator has yet to confirm.
 */
export function isDisclosedTo(userId: string): SQL {
  const review = isAboutReviewOf(userId, sql`${flaggedComments.state} = 'suspension-proposed'`);
  const proposed = sql`(${review} or ${isProposedAbout(userId)})`;
  return sql`(${auditEntries.actorId} = ${userId} or (${auditEntries.subjectId} = ${userId} and not ${proposed}))`;
}
