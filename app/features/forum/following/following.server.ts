import { and, asc, eq, or, sql } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/policy/actor';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { shownTitle } from '~/features/forum/forum.server';
import {
  rejoinList,
  subscriptionFor,
} from '~/features/identity/subscriptions/subscriptions.server';
import { authorise } from '~/policy/permissions';
import { parseForm } from '~/lib/forms/form';
import {
  type FollowInput,
  type FollowLevel,
  followSchema,
  type MailSettingsInput,
} from './following-schemas';
import { countOwnDrafts, listUnreadAnswers, listUnreadTopics } from './new-topics.server';

export { countOwnDrafts, listUnreadAnswers, listUnreadTopics };

const { forumCategories, forumFollows, forumMailSettings, forumTopics } = schema;

function asMember(actor: Actor): SignedInActor {
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor;
}

const isReadable = (actor: Actor) =>
  sql`${forumCategories.readRoles} @> array[${actor.role}]::text[]`;

/** How the actor follows a topic or a category; null when nothing was chosen. */
export async function findFollow(
  actor: Actor,
  target: { kind: 'topic' | 'category'; id: string },
): Promise<FollowLevel | null> {
  authorise(actor, 'forum.follow');
  const column = target.kind === 'topic' ? forumFollows.topicId : forumFollows.categoryId;
  const [follow] = await db()
    .select({ level: forumFollows.level })
    .from(forumFollows)
    .where(and(eq(forumFollows.userId, asMember(actor).id), eq(column, target.id)));
  return follow?.level ?? null;
}

/**
 * Follows a topic or a category, or follows it no longer.
 * @throws AppError `error.not-found` for what the actor may not read
 */
export async function saveFollow(actor: Actor, input: FollowInput): Promise<void> {
  authorise(actor, 'forum.follow');
  const member = asMember(actor);
  await transaction((tx) => writeFollow(tx, { actor, userId: member.id, input }));
  if (input.level === 'daily' || input.level === 'weekly') {
    await rejoinList(actor, 'forum-digest');
    await transaction((tx) => subscriptionFor(tx, member, 'forum-digest'));
  }
}

type Following = { actor: Actor; userId: string; input: FollowInput };

async function writeFollow(tx: Transaction, { actor, userId, input }: Following): Promise<void> {
  await requireReadable(tx, actor, input);
  const isTopic = input.kind === 'topic';
  const column = isTopic ? forumFollows.topicId : forumFollows.categoryId;
  if (input.level === '') {
    await tx
      .delete(forumFollows)
      .where(and(eq(forumFollows.userId, userId), eq(column, input.target)));
    return;
  }
  await tx
    .insert(forumFollows)
    .values({
      userId,
      level: input.level,
      ...(isTopic ? { topicId: input.target } : { categoryId: input.target }),
    })
    .onConflictDoUpdate({
      target: [forumFollows.userId, column],
      targetWhere: sql`${column} is not null`,
      set: {
        level: input.level,
        toldUntil: sql`case when ${isFromNowOn} then now() else ${forumFollows.toldUntil} end`,
      },
    });
}

/**
 * Does what the form of `FollowForm` asks for, on whichever page it stands.
 * @throws AppError `error.not-found`, `error.invalid-input`
 */
export async function saveFollowForm(actor: Actor, form: FormData): Promise<void> {
  authorise(actor, 'forum.follow');
  const input = parseForm(followSchema, form);
  if (!input.ok) throw new AppError('error.invalid-input');
  await saveFollow(actor, input.data);
}

/** Comments already notified, or excluded then, are not in later digests. */
const isFromNowOn = sql`${forumFollows.level} in ('at-once', 'never')`;

async function requireReadable(
  tx: Transaction,
  actor: Actor,
  { kind, target }: FollowInput,
): Promise<void> {
  const rows =
    kind === 'topic'
      ? await tx
          .select({ id: forumTopics.id })
          .from(forumTopics)
          .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
          .where(and(eq(forumTopics.id, target), isReadable(actor)))
      : await tx
          .select({ id: forumCategories.id })
          .from(forumCategories)
          .where(and(eq(forumCategories.id, target), isReadable(actor)));
  if (rows.length === 0) throw new AppError('error.not-found');
}

/** All that the actor follows and may still read, and what the actor wants of mails. */
export async function listFollows(actor: Actor) {
  authorise(actor, 'forum.follow');
  const { id: userId } = asMember(actor);
  const follows = await db()
    .select({
      id: forumFollows.id,
      level: forumFollows.level,
      topicId: forumFollows.topicId,
      topic: shownTitle(actor),
      categoryId: forumCategories.id,
      category: forumCategories.name,
      slug: forumCategories.slug,
    })
    .from(forumFollows)
    .leftJoin(forumTopics, eq(forumTopics.id, forumFollows.topicId))
    .innerJoin(
      forumCategories,
      or(
        eq(forumCategories.id, forumFollows.categoryId),
        eq(forumCategories.id, forumTopics.categoryId),
      ),
    )
    .where(and(eq(forumFollows.userId, userId), isReadable(actor)))
    .orderBy(asc(forumCategories.name), asc(forumTopics.title));
  const [settings] = await db()
    .select()
    .from(forumMailSettings)
    .where(eq(forumMailSettings.userId, userId));
  return {
    follows,
    wantsQuotes: settings?.wantsQuotes ?? false,
    wantsMentions: settings?.wantsMentions ?? true,
    followsOwnTopics: settings?.followsOwnTopics ?? true,
  };
}

/** Keeps what the actor wants of the forum's mails. */
export async function saveMailSettings(actor: Actor, input: MailSettingsInput): Promise<void> {
  authorise(actor, 'forum.follow');
  const { intent: _intent, ...settings } = input;
  await db()
    .insert(forumMailSettings)
    .values({ userId: asMember(actor).id, ...settings })
    .onConflictDoUpdate({ target: forumMailSettings.userId, set: settings });
}
