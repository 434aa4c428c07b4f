import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { type Database, schema } from '~/db/db.server';
import { prepared } from '~/db/prepared.server';
import { authoriseCollection, readableCollections } from '~/features/resources/resources.server';
import type { Collection } from '~/lib/collections';

const { intranetResources: resources, users } = schema;

/** What a list shows of a resource. */
const entryColumns = {
  id: resources.id,
  folder: resources.folder,
  title: resources.title,
  metadata: resources.metadata,
  extension: resources.storageExtension,
  bytes: resources.bytes,
  mediaType: resources.mediaType,
  textState: resources.textState,
  changedAt: sql<Date>`coalesce(${resources.fileAt}, ${resources.updatedAt})`.mapWith(
    resources.updatedAt,
  ),
  user: resources.user,
  userName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
  version: resources.version,
} satisfies Record<string, unknown>;

const entriesWhere = (database: Database, place: SQL) =>
  database
    .select(entryColumns)
    .from(resources)
    .leftJoin(users, eq(users.id, resources.user))
    .where(
      and(
        place,
        eq(resources.collection, sql.placeholder('collection')),
        sql`${resources.collection} = any(${sql.placeholder('readable')})`,
        isNull(resources.trashedAt),
      ),
    );

const entriesOfFolder = prepared((database) =>
  entriesWhere(database, eq(resources.parent, sql.placeholder('folder'))).prepare(
    'entries_of_folder',
  ),
);
const entriesOfTop = prepared((database) =>
  entriesWhere(database, isNull(resources.parent)).prepare('entries_of_top'),
);

/** What lies in a folder (null: at the top level), unsorted. */
export async function listEntries(actor: Actor, collection: Collection, folder: string | null) {
  authoriseCollection(actor, collection);
  const wanted = { collection, readable: readableCollections(actor) };
  return folder ? entriesOfFolder().execute({ ...wanted, folder }) : entriesOfTop().execute(wanted);
}

export type Entry = Awaited<ReturnType<typeof listEntries>>[number];
