import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  appendAudit,
  type AuditEvent,
  type JobActor,
} from '~/features/identity/audit/audit.server';
import {
  aboutOwner,
  publishFolderChanges,
  authoriseCollection,
  enqueueFileRemoval,
  lockTree,
  nameTaken,
  readableCollections,
} from '~/features/library/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { authorise, can } from '~/policy/permissions';

const { documentVersions: versions, intranetResources: resources, users } = schema;

const dayLength = 24 * 3_600_000;

/**
 * What an administrator deleted, its owner can neither restore nor remove: the person who put
 * something into the trash changed it last, and may have lost their role or account since.
 * @param row the name under which the resource stands in the query
 */
const isTrashedByOther = (actorId: Actor['id'], row: SQL): SQL =>
  sql`${row}.updated_by is distinct from ${actorId}`;

/** In the trash with something of the actor's, and not theirs to remove for good. */
const isOthers = (actorId: Actor['id']): SQL =>
  sql`(r.user_id is distinct from ${actorId} or ${isTrashedByOther(actorId, sql`r`)})`;

/**
 * Condition: the actor may see it in the trash: administrators everything, others their own that no
 * administrator has put there.
 */
function inTrashOf(actor: Actor): SQL | undefined {
  const readable = sql`${sql.param(`{${readableCollections(actor).join(',')}}`)}::text[]`;
  return and(
    isNotNull(resources.trashedAt),
    sql`${resources.collection} = any(${readable})`,
    can(actor, 'library.manage')
      ? undefined
      : isSignedIn(actor)
        ? and(
            eq(resources.user, actor.id),
            sql`not ${isTrashedByOther(actor.id, sql`${resources}`)}`,
          )
        : sql`false`,
  );
}

/** Everything in the trash below a resource, itself included, whenever it came there. */
const wholeOf = (id: SQL | string): SQL => sql`(
  with recursive whole (id) as (
    select r.id from ${resources} r where r.id = ${id} and r.trashed_at is not null
    union
    select r.id from ${resources} r join whole on r.parent = whole.id where r.trashed_at is not null
  ) select id from whole)`;

/** As many entries as a page shows, and a form can name. */
export const mostListed = 500;

/**
 * What can be restored: the tops of what was thrown away, newest first, with what is in them.
 * `goneAt` is when it goes for good.
 */
export async function listTrash(actor: Actor, collection: Collection) {
  authoriseCollection(actor, collection);
  const { rows } = await db().execute<{
    id: string;
    version: number;
    title: string;
    folder: boolean;
    extension: string | null;
    trashed_at: Date;
    owner: string | null;
    folders: string;
    documents: string;
    others: string;
    bytes: string;
  }>(sql`
    select ${resources.id}, ${resources.version}, ${resources.title}, ${resources.folder},
      ${resources.storageExtension} as extension, ${resources.trashedAt} as trashed_at,
      (select u.first_name || ' ' || u.last_name from ${users} u where u.id = ${resources.user}) as owner,
      inside.*
    from ${resources},
      lateral (select count(*) filter (where r.folder) as folders,
          count(*) filter (where not r.folder) as documents,
          count(*) filter (where ${isOthers(actor.id)}) as others,
          coalesce(sum((select sum(bytes) from (select distinct v.storage_key, v.bytes
            from ${versions} v where v.document = r.id) as files)), 0) as bytes
        from ${resources} r where r.id in ${wholeOf(sql`${resources.id}`)}) inside
    where ${inTrashOf(actor)} and ${eq(resources.collection, collection)}
      and not exists (select 1 from ${resources} p where p.id = ${resources.parent}
        and p.trashed_with = ${resources.trashedWith})
    order by ${resources.trashedAt} desc
    limit ${mostListed}`);
  const kept = config().intranet.trashDays * dayLength;
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    title: row.title,
    folder: row.folder,
    extension: row.extension,
    owner: row.owner,
    trashedAt: new Date(row.trashed_at),
    goneAt: new Date(new Date(row.trashed_at).getTime() + kept),
    folders: Number(row.folders),
    documents: Number(row.documents),
    bytes: Number(row.bytes),
    isRemovable: can(actor, 'library.manage') || Number(row.others) === 0,
  }));
}

type Meant = {
  id: string;
  /** As it was listed; absent, whatever it is by now. */
  version?: number | undefined;
};

/** What is meant, locked for as long as the transaction takes. */
async function requireTrashed(tx: Transaction, actor: Actor, { id, version }: Meant) {
  const isMeant = and(eq(resources.id, id), inTrashOf(actor));
  const [meant] = await tx
    .select({ collection: resources.collection })
    .from(resources)
    .where(isMeant);
  if (!meant) throw new AppError('error.not-found');
  await lockTree(tx, meant.collection, 'alone');
  const [found] = await tx.select().from(resources).where(isMeant);
  if (!found) throw new AppError('error.not-found');
  if (version !== undefined && version !== found.version) {
    throw new AppError('error.changed-meanwhile');
  }
  return found;
}

