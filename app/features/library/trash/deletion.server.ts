import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { newId } from '~/lib/new-id';
import { authorise, can } from '~/policy/permissions';
import type { Collection } from '~/lib/collections';
import {
  aboutOwner,
  publishFolderChanges,
  authoriseCollection,
  enqueueFileRemoval,
  lockTree,
  subtree,
  uuidArray,
  visibleTo,
} from '~/features/library/resources/resources.server';

const { documentVersions: versions, intranetResources: resources } = schema;

const trashDays = () => config().intranet.trashDays;

/** What a deletion takes away, the chosen things included. */
export type Deletion = {
  titles: string[];
  folders: number;
  documents: number;
  /** Of all versions. */
  bytes: number;
  /** Things that belong to someone else. */
  others: number;
  /** Days in the trash before it is gone; 0 is at once. */
  trashDays: number;
};

/**
 * What deleting these resources would take away, in exact numbers.
 * @throws AppError `error.not-found`, and what `deleteResources` would refuse to this person
 */
export async function previewDeletion(actor: Actor, ids: readonly string[]): Promise<Deletion> {
  authorise(actor, 'library.add');
  const chosen = await db()
    .select({ title: resources.title, folder: resources.folder })
    .from(resources)
    .where(and(sql`${resources.id} = any(${uuidArray(ids)})`, visibleTo(actor)));
  if (chosen.length === 0 || chosen.length !== new Set(ids).size) {
    throw new AppError('error.not-found');
  }
  const counts = await countBelow(db(), actor, ids);
  if (counts.others > 0)
    requireManager(
      actor,
      chosen.some(({ folder }) => folder),
    );
  return { ...counts, titles: chosen.map(({ title }) => title), trashDays: trashDays() };
}

/** A version that was taken back has its file in common with the earlier one: it counts once. */
async function countBelow(
  connection: Pick<Transaction, 'execute'>,
  actor: Actor,
  ids: readonly string[],
) {
  const { rows } = await connection.execute<Record<string, string>>(sql`
    with below as ${subtree(ids)}
    select count(*) filter (where r.folder) as folders,
      count(*) filter (where not r.folder) as documents,
      count(*) filter (where r.user_id is distinct from ${actor.id}) as others,
      (select coalesce(sum(bytes), 0) from (select distinct v.storage_key, v.bytes
        from ${versions} v join below on below.id = v.document) as files) as bytes
    from ${resources} r join below using (id)`);
  const row = rows[0] ?? {};
  return {
    folders: Number(row.folders),
    documents: Number(row.documents),
    others: Number(row.others),
    bytes: Number(row.bytes),
  };
}

/** Files that are being removed; `act` is what `countFilesLeft` is asked by. */
export type Removal = { act: string; files: number };

type DeletionRequest = {
  collection: Collection;
  ids: readonly string[];
  reason?: string | undefined;
  /** What the person was told would go; when it is not that any more, nothing goes. */
  told?: Pick<Deletion, 'folders' | 'documents' | 'bytes'> | undefined;
};

/**
 * Deletes folders with everything in them, and documents (spec section 4). One transaction takes
 * all of it from view; the stored files are removed by a job. Members delete what is theirs, and a
 * folder only when everything in it is theirs; administrators everything, with a reason when it is
 * someone else's.
 * @throws AppError `error.not-found`, `error.intranet-resource.content-changed`,
 *   `error.intranet-resource.could-not-delete-intranet-folder`,
 *   `error.intranet-document.could-not-delete-intranet-document`,
 *   `error.intranet-resource.reason-missing`
 */
