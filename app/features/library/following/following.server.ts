import { and, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { db, schema, type Transaction } from '~/db/db.server';
import {
  readableCollections,
  uuidArray,
  visibleTo,
} from '~/features/library/resources/resources.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { addressOf, addressOfFolder, type Collection } from '~/lib/collections';
import type { FollowState } from './follow-form';

const { documentVersions: versions, follows, intranetResources: resources } = schema;

/** The database, or a transaction. */
type Connection = Pick<Transaction, 'select' | 'execute'>;

/** Whether the actor follows a folder. */
export async function findFolderFollow(actor: Actor, folder: string): Promise<FollowState> {
  authorise(actor, 'library.read');
  const [found] = await db()
    .select({ id: follows.id })
    .from(follows)
    .where(and(sql`${follows.userId} = ${actor.id}`, eq(follows.folder, folder)));
  return { id: found?.id ?? null };
}

/** @throws AppError `error.not-found` when there is no such folder that the actor may open */
export async function requireOpenFolder(
  tx: Transaction,
  actor: Actor,
  folder: string,
): Promise<void> {
  const [found] = await tx
    .select({ id: resources.id })
    .from(resources)
    .where(and(eq(resources.id, folder), eq(resources.folder, true), visibleTo(actor)));
  if (!found) throw new AppError('error.not-found');
}

export type FollowedFolder = { title: string; collection: Collection; isDeleted: boolean };

/**
 * What followed folders are called now, wherever they lie, those in the trash included; nothing of a
 * folder in a collection that the actor may not see.
 */
export async function readFollowedFolders(
  connection: Connection,
  actor: Actor,
  folders: readonly string[],
): Promise<Map<string, FollowedFolder>> {
  const rows = await connection
    .select({
      id: resources.id,
      title: resources.title,
      collection: resources.collection,
      isDeleted: sql<boolean>`${resources.trashedAt} is not null`,
    })
    .from(resources)
    .where(
      and(
        sql`${resources.id} = any(${uuidArray(folders)})`,
        inArray(resources.collection, readableCollections(actor)),
      ),
    );
  return new Map(rows.map(({ id, ...folder }) => [id, folder]));
}

type Followed = { folder: string; since: Date };

type FolderNews = {
  folders: readonly Followed[];
  limit?: number;
  /** A further condition of what is news: of a version of a document, or of a folder. */
  isUntold?: (subject: SQLWrapper) => SQL;
};

/** The followed folders as rows of `folder`, `since` and `place` in the list. */
const followedRows = (folders: readonly Followed[]): SQL => sql`unnest(
    ${uuidArray(folders.map(({ folder }) => folder))},
    ${sql.param(`{${folders.map(({ since }) => since.toISOString()).join(',')}}`)}::timestamptz[]
  ) with ordinality as followed (folder, since, place)`;

export type NewDocument = {
  id: string;
  /** Its newest version. */
  version: string;
  title: string;
  /** The folder in which it lies. */
  folder: string;
  at: Date;
  /** The first of the followed folders it lies below, by its place in the list. */
  ofFolder: number;
};

/**
 * The documents that the actor may open, whose newest file others have added since to a followed folder
 * or below one; the newest first.
 */
export async function readFolderNews(
  connection: Connection,
  actor: Actor,
  { folders, limit, isUntold }: FolderNews,
): Promise<NewDocument[]> {
  if (folders.length === 0) return [];
  const at = sql`coalesce(${resources.fileAt}, ${resources.createdAt})`;
  const { rows } = await connection.execute<Omit<NewDocument, 'at'> & { at: string }>(sql`
    with recursive below (place, since, id, title) as (
      select followed.place, followed.since, r.id, r.title from ${followedRows(folders)}
      join ${resources} r on r.id = followed.folder and r.folder and r.trashed_at is null
      union all
      select below.place, below.since, r.id, r.title
      from below join ${resources} r on r.parent = below.id and r.folder and r.trashed_at is null
    )
    select ${resources.id}, ${versions.id} as version, ${resources.title}, below.title as folder,
      ${at} as at, (min(below.place) - 1)::integer as "ofFolder"
    from below
    join ${resources} on ${resources.parent} = below.id
    join ${versions} on ${versions.document} = ${resources.id}
      and ${versions.number} = ${resources.fileVersion}
    where not ${resources.folder} and ${visibleTo(actor)} and ${at} > below.since
      and ${versions.user} is distinct from ${actor.id}
      and ${isUntold?.(versions.id) ?? sql`true`}
    group by ${resources.id}, ${versions.id}, below.title
    order by at desc, ${resources.title}, ${resources.id}
    limit ${limit ?? null}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** The followed folders that others have deleted since. */
export async function readDeletedFolders(
  connection: Connection,
  actor: Actor,
  { folders, isUntold }: FolderNews,
): Promise<{ id: string; title: string; at: Date }[]> {
  if (folders.length === 0) return [];
  const { rows } = await connection.execute<{ id: string; title: string; at: string }>(sql`
    select ${resources.id}, ${resources.title}, ${resources.trashedAt} as at
    from ${followedRows(folders)} join ${resources} on ${resources.id} = followed.folder
    where ${resources.trashedAt} > followed.since
      and ${inArray(resources.collection, readableCollections(actor))}
      and ${resources.updatedBy} is distinct from ${actor.id}
      and ${isUntold?.(resources.id) ?? sql`true`}
    order by at desc`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** The page of a folder, or of the library when the actor may not see it. */
export async function findFolderAddress(actor: Actor, folder: string): Promise<string> {
  authorise(actor, 'library.read');
  const found = (await readFollowedFolders(db(), actor, [folder])).get(folder);
  if (!found || found.isDeleted) return addressOf.userIntranet;
  return addressOfFolder(found.collection, folder);
}