/**
 * Takes something out of the trash with everything that went with it, back to its folder, or to
 * the top level when that is gone.
 * @param version as it was listed; absent, whatever it is by now
 * @returns its title, how many things came back, and the folder it is in again, null for the top
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.intranet-resource.name-taken`
 */
export async function restoreFromTrash(
  actor: Actor,
  id: string,
  version?: number,
): Promise<{ title: string; count: number; place: string | null }> {
  authorise(actor, 'library.add');
  return transaction(async (tx) => {
    const found = await requireTrashed(tx, actor, { id, version });
    const [parent] = await tx
      .select({ id: resources.id, title: resources.title })
      .from(resources)
      .where(and(sql`${resources.id} = ${found.parent}`, isNull(resources.trashedAt)));
    const place = parent?.id ?? null;
    const back = await tx
      .execute<Owned>(sql`
      with recursive back (id) as (
        select ${id}::uuid
        union
        select r.id from ${resources} r join back on r.parent = back.id
        where r.trashed_with = ${found.trashedWith}
      )
      update ${resources} set trashed_at = null, trashed_with = null, version = version + 1,
        parent = case when id = ${id} then ${place}::uuid else parent end
      where id in (select id from back) returning user_id as owner`)
      .catch(nameTaken);
    await publishFolderChanges(tx, found.collection, [place]);
    await noteForOwners(tx, actor, {
      owned: back.rows,
      event: { action: 'intranet.restore', target: { kind: 'intranet-resource', id } },
    });
    return { title: found.title, count: back.rowCount ?? 1, place: parent?.title ?? null };
  });
}

/**
 * Removes something in the trash for good, with everything in it; administrators anything, others
 * what is wholly theirs and what they put there themselves. A job removes the stored files.
 * @param version as it was listed; absent, whatever it is by now
 * @returns its title and how many things went
 * @throws AppError `error.not-found`, `error.changed-meanwhile`,
 *   `error.intranet-resource.could-not-delete-intranet-folder` (something in it is
 *   someone else's, or was thrown away by someone else)
 */
export async function removeFromTrash(
  actor: Actor,
  id: string,
  version?: number,
): Promise<{ title: string; count: number }> {
  authorise(actor, 'library.add');
  return transaction(async (tx) => {
    const found = await requireTrashed(tx, actor, { id, version });
    const others = await tx.execute(sql`
      select from ${resources} r where r.id in ${wholeOf(id)} and ${isOthers(actor.id)} limit 1`);
    if (others.rowCount !== 0 && !can(actor, 'library.manage')) {
      throw new AppError('error.intranet-resource.could-not-delete-intranet-folder');
    }
    const gone = await removeRows(tx, wholeOf(id));
    const count = gone.length;
    const target = { kind: 'intranet-resource', id };
    await noteForOwners(tx, actor, {
      owned: gone,
      event: { action: 'intranet.delete', target, changes: { removed: { from: count } } },
    });
    return { title: found.title, count };
  });
}

type Owned = { owner: string | null };

/** Notes once for each other owner what was done with what they have, or once where there is none. */
async function noteForOwners(
  tx: Transaction,
  actor: Actor,
  { owned, event }: { owned: readonly Owned[]; event: AuditEvent },
): Promise<void> {
  const others = new Set(owned.map(({ owner }) => owner).filter((owner) => owner !== actor.id));
  others.delete(null);
  for (const owner of others.size > 0 ? others : [null]) {
    await appendAudit(tx, actor, { ...event, ...aboutOwner(actor, owner) });
  }
}

/**
 * @param which a list of ids in the trash, closed downwards
 * @returns whose each was
 */
async function removeRows(tx: Transaction, which: SQL): Promise<readonly Owned[]> {
  const keys = await tx.execute<{ key: string }>(
    sql`select storage_key as key from ${versions} where document in ${which}`,
  );
  const gone = await tx.execute<Owned>(
    sql`delete from ${resources} where id in ${which} returning user_id as owner`,
  );
  await enqueueFileRemoval(
    tx,
    keys.rows.map(({ key }) => key),
  );
  return gone.rows;
}

const nightly: JobActor = { job: 'nightly-tidying' };

/** Removes for good what has been in the trash long enough; run by the nightly job. */
export async function emptyTrash(): Promise<void> {
  const oldest = new Date(Date.now() - config().intranet.trashDays * dayLength);
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
    const count = (await removeRows(tx, overdue)).length;
    if (count === 0) return;
    await appendAudit(tx, nightly, {
      action: 'intranet.empty-trash',
      target: { kind: 'intranet', id: 'trash' },
      changes: { removed: { from: count } },
    });
  });
}
