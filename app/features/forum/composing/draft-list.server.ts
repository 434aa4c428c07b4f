import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { listDrafts } from '~/features/writing/drafts/drafts.server';
import { findModerationPlaces } from '~/features/forum/moderation/moderation.server';
import { plainText } from '~/rich-text/plain-text';
import { shorten } from '~/site/shorten';
import { authorise } from '~/policy/permissions';
import { asMember, isReadable, mayWriteIn, shownTitle } from '~/features/forum/forum-access.server';

const { forumCategories, forumComments, forumTopics } = schema;

const shownWords = 300;

/** What is written of the forum, by the first part of its place. The administration has its own lists. */
const draftKinds = ['topic', 'edit', 'new', 'flag', 'review', 'appeal'] as const;
type DraftKind = (typeof draftKinds)[number];

/** Where there is no rich text: the field that shows which draft it is. A passage is not one's own. */
const fieldShown: Partial<Record<DraftKind, string>> = {
  flag: 'explanation',
  review: 'facts',
  appeal: 'text',
};

type DraftPlace = {
  /** The topic or category; null when the title is not shown. */
  name: string | null;
  /** Null when it is not there for the actor any more. */
  address: string | null;
};

const kindOf = (place: string) => draftKinds.find((kind) => place.startsWith(`${kind}/`));

/** The actor's own drafts with the places where each goes on. */
export async function listOwnDrafts(actor: Actor) {
  authorise(actor, 'draft.save-own');
  const drafts = (await listDrafts(actor)).flatMap((draft) => {
    const kind = kindOf(draft.place);
    return kind ? [{ ...draft, kind }] : [];
  });
  const places = await findPlaces(
    actor,
    drafts.map(({ place }) => place),
  );
  return drafts.map(({ place, kind, body, fields, updatedAt }) => {
    const { name, address } = places.get(place) ?? { name: null, address: null };
    const text = plainText(body) || fields[fieldShown[kind] ?? ''] || '';
    // Where there is no form that shows all of it, it is all here.
    const whole = [fields.title, text].filter(Boolean).join('\n');
    const words = address === null ? whole : shorten(text, shownWords);
    return { place, kind, updatedAt, words, name, address };
  });
}

async function findPlaces(
  actor: Actor,
  places: readonly string[],
): Promise<Map<string, DraftPlace>> {
  const keysOf = (kind: DraftKind) =>
    places.filter((place) => kindOf(place) === kind).map((place) => place.slice(kind.length + 1));
  const topics = await db()
    .select({ id: forumTopics.id, name: shownTitle(actor) })
    .from(forumTopics)
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(and(inArray(forumTopics.id, keysOf('topic')), isReadable(actor)));
  const comments = await db()
    .select({ id: forumComments.id, name: shownTitle(actor) })
    .from(forumComments)
    .innerJoin(forumTopics, eq(forumTopics.id, forumComments.topicId))
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(
      and(
        inArray(forumComments.id, keysOf('edit')),
        eq(forumComments.authorId, asMember(actor).id),
        inArray(forumComments.state, ['visible', 'hidden']),
        isReadable(actor),
      ),
    );
  const categories = await db()
    .select()
    .from(forumCategories)
    .where(and(inArray(forumCategories.slug, keysOf('new')), isReadable(actor)));
  const open = categories
    .filter((category) => mayWriteIn(actor, category))
    .map(({ slug, name }) => ({ id: slug, name }));
  const { flagged, reviews, appeals } = await findModerationPlaces(actor, {
    flags: keysOf('flag'),
    reviews: keysOf('review'),
    appeals: keysOf('appeal'),
  });
  const placesOf = (
    rows: readonly { id: string; name: string | null }[],
    place: DraftKind,
    addressOf: (id: string) => string,
  ) => rows.map(({ id, name }) => [`${place}/${id}`, { name, address: addressOf(id) }] as const);
  return new Map([
    ...placesOf(topics, 'topic', (id) => `/forum/topic/${id}#reply`),
    ...placesOf(comments, 'edit', (id) => `/forum/comment/${id}/edit`),
    ...placesOf(open, 'new', (slug) => `/forum/new?category=${slug}`),
    ...placesOf(flagged, 'flag', (id) => `/forum/comment/${id}/flag`),
    ...placesOf(reviews, 'review', (id) => `/flagged-comment/${id}`),
    ...placesOf(appeals, 'appeal', (id) => `/forum/decision/${id}`),
  ]);
}
