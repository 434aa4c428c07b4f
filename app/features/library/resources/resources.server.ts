import { and, desc, eq, inArray, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { config } from '~/config/config.server';
import type { Actor } from '~/policy/actor';
import { type Database, db, schema, type Transaction, isUniqueViolation } from '~/db/db.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { authorise, can } from '~/policy/permissions';
import type { Collection } from '~/lib/collections';
import { enqueue, listWaitingJobs } from '~/platform/jobs/job-queue.server';
import { publish } from '~/platform/live.server';
import { removeFiles } from './remove-files.job.server';

const { intranetResources: resources } = schema;

/** First number of the advisory locks that guard the shape of a collection's tree. */
const treeLock = 7_413_003;
const lockNumber: Record<Collection, number> = { userIntranet: 1, adminIntranet: 2 };

/**
 * Guards the shape of a collection's tree until the transaction ends. Moving and deleting take it
 * alone, because both look at ancestors or descendants first; adding takes it together with other
 * adding. So a check made under the lock is still true when the change is written.
 */
export async function lockTree(
  tx: Transaction,
  collection: Collection,
  how: 'alone' | 'together',
): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await tx.execute(sql`select ${lock}(${treeLock}, ${lockNumber[collection]})`);
}

/** @throws AppError `error.not-found` when the actor may not see the collection */
export function authoriseCollection(actor: Actor, collection: Collection): void {
  authorise(actor, collection === 'adminIntranet' ? 'library.read-admin' : 'library.read');
}

/** The collections the actor may see, for conditions inside queries. */
export function readableCollections(actor: Actor): Collection[] {
  const readable: Collection[] = [];
  if (can(actor, 'library.read')) readable.push('userIntranet');
  if (can(actor, 'library.read-admin')) readable.push('adminIntranet');
  return readable;
}

/**
 * In a collection the actor may see, in a language that is shown, and not in the trash: belongs into
 * every query.
 */
export function visibleTo(actor: Actor): SQL | undefined {
  return and(
    inArray(resources.collection, readableCollections(actor)),
    isInShownLanguage(actor, resources),
    isNull(resources.trashedAt),
  );
}

/**
 * The library has the languages chosen for it (spec section 9). A document marked with another one is
 * there for administrators and for its owner.
 * @param columns of the table, or of its alias in a statement
 */
export function isInShownLanguage(
  actor: Actor,
  { language, user }: { language: SQLWrapper; user: SQLWrapper },
): SQL | undefined {
  if (can(actor, 'library.manage')) return undefined;
  const own = actor.id === null ? sql`false` : sql`${user} = ${actor.id}`;
  const shown = sql.join(
    config().languages.intranet.map((one) => sql`${one}`),
    sql`, `,
  );
  return sql`(${language} is null or ${language} in (${shown}) or ${own})`;
}

/** Whether only administrators and the owner see a document because of its language. */
export const isLanguageOff = (language: string | null): boolean =>
  language !== null && !config().languages.intranet.includes(language);

/** What the actor may change: their own; administrators everything. */
export function changeableBy(actor: Actor): SQL | undefined {
  const isOwn = actor.id === null ? sql`false` : eq(resources.user, actor.id);
  return and(visibleTo(actor), can(actor, 'library.manage') ? undefined : isOwn);
}

/**
 * Makes sure that something can be put into `folder` (null: the top level).
 * @throws AppError `error.intranet-resource.folder-gone`, also for one that was never there
 */
export async function requireFolder(
  connection: Transaction | Database,
  collection: Collection,
  folder: string | null,
): Promise<void> {
  if (folder === null) return;
  const [found] = await connection
    .select({ id: resources.id })
    .from(resources)
    .where(
      and(
        eq(resources.id, folder),
        eq(resources.collection, collection),
        eq(resources.folder, true),
        isNull(resources.trashedAt),
      ),
    );
  if (!found) throw new AppError('error.intranet-resource.folder-gone');
}

/** A list of ids as an array of PostgreSQL. */
export function uuidArray(ids: readonly string[]): SQL {
  return sql`${sql.param(`{${ids.join(',')}}`)}::uuid[]`;
}

/** Whom an entry of the audit log is about: the owner, when someone else has changed what is theirs. */
export const aboutOwner = (actor: Actor, owner: string | null): { subjectId?: string } =>
  owner === null || owner === actor.id ? {} : { subjectId: owner };

/** The given resources and everything below them, as rows of `id`; not what is in the trash. */
export function subtree(ids: readonly string[]): SQL {
  return sql`(
    with recursive below (id) as (
      select r.id from ${resources} r where r.id = any(${uuidArray(ids)}) and r.trashed_at is null
      union
      select r.id from ${resources} r join below on r.parent = below.id where r.trashed_at is null
    ) select id from below
  )`;
}

