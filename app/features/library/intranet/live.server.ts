import type { Actor } from '~/policy/actor';
import { db } from '~/db/db.server';
import type { Collection } from '~/lib/collections';
import { personalStream } from '~/platform/personal-stream.server';
import {
  authoriseCollection,
  collectionTopic,
  folderTopic,
  requireFolder,
} from '~/features/library/resources/resources.server';

/**
 * A stream of server-sent events about one folder. It ends with the person's session, or when their
 * role changes.
 * @throws AppError `error.not-found`, `error.intranet-resource.folder-gone`
 */
export async function openFolderStream(
  actor: Actor,
  { collection, folder }: { collection: Collection; folder: string | null },
  request: Request,
): Promise<Response> {
  authoriseCollection(actor, collection);
  await requireFolder(db(), collection, folder);
  const topics = [folderTopic(collection, folder), collectionTopic(collection)];
  return personalStream(topics, { actor, request });
}
