import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/actor';
import { config } from '~/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit, type JobActor } from '~/features/audit/audit.server';
import { newId } from '~/lib/new-id';
import { authorise, can } from '~/permissions';
import type { Collection } from '~/lib/collections';
import {
  announceFolders,
  authoriseCollection,
  enqueueFileRemoval,
  lockTree,
  nameTaken,
  readableCollections,
  subtree,
  uuidArray,
  visibleTo,
} from '~/features/resources/resources.server';

const { documentVersions: versions, intranetResources: resources } = schema;

const trashDays = () => config().intranet.trashDays;

/** What a deletion takes away, the chosen things included. */
export type Deletion = {
  titles: string[];
  folders: number;
  documents: number;
  /** Of all versions. */
  bytes: number;
  /** Things that belong to somebody else. */
  others: number;
  /** Days in the trash before it is gone; 0 is at once. */
  trashDays: number;
};

/**
 * What deleting these resources would take away, in exact numbers.
 * @throws AppError `error.not-found`
 */
export async function previewDeletion(actor: Actor, ids: readonly string[]): Promise<Deletion> {
  authorise(actor, 'intranet.add');
  const chosen = await db()
    .select({ title: resources.title })
    .from(resources)
    .where(and(sql`${resources.id} = any(${uuidArray(ids)})`, visibleTo(actor)));
  if (chosen.length === 0 || chosen.length !== new Set(ids).size) {
    throw new AppError('error.not-found');
  }
  const counts = await countBelow(db(), actor, ids);
  return { ...counts, titles: chosen.map(({ title }) => title), trashDays: trashDays() };
}

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
      (select coalesce(sum(v.bytes), 0) from ${versions} v join below on below.id = v.document) as bytes
    from ${resources} r join below using (id)`);
  const row = rows[0] ?? {};
  return {
    folders: Number(row.folders),
    documents: Number(row.documents),
    others: Number(row.others),
    bytes: Number(row.bytes),
  };
}

/**
 * Deletes folders with everything in them, and documents (spec section 4). One transaction takes
 * all of it from view; the stored files are removed by a job. Members delete what is theirs, and a
 * folder only when everything in it is theirs; administrators everything, with a reason when it is
 * somebody else's.
 * @throws AppError `error.not-found`,
 *   `error.intranet-resource.could-not-delete-intranet-folder`,
 *   `error.intranet-document.could-not-delete-intranet-document`,
 *   `error.intranet-resource.reason-missing`
 */
export async function deleteResources(
  actor: Actor,
  {
    collection,
    ids,
    reason = '',
  }: { collection: Collection; ids: readonly string[]; reason?: string },
): Promise<Omit<Deletion, 'titles' | 'trashDays'>> {
  authorise(actor, 'intranet.add');
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
    if (counts.others > 0)
      requireRight(
        actor,
        chosen.some(({ folder }) => folder),
        reason,
      );
    const gone = trashDays() > 0 ? await putIntoTrash(tx, actor, ids) : await removeRows(tx, ids);
    await announceFolders(tx, collection, [...chosen.map(({ parent }) => parent), ...gone]);
    for (const { id } of chosen) {
      await appendAudit(tx, actor, {
        action: trashDays() > 0 ? 'intranet.put-into-trash' : 'intranet.delete',
        target: { kind: 'intranet-resource', id },
        changes: { folders: { from: counts.folders }, documents: { from: counts.documents } },
        ...(reason ? { reason } : {}),
      });
    }
    return counts;
  });
}

function requireRight(actor: Actor, isFolder: boolean, reason: string): void {
  if (!can(actor, 'intranet.manage')) {
    throw new AppError(
      isFolder
        ? 'error.intranet-resource.could-not-delete-intranet-folder'
        : 'error.intranet-document.could-not-delete-intranet-document',
    );
  }
  if (!reason.trim()) throw new AppError('error.intranet-resource.reason-missing');
}

/** Removes the rows of a whole tree. @returns the ids of its folders */
async function removeRows(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  // What is in the trash already, from a time when there was one, stays there to be restored.
  await tx.execute(sql`
    update ${resources} set parent = null
    where trashed_at is not null and parent in ${subtree(ids)}`);
  const keys = await tx.execute<{ key: string }>(sql`
    select storage_key as key from ${versions} where document in ${subtree(ids)}`);
  const gone = await tx.execute<{ id: string; folder: boolean }>(sql`
    delete from ${resources} where id in ${subtree(ids)} returning id, folder`);
  await enqueueFileRemoval(
    tx,
    keys.rows.map(({ key }) => key),
  );
  return gone.rows.filter(({ folder }) => folder).map(({ id }) => id);
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

/** Condition: the actor may see it in the trash, which is what they threw away or owned. */
function inTrashOf(actor: Actor) {
  const readable = textArray(readableCollections(actor));
  return and(
    isNotNull(resources.trashedAt),
    sql`${resources.collection} = any(${readable})`,
    can(actor, 'intranet.manage')
      ? undefined
      : isSignedIn(actor)
        ? eq(resources.user, actor.id)
        : sql`false`,
  );
}

const textArray = (names: readonly string[]) => sql`${sql.param(`{${names.join(',')}}`)}::text[]`;

/** What can be restored: the tops of what was thrown away. Owners see theirs, administrators all. */
export async function listTrash(actor: Actor, collection: Collection) {
  authoriseCollection(actor, collection);
  return db()
    .select({
      id: resources.id,
      title: resources.title,
      folder: resources.folder,
      trashedAt: resources.trashedAt,
      bytes: resources.bytes,
    })
    .from(resources)
    .where(
      and(
        inTrashOf(actor),
        eq(resources.collection, collection),
        sql`not exists (select 1 from ${resources} p where p.id = ${resources}.parent
          and p.trashed_with = ${resources}.trashed_with)`,
      ),
    )
    .orderBy(sql`${resources.trashedAt} desc`);
}

/**
 * Takes something out of the trash with everything that went with it, back to its folder, or to
 * the top level when that is gone.
 * @throws AppError `error.not-found`, `error.intranet-resource.name-taken`
 */
export async function restoreFromTrash(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'intranet.add');
  await transaction(async (tx) => {
    const [meant] = await tx
      .select({ collection: resources.collection })
      .from(resources)
      .where(and(eq(resources.id, id), inTrashOf(actor)));
    if (!meant) throw new AppError('error.not-found');
    await lockTree(tx, meant.collection, 'alone');
    const [found] = await tx
      .select()
      .from(resources)
      .where(and(eq(resources.id, id), inTrashOf(actor)));
    if (!found) throw new AppError('error.not-found');
    const [parent] = await tx
      .select({ id: resources.id, trashedAt: resources.trashedAt })
      .from(resources)
      .where(sql`${resources.id} = ${found.parent}`);
    const place = parent && parent.trashedAt === null ? parent.id : null;
    await tx
      .execute(sql`
      with recursive back (id) as (
        select ${id}::uuid
        union
        select r.id from ${resources} r join back on r.parent = back.id
        where r.trashed_with = ${found.trashedWith}
      )
      update ${resources} set trashed_at = null, trashed_with = null, version = version + 1,
        parent = case when id = ${id} then ${place}::uuid else parent end
      where id in (select id from back)`)
      .catch(nameTaken);
    await announceFolders(tx, found.collection, [place]);
    await appendAudit(tx, actor, {
      action: 'intranet.restore',
      target: { kind: 'intranet-resource', id },
    });
  });
}

const nightly: JobActor = { job: 'nightly-tidying' };

/** Removes for good what has been in the trash long enough; run by the nightly job. */
export async function emptyTrash(): Promise<void> {
  const oldest = new Date(Date.now() - trashDays() * 24 * 3_600_000);
  await transaction(async (tx) => {
    await lockTree(tx, 'userIntranet', 'alone');
    await lockTree(tx, 'adminIntranet', 'alone');
    // What lies in the trash below something that is overdue goes with it, whenever it came.
    const overdue = sql`(
      with recursive old (id) as (
        select id from ${resources} where ${and(isNotNull(resources.trashedAt), lt(resources.trashedAt, oldest))}
        union
        select r.id from ${resources} r join old on r.parent = old.id
      ) select id from old)`;
    const keys = await tx.execute<{ key: string }>(
      sql`select storage_key as key from ${versions} where document in ${overdue}`,
    );
    const gone = await tx.execute(sql`delete from ${resources} where id in ${overdue}`);
    if (gone.rowCount === 0) return;
    await enqueueFileRemoval(
      tx,
      keys.rows.map(({ key }) => key),
    );
    await appendAudit(tx, nightly, {
      action: 'intranet.empty-trash',
      target: { kind: 'intranet', id: 'trash' },
      changes: { removed: { from: gone.rowCount } },
    });
  });
}
