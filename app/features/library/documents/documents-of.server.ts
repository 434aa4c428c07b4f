import type { Readable } from 'node:stream';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, type Transaction } from '~/db/db.server';
import { readableCollections, visibleTo } from '~/features/library/resources/resources.server';
import { isUuid } from '~/lib/is-uuid';
import { authorise } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';

const { documentVersions: versions, intranetResources: resources, users } = schema;

const maxShown = 20;

/** The newest documents that a person has added, for the record in the administration. */
export async function listDocumentsOf(actor: Actor, userId: string) {
  authorise(actor, 'library.manage');
  if (!isUuid(userId)) return { documents: [], total: 0 };
  const where = and(visibleTo(actor), eq(resources.user, userId), eq(resources.folder, false));
  const documents = await db()
    .select({ id: resources.id, title: resources.title, createdAt: resources.createdAt })
    .from(resources)
    .where(where)
    .orderBy(desc(resources.createdAt), desc(resources.id))
    .limit(maxShown);
  return { documents, total: await db().$count(resources, where) };
}

/** A file that someone has added, and how to read it. */
export type OwnFile = {
  title: string;
  extension: string;
  /** Number among the versions of the document; several may be the person's own. */
  number: number;
  isNewest: boolean;
  addedAt: Date;
  open: () => Promise<Readable>;
};

/**
 * The files that the actor has added to the library and may still read, in the order of adding;
 * also those in the trash, which are held as well.
 */
export async function listOwnFiles(actor: Actor): Promise<OwnFile[]> {
  authorise(actor, 'data.read-own');
  if (!isSignedIn(actor)) return [];
  const rows = await db()
    .select({
      title: resources.title,
      extension: versions.extension,
      number: versions.number,
      newest: resources.fileVersion,
      storageKey: versions.storageKey,
      addedAt: versions.createdAt,
    })
    .from(versions)
    .innerJoin(resources, eq(resources.id, versions.document))
    .where(
      and(eq(versions.user, actor.id), inArray(resources.collection, readableCollections(actor))),
    )
    .orderBy(asc(versions.createdAt), asc(versions.id));
  return rows.map(({ newest, storageKey, ...file }) => ({
    ...file,
    isNewest: file.number === newest,
    open: () => fileStore().getStream(storageKey),
  }));
}

/**
 * Takes the name of someone who leaves from the documents that the person added and was named as the
 * author of.
 */
export async function forgetUploader(tx: Transaction, userId: string): Promise<void> {
  const name = tx
    .select({ name: sql`${users.firstName} || ' ' || ${users.lastName}` })
    .from(users)
    .where(eq(users.id, userId));
  await tx
    .update(resources)
    // A form that was opened before would bring the name back.
    .set({ author: null, version: sql`${resources.version} + 1` })
    .where(and(eq(resources.user, userId), eq(resources.author, sql`(${name})`)));
}
