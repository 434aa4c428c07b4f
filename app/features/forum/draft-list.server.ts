import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { listDrafts } from '~/features/drafts/drafts.server';
import { plainText } from '~/lib/rich-text-words';
import { authorise } from '~/permissions';
import { asMember, isReadable, shownTitle } from './forum-access.server';

const { forumCategories, forumComments, forumTopics } = schema;

const shownWords = 300;

type DraftPlace = {
  kind: 'topic' | 'edit' | 'new';
  /** The topic or category; null when the title is not shown. */
  name: string | null;
  /** Null when it is not there for the actor any more. */
  address: string | null;
};

/** The actor's own drafts with the places where each goes on. */
export async function listOwnDrafts(actor: Actor) {
  authorise(actor, 'draft.keep-own');
  // What is being written in the administration goes on there.
  const drafts = (await listDrafts(actor)).filter(({ place }) => /^(topic|edit|new)\//.test(place));
  const places = await findPlaces(
    actor,
    drafts.map(({ place }) => place),
  );
  return drafts.map(({ place, body, updatedAt }) => {
    const words = plainText(body);
    return {
      place,
      updatedAt,
      words: words.length > shownWords ? `${words.slice(0, shownWords)}…` : words,
      ...(places.get(place) ?? { kind: kindOf(place), name: null, address: null }),
    };
  });
}

function kindOf(place: string): DraftPlace['kind'] {
  if (place.startsWith('topic/')) return 'topic';
  return place.startsWith('edit/') ? 'edit' : 'new';
}

const keysOf = (places: readonly string[], kind: DraftPlace['kind']) =>
  places.filter((place) => kindOf(place) === kind).map((place) => place.slice(kind.length + 1));

async function findPlaces(actor: Actor, places: readonly string[]) {
  const topics = await db()
    .select({ id: forumTopics.id, name: shownTitle(actor) })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(and(inArray(forumTopics.id, keysOf(places, 'topic')), isReadable(actor)));
  const comments = await db()
    .select({ id: forumComments.id, name: shownTitle(actor) })
    .from(forumComments)
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(
      and(
        inArray(forumComments.id, keysOf(places, 'edit')),
        eq(forumComments.authorId, asMember(actor).id),
        isReadable(actor),
      ),
    );
  const categories = await db()
    .select({ slug: forumCategories.slug, name: forumCategories.name })
    .from(forumCategories)
    .where(and(inArray(forumCategories.slug, keysOf(places, 'new')), isReadable(actor)));
  return new Map<string, DraftPlace>([
    ...topics.map(
      ({ id, name }) =>
        [`topic/${id}`, { kind: 'topic', name, address: `/forum/topic/${id}#reply` }] as const,
    ),
    ...comments.map(
      ({ id, name }) =>
        [`edit/${id}`, { kind: 'edit', name, address: `/forum/comment/${id}/edit` }] as const,
    ),
    ...categories.map(
      ({ slug, name }) =>
        [`new/${slug}`, { kind: 'new', name, address: `/forum/new?category=${slug}` }] as const,
    ),
  ]);
}
