import { and, eq, gt } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { eventStream } from '~/platform/live.server';
import type { Collection } from '~/lib/collections';
import {
  authoriseCollection,
  collectionTopic,
  folderTopic,
  requireFolder,
} from '~/features/resources/resources.server';

const { signInSessions, users } = schema;

/**
 * A stream of server-sent events about one folder. It ends when the person's last session ends or
 * their role changes.
 * @throws AppError `error.not-found`
 */
export async function openFolderStream(
  actor: Actor,
  { collection, folder }: { collection: Collection; folder: string | null },
  signal: AbortSignal,
): Promise<Response> {
  authoriseCollection(actor, collection);
  await requireFolder(db(), collection, folder);
  const topics = [folderTopic(collection, folder), collectionTopic(collection)];
  return eventStream(topics, signal, () => isStillTheSame(actor));
}

async function isStillTheSame(actor: Actor): Promise<boolean> {
  if (actor.id === null) return false;
  const [found] = await db()
    .select({ role: users.role })
    .from(users)
    .innerJoin(signInSessions, eq(signInSessions.userId, users.id))
    .where(and(eq(users.id, actor.id), gt(signInSessions.expiresAt, new Date())))
    .limit(1);
  return found?.role === actor.role;
}
