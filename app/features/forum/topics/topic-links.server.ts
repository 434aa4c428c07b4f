import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { getDocument } from '~/features/library/documents/documents.server';
import { getEvent } from '~/features/events/events.server';
import { findRedirect, slugOfEvent } from '~/features/content/redirects/redirects.server';
import { isUuid } from '~/lib/is-uuid';
import { publicPath } from '~/lib/addresses/public-path';
import { authorise, can } from '~/policy/permissions';
import { publish } from '~/platform/live.server';
import {
  asMember,
  getReadableTopic,
  mayWriteIn,
  topicStream,
} from '~/features/forum/forum-access.server';
import type { TopicLinksInput } from '~/features/forum/forum-schemas';

const { forumTopics } = schema;

export type TopicLink = { kind: 'document' | 'event'; address: string; title: string };

/** What an address of this site leads to, when the actor may see it. */
async function findLinked(actor: Actor, address: string): Promise<TopicLink | null> {
  const [, kind, key = ''] = /^\/(intranet\/documents|events)\/([\w-]{1,160})$/.exec(address) ?? [];
  try {
    if (kind === 'events') {
      return { kind: 'event', address, title: await titleOfEvent(actor, key) };
    }
    if (!isUuid(key)) return null;
    return { kind: 'document', address, title: (await getDocument(actor, key)).document.title };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Its address may have changed since it was linked; the old one leads on. */
async function titleOfEvent(actor: Actor, slug: string): Promise<string> {
  const moved = await findRedirect(actor, publicPath('event-translation', slug));
  return (await getEvent(actor, slugOfEvent(moved ?? '') ?? slug)).title;
}

/** The documents and events of a topic that the actor may see; the others do not exist. */
export async function listTopicLinks(
  actor: Actor,
  addresses: readonly string[],
): Promise<TopicLink[]> {
  authorise(actor, 'forum.read');
  const found = await Promise.all(addresses.map((address) => findLinked(actor, address)));
  return found.filter((link) => link !== null);
}

/** The path of an address as someone copies it. */
function pathOf(text: string): string {
  const { origin } = config().server;
  const path = text.startsWith(origin) ? text.slice(origin.length) : text;
  return path.replace(/[?#].*$/, '').replace(/\/$/, '');
}

/**
 * Says which documents and events a topic is about: for its author and administrators. What others
 * linked and the actor may not see stays.
 * @throws AppError `error.not-found`, `error.invalid-input` when an address leads to neither,
 *   `error.changed-meanwhile` when others are saved than the form was opened with
 */
export async function saveTopicLinks(
  actor: Actor,
  id: string,
  { links, shown }: TopicLinksInput,
): Promise<void> {
  authorise(actor, 'forum.write');
  const paths = [...new Set(links.map(pathOf))];
  const found = await listTopicLinks(actor, paths);
  if (found.length !== paths.length) throw new AppError('error.invalid-input');
  await transaction(async (tx) => {
    const { topic, category } = await getReadableTopic(actor, id, { connection: tx, lock: true });
    const isOwn = topic.authorId === asMember(actor).id && mayWriteIn(actor, category);
    if (!isOwn && !can(actor, 'forum.moderate')) throw new AppError('error.not-found');
    const seen = (await listTopicLinks(actor, topic.links)).map(({ address }) => address);
    // The same form sent again, because its first answer was lost on the way.
    if (isDeepStrictEqual(seen, paths)) return;
    if (!isDeepStrictEqual(seen, shown)) throw new AppError('error.changed-meanwhile');
    const unseen = topic.links.filter((address) => !seen.includes(address));
    const all = [...paths, ...unseen.filter((address) => !paths.includes(address))];
    const changed = { updatedAt: new Date(), updatedBy: actor.id, version: topic.version + 1 };
    await tx
      .update(forumTopics)
      .set({ links: all, ...changed })
      .where(eq(forumTopics.id, id));
    await publish(tx, topicStream(id));
    await appendAudit(tx, actor, { action: 'topic.link', target: { kind: 'topic', id } });
  });
}
