import { and, asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { isOutage } from '~/answers/outage.server';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { newId } from '~/lib/new-id';
import { citationKeys } from '~/features/citations/citation-key';
import { citationsOf } from '~/features/library/details/resource-citations';
import { authorise } from '~/policy/permissions';
import type { Collection } from '~/lib/collections';
import { publishFolderChanges } from '~/features/library/resources/resources.server';
import {
  aboutOwner,
  authoriseCollection,
  changeableBy,
  liesWithin,
  lockTree,
  nameTaken,
  pathOfFolder,
  requireFolder,
  uuidArray,
  visibleTo,
} from '~/features/library/resources/resources.server';
import { listSiblings, listSearchIn } from './siblings.server';
import { listEntries, type EntryQuery, type Place } from './entries.server';
import { listQueryFrom } from './entry-view';
import { findNewThings, noteVisit } from './visits.server';

export { listSiblings, listSearchIn, noteVisit };

const { intranetResources: resources } = schema;

/**
 * A folder with what lies in it. Every call counts as a visit of the collection.
 * @param look how the list is sorted and filtered, and which part of it is shown
 * @returns `path` from the top level, `list` with one page of entries, `newIds` of what arrived since the last
 *   visit, folders that hold such things included
 * @throws AppError `error.not-found`; `error.intranet-resource.could-not-get-intranet-resource`
 *   when there is no such folder, `error.intranet-resource.could-not-get-intranet-resources` when
 *   what lies in it cannot be read, its cause in `cause`; an outage stays what it is
 */
export async function getFolder(actor: Actor, place: Place, look: EntryQuery = firstPage) {
  const { collection, folder } = place;
  authoriseCollection(actor, collection);
  const [list, path, newIds] = await Promise.all([
    listEntries(actor, place, look),
    folder ? pathOfFolder(collection, folder) : [],
    noteVisit(actor, collection).then((since) => findNewThings(actor, collection, since)),
  ]).catch(mapFolderError);
  return { list, path, newIds };
}

const firstPage: EntryQuery = { ...listQueryFrom(new URLSearchParams()), language: 'en' };

/** Maps errors of a list to the codes of the specification (section 8). */
function mapFolderError(error: unknown): never {
  // An outage concerns every page and is shown in the same way everywhere.
  if (isOutage(error)) throw error;
  if (error instanceof AppError && error.code === 'error.not-found') {
    throw new AppError('error.intranet-resource.could-not-get-intranet-resource');
  }
  throw new AppError('error.intranet-resource.could-not-get-intranet-resources', { cause: error });
}

/** All folders of a collection, for choosing where something goes. */
export function listFolders(actor: Actor, collection: Collection) {
  authoriseCollection(actor, collection);
  return db()
    .select({ id: resources.id, parent: resources.parent, title: resources.title })
    .from(resources)
    .where(and(eq(resources.collection, collection), eq(resources.folder, true), visibleTo(actor)))
    .orderBy(asc(resources.title));
}

type NewFolder = { collection: Collection; parent: string | null; title: string };

/**
 * Makes a folder.
 * @returns its id
 * @throws AppError `error.intranet-resource.folder-gone` (no such parent),
 *   `error.intranet-resource.name-taken`
 */
export async function createFolder(actor: Actor, folder: NewFolder): Promise<string> {
  authorise(actor, 'library.add');
  authoriseCollection(actor, folder.collection);
  return transaction(async (tx) => {
    await lockTree(tx, folder.collection, 'together');
    const id = await insertFolder(tx, actor, folder);
    if (!id) throw new AppError('error.intranet-resource.name-taken');
    return id;
  });
}

/**
 * The folder that a path of names leads to, from `parent` down; the missing ones are made. For
 * uploads of whole folders, several of which may ask for the same path at once.
 */
export async function ensureFolders(
  actor: Actor,
  { collection, parent }: Pick<NewFolder, 'collection' | 'parent'>,
  names: readonly string[],
): Promise<string | null> {
  authorise(actor, 'library.add');
  authoriseCollection(actor, collection);
  if (names.length === 0) return parent;
  return transaction(async (tx) => {
    await lockTree(tx, collection, 'together');
    let place = parent;
    for (const title of names) {
      const made: string | null = await insertFolder(tx, actor, {
        collection,
        parent: place,
        title,
      });
      place = made ?? (await findFolder(tx, { collection, parent: place, title }));
    }
    return place;
  });
}

/** @returns null when there is one of this name */
async function insertFolder(
  tx: Transaction,
  actor: Actor,
  { collection, parent, title }: NewFolder,
): Promise<string | null> {
  await requireFolder(tx, collection, parent);
  const [made] = await tx
    .insert(resources)
    .values({
      id: newId(),
      collection,
      parent,
      title,
      folder: true,
      metadata: { schema: 1, kind: 'folder' },
      citations: citationKeys(title),
      user: actor.id,
      createdBy: actor.id,
      updatedBy: actor.id,
    })
    .onConflictDoNothing()
    .returning({ id: resources.id });
  if (!made) return null;
  await publishFolderChanges(tx, collection, [parent]);
  await audit(tx, actor, { action: 'intranet.create-folder', id: made.id });
  return made.id;
}

async function findFolder(
  tx: Transaction,
  { collection, parent, title }: NewFolder,
): Promise<string> {
  const [found] = await tx
    .select({ id: resources.id })
    .from(resources)
    .where(
      and(
        eq(resources.collection, collection),
        parent ? eq(resources.parent, parent) : sql`${resources.parent} is null`,
        sql`lower(${resources.title}) = lower(${title})`,
        eq(resources.folder, true),
        sql`${resources.trashedAt} is null`,
      ),
    );
  if (!found) throw new AppError('error.not-found');
  return found.id;
}

type Renaming = { id: string; version: number; title: string };

/**
 * Renames a folder or document: members their own, administrators any.
 * @param renaming `version` as it was when the person saw it
 * @throws AppError `error.not-found`, `error.intranet-resource.could-not-update-intranet-resource`
 *   (someone else's), `error.intranet-resource.stale` (changed meanwhile),
 *   `error.intranet-resource.name-taken`
 */
export async function renameResource(actor: Actor, renaming: Renaming): Promise<void> {
  authorise(actor, 'library.add');
  const { id, version, title } = renaming;
  await transaction(async (tx) => {
    const found = await requireChangeable(tx, actor, [id]);
    const citations = found.flatMap(({ metadata }) => citationsOf(title, metadata));
    const changed = await tx
      .update(resources)
      .set({ title, citations, version: sql`${resources.version} + 1`, ...stamp(actor) })
      .where(and(eq(resources.id, id), eq(resources.version, version), changeableBy(actor)))
      .returning({ id: resources.id })
      .catch(nameTaken);
    if (changed.length === 0) throw new AppError('error.intranet-resource.stale');
    for (const { collection, parent, folder } of found) {
      await publishFolderChanges(tx, collection, folder ? [parent, id] : [parent]);
    }
    for (const { owner } of found) {
      await audit(tx, actor, { action: 'intranet.rename', id, owner });
    }
  });
}

type Moving = {
  collection: Collection;
  ids: readonly string[];
  to: string | null;
  /** The folder in which the person saw them; not said, they may lie anywhere. */
  from?: string | null | undefined;
};

/**
 * Moves folders and documents to another folder of the same collection: members their own,
 * administrators any. All of them move, or none.
 * @throws AppError as for renaming, but `error.intranet-resource.name-taken-there`,
 *   `error.intranet-resource.folder-gone`, `error.intranet-resource.into-itself`, and `error.intranet-resource.gone` when someone else has
 *   moved one of them meanwhile
 */
export async function moveResources(actor: Actor, moving: Moving): Promise<void> {
  authorise(actor, 'library.add');
  authoriseCollection(actor, moving.collection);
  const { collection, ids, to, from } = moving;
  await transaction(async (tx) => {
    await lockTree(tx, collection, 'alone');
    const found = await requireChangeable(tx, actor, ids);
    if (found.some((resource) => resource.collection !== collection)) {
      throw new AppError('error.not-found');
    }
    if (from !== undefined && found.some(({ parent }) => parent !== from)) {
      throw new AppError('error.intranet-resource.gone');
    }
    await requireFolder(tx, collection, to);
    if (to && (await liesWithin(tx, to, ids))) {
      throw new AppError('error.intranet-resource.into-itself');
    }
    await tx
      .update(resources)
      .set({ parent: to, version: sql`${resources.version} + 1`, ...stamp(actor) })
      .where(and(sql`${resources.id} = any(${uuidArray(ids)})`, changeableBy(actor)))
      .catch((error: unknown) => nameTaken(error, 'error.intranet-resource.name-taken-there'));
    const folders = found.filter(({ folder }) => folder).map(({ id }) => id);
    await publishFolderChanges(tx, collection, [
      to,
      ...found.map(({ parent }) => parent),
      ...folders,
    ]);
    for (const { id, parent, owner } of found) {
      await audit(tx, actor, {
        action: 'intranet.move',
        id,
        owner,
        changes: { parent: { from: parent, to } },
      });
    }
  });
}

/**
 * The resources, locked until the transaction ends, once it is sure that all of them exist for the
 * actor and may be changed by them.
 */
async function requireChangeable(tx: Transaction, actor: Actor, ids: readonly string[]) {
  const found = await tx
    .select({
      id: resources.id,
      collection: resources.collection,
      parent: resources.parent,
      folder: resources.folder,
      owner: resources.user,
      metadata: resources.metadata,
      isChangeable: sql<boolean>`${changeableBy(actor)}`,
    })
    .from(resources)
    .where(and(sql`${resources.id} = any(${uuidArray(ids)})`, visibleTo(actor)))
    .orderBy(asc(resources.id))
    .for('update');
  if (found.length !== new Set(ids).size) throw new AppError('error.not-found');
  if (!found.every(({ isChangeable }) => isChangeable)) {
    throw new AppError('error.intranet-resource.could-not-update-intranet-resource');
  }
  return found;
}

const stamp = (actor: Actor) => ({ updatedBy: actor.id, updatedAt: new Date() });

type Change = {
  action: AuditAction;
  id: string;
  owner?: string | null;
  changes?: Record<string, { from?: unknown; to?: unknown }>;
};

async function audit(
  tx: Transaction,
  actor: Actor,
  { action, id, owner = null, changes }: Change,
): Promise<void> {
  const target = { kind: 'intranet-resource', id };
  await appendAudit(tx, actor, { action, target, changes, ...aboutOwner(actor, owner) });
}
