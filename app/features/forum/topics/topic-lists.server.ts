import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema } from '~/db/db.server';
import { authorise } from '~/policy/permissions';
import { asMember, isReadable, isTitleShown } from '~/features/forum/forum-access.server';
import { topicsPerPage } from '~/features/forum/forum-schemas';
import { olderThan, pageOfTopics, readCursor, topicRows } from './topics.server';

const { forumReadings, forumTopics } = schema;

/** Lists over all categories: those with something unread, all, and those the actor has opened. */
export const topicListNames = ['unread', 'recent', 'own'] as const;
export type TopicListName = (typeof topicListNames)[number];

/** A page of topics of all categories that the actor may read, the newest activity first. */
async function page(actor: Actor, where: ReturnType<typeof and>, after: string | null) {
  const older = olderThan(readCursor(after), 'activity');
  const isWanted = and(isReadable(actor), where, older);
  const found = await topicRows(actor, isWanted, { limit: topicsPerPage + 1 });
  return pageOfTopics(found, 'activity');
}

/** A page of one of these lists. */
export async function listTopicsOf(actor: Actor, name: TopicListName, after: string | null = null) {
  authorise(actor, 'forum.read');
  const which = {
    unread: sql`${forumTopics.commentCount} > coalesce(${forumReadings.position}, 0)`,
    recent: undefined,
    own: eq(forumTopics.authorId, asMember(actor).id),
  };
  return page(actor, which[name], after);
}

/** A page of the topics that have a tag. */
export async function listTaggedTopics(actor: Actor, typed: string, after: string | null = null) {
  authorise(actor, 'forum.read');
  const tag = typed
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
    .toLowerCase()
    .slice(0, 40);
  const hasTag = sql`${forumTopics.tags} @> array[${tag}]::text[]`;
  return { tag, ...(await page(actor, and(hasTag, isTitleShown(actor)), after)) };
}