/** Whether `folder` is one of the resources or lies below one; call it under the lock. */
export async function liesWithin(
  tx: Transaction,
  folder: string,
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with recursive above (id, parent) as (
      select r.id, r.parent from ${resources} r where r.id = ${folder}
      union
      select r.id, r.parent from ${resources} r join above on above.parent = r.id
    ) select 1 from above where id = any(${uuidArray(ids)}) limit 1`);
  return rows.length > 0;
}

export type Crumb = { id: string; title: string };

/** The way from the top level to `folder`, which is the last. */
export function pathTo(folder: string): Promise<Crumb[]> {
  return pathFrom(sql`r.id = ${folder}`);
}

/**
 * The same for a folder that must be there.
 * @throws AppError `error.not-found`
 */
export async function pathOfFolder(collection: Collection, folder: string): Promise<Crumb[]> {
  const path = await pathFrom(
    sql`r.id = ${folder} and r.collection = ${collection} and r.folder and r.trashed_at is null`,
  );
  if (path.length === 0) throw new AppError('error.not-found');
  return path;
}

async function pathFrom(isIt: SQL): Promise<Crumb[]> {
  const { rows } = await db().execute<Crumb>(sql`
    with recursive above (id, title, parent, step) as (
      select r.id, r.title, r.parent, 0 from ${resources} r where ${isIt}
      union all
      select r.id, r.title, r.parent, above.step + 1
      from ${resources} r join above on above.parent = r.id
    ) select id, title from above order by step desc`);
  return rows.map(({ id, title }) => ({ id, title }));
}

/** A folder of this name is there already. */
export function nameTaken(
  error: unknown,
  code: ErrorCode = 'error.intranet-resource.name-taken',
): never {
  throw isUniqueViolation(error) ? new AppError(code, { cause: error }) : error;
}

/** What the page of a folder listens to; `null` is the top level. */
export function folderTopic(collection: Collection, folder: string | null): string {
  return `intranet/${collection}/${folder ?? 'top'}`;
}

/** For changes that concern more folders than are worth naming. */
export function collectionTopic(collection: Collection): string {
  return `intranet/${collection}`;
}

const maxNamed = 30;

/** Tells open pages of these folders to reload. */
export async function publishFolderChanges(
  tx: Transaction,
  collection: Collection,
  folders: readonly (string | null)[],
): Promise<void> {
  const different = [...new Set(folders)];
  if (different.length > maxNamed) return publish(tx, collectionTopic(collection));
  for (const folder of different) await publish(tx, folderTopic(collection, folder));
}

/** Files of one job: small enough to be tried again as a whole, and to tell how far all of it is. */
const batchSize = (files: number) => Math.min(200, Math.max(20, Math.ceil(files / 20)));

/**
 * Lets files be deleted once `tx` commits.
 * @param act what they are deleted by, so that `countFilesLeft` can tell how far that is
 */
export async function enqueueFileRemoval(
  tx: Transaction,
  keys: readonly string[],
  act?: string,
): Promise<void> {
  const size = batchSize(keys.length);
  for (let first = 0; first < keys.length; first += size) {
    const data = { keys: keys.slice(first, first + size), ...(act ? { act } : {}) };
    await enqueue(tx, { name: removeFiles.name, data });
  }
}

const removalSchema = z.object({ keys: z.array(z.string()) });

/**
 * How many files of a deletion are still to be removed.
 * @param act the id of the deletion, known only to the person who deleted
 */
export async function countFilesLeft(actor: Actor, act: string): Promise<number> {
  authorise(actor, 'library.add');
  const left = await listWaitingJobs(removeFiles.name, { act });
  return left.reduce<number>((sum, data) => sum + removalSchema.parse(data).keys.length, 0);
}

/** Of the newest documents: how many are shown, and how many are counted at most. */
const newest = { shown: 4, counted: 100, within: 30 * 86_400_000 };

/** The newest documents of others that the actor may read, and how many came within a month. */
export async function listNewDocuments(actor: Actor) {
  authorise(actor, 'library.read');
  const rows = await db()
    .select({ id: resources.id, title: resources.title, at: resources.createdAt })
    .from(resources)
    .where(
      and(
        visibleTo(actor),
        eq(resources.folder, false),
        sql`${resources.user} is distinct from ${actor.id}`,
      ),
    )
    // Ids are ordered by time, so that the index of the key answers.
    .orderBy(desc(resources.id))
    .limit(newest.counted);
  const since = Date.now() - newest.within;
  const count = rows.filter(({ at }) => at.getTime() > since).length;
  return { documents: rows.slice(0, newest.shown), count };
}
