import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { isCategoryReadableBy, shownTitle, titleWhereRead } from '~/features/forum/forum.server';
import { authorise, can } from '~/policy/permissions';
import { isNotAuthor } from '~/features/forum/reviews/reviews.server';

const { flaggedComments, forumCategories, forumComments, forumTopics } = schema;

type Wanted = Record<'flags' | 'reviews' | 'appeals', string[]>;

/**
 * Of the comments, reviews and decisions about which the actor was writing those that are still
 * there for the actor, with the title of the topic. For the list of drafts.
 */
export async function findModerationPlaces(actor: Actor, { flags, reviews, appeals }: Wanted) {
  authorise(actor, 'draft.save-own');
  const flagged = await db()
    .select({ id: forumComments.id, name: shownTitle(actor) })
    .from(forumComments)
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(
      and(
        inArray(forumComments.id, flags),
        eq(forumComments.state, 'visible'),
        isCategoryReadableBy(actor),
      ),
    );
  const matters = (where: SQL | undefined) =>
    db()
      .select({ id: flaggedComments.id, name: titleWhereRead(actor) })
      .from(flaggedComments)
      .innerJoin(forumComments, eq(forumComments.id, flaggedComments.commentId))
      .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
      .where(where);
  return {
    flagged,
    reviews: can(actor, 'flag.review')
      ? await matters(and(inArray(flaggedComments.id, reviews), isNotAuthor(actor)))
      : [],
    appeals: isSignedIn(actor)
      ? await matters(
          and(inArray(flaggedComments.id, appeals), eq(flaggedComments.authorId, actor.id)),
        )
      : [],
  };
}
