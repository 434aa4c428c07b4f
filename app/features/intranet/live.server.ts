import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Actor, Role } from '~/actor';
import { db, schema } from '~/db/db.server';
import { eventStream } from '~/platform/live.server';
import type { Collection } from '~/lib/collections';
import {
  authoriseCollection,
  collectionTopic,
  folderTopic,
  requireFolder,
  uuidArray,
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

/** Questions that came in one turn of the event loop: a change is told to many at once. */
let asked: Promise<Map<string, Role>> | undefined;
const asking = new Set<string>();

async function isStillTheSame(actor: Actor): Promise<boolean> {
  if (actor.id === null) return false;
  asking.add(actor.id);
  asked ??= nextTurn().then(() => {
    const ids = [...asking];
    asking.clear();
    asked = undefined;
    return rolesOfSignedIn(ids);
  });
  return (await asked).get(actor.id) === actor.role;
}

/** The present roles of those who have a session. */
async function rolesOfSignedIn(ids: readonly string[]): Promise<Map<string, Role>> {
  const found = await db()
    .selectDistinct({ id: users.id, role: users.role })
    .from(users)
    .innerJoin(signInSessions, eq(signInSessions.userId, users.id))
    .where(
      and(sql`${users.id} = any(${uuidArray(ids)})`, gt(signInSessions.expiresAt, new Date())),
    );
  return new Map(found.map(({ id, role }) => [id, role]));
}