export async function deleteResources(
  actor: Actor,
  { collection, ids, reason = '', told }: DeletionRequest,
): Promise<Omit<Deletion, 'titles' | 'trashDays'> & { removal: Removal | null }> {
  authorise(actor, 'library.add');
  authoriseCollection(actor, collection);
  return transaction(async (tx) => {
    await lockTree(tx, collection, 'alone');
    const chosen = await tx
      .select({ id: resources.id, parent: resources.parent, folder: resources.folder })
      .from(resources)
      .where(
        and(
          sql`${resources.id} = any(${uuidArray(ids)})`,
          eq(resources.collection, collection),
          visibleTo(actor),
        ),
      );
    if (chosen.length === 0 || chosen.length !== new Set(ids).size) {
      throw new AppError('error.not-found');
    }
    const counts = await countBelow(tx, actor, ids);
    if (counts.others > 0) {
      requireManager(
        actor,
        chosen.some(({ folder }) => folder),
      );
      if (!reason.trim()) throw new AppError('error.intranet-resource.reason-missing');
    }
    if (
      told &&
      (['folders', 'documents', 'bytes'] as const).some((one) => told[one] !== counts[one])
    ) {
      throw new AppError('error.intranet-resource.content-changed');
    }
    const owners = await ownersBelow(tx, actor, counts.others > 0 ? ids : []);
    const { gone, removal } =
      trashDays() > 0
        ? { gone: await putIntoTrash(tx, actor, ids), removal: null }
        : await removeRows(tx, ids);
    await publishFolderChanges(tx, collection, [...chosen.map(({ parent }) => parent), ...gone]);
    for (const { id } of chosen) {
      for (const owner of owners.get(id) ?? [null]) {
        await appendAudit(tx, actor, {
          action: trashDays() > 0 ? 'intranet.put-into-trash' : 'intranet.delete',
          target: { kind: 'intranet-resource', id },
          changes: { folders: { from: counts.folders }, documents: { from: counts.documents } },
          ...aboutOwner(actor, owner),
          ...(reason ? { reason } : {}),
        });
      }
    }
    return { ...counts, removal };
  });
}

/** The others who own something in what is chosen, by the id of that: it is in the log about each of them. */
async function ownersBelow(
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await tx.execute<{ chosen: string; owners: string[] }>(sql`
    with recursive below (chosen, id, owner) as (
      select r.id, r.id, r.user_id from ${resources} r
      where r.id = any(${uuidArray(ids)}) and r.trashed_at is null
      union
      select below.chosen, r.id, r.user_id from ${resources} r
      join below on r.parent = below.id where r.trashed_at is null
    )
    select chosen, array_agg(distinct owner)::text[] as owners from below
    where owner <> ${actor.id} group by chosen`);
  return new Map(rows.map(({ chosen, owners }) => [chosen, owners]));
}

/** Only administrators delete what belongs to someone else. */
function requireManager(actor: Actor, isFolder: boolean): void {
  if (can(actor, 'library.manage')) return;
  throw new AppError(
    isFolder
      ? 'error.intranet-resource.could-not-delete-intranet-folder'
      : 'error.intranet-document.could-not-delete-intranet-document',
  );
}

/** Removes the rows of a whole tree. @returns the ids of its folders, and what is left to remove */
async function removeRows(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ gone: string[]; removal: Removal }> {
  // What is in the trash already, from a time when there was one, stays there to be restored.
  await tx.execute(sql`
    update ${resources} set parent = null
    where trashed_at is not null and parent in ${subtree(ids)}`);
  const keys = await tx.execute<{ key: string }>(sql`
    select distinct storage_key as key from ${versions} where document in ${subtree(ids)}`);
  const gone = await tx.execute<{ id: string; folder: boolean }>(sql`
    delete from ${resources} where id in ${subtree(ids)} returning id, folder`);
  const removal = { act: newId(), files: keys.rows.length };
  await enqueueFileRemoval(
    tx,
    keys.rows.map(({ key }) => key),
    removal.act,
  );
  return { gone: gone.rows.filter(({ folder }) => folder).map(({ id }) => id), removal };
}

async function putIntoTrash(
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
): Promise<string[]> {
  const act = newId();
  const gone = await tx.execute<{ id: string; folder: boolean }>(sql`
    update ${resources} set trashed_at = now(), trashed_with = ${act}, updated_by = ${actor.id},
      version = version + 1
    where id in ${subtree(ids)} returning id, folder`);
  return gone.rows.filter(({ folder }) => folder).map(({ id }) => id);
}
