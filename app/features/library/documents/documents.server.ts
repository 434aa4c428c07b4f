import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { isWord } from './index-search-words.server';
import type { Actor, SignedInActor } from '~/policy/actor';
import { db, schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import {
  aboutOwner,
  publishFolderChanges,
  changeableBy,
  lockTree,
  pathTo,
  requireFolder,
  visibleTo,
} from '~/features/library/resources/resources.server';
import { citationKeys } from '~/features/citations/citation-key';
import type { Collection } from '~/lib/collections';
import { titleOfName } from '~/features/library/resources/upload-name';
import { authorise } from '~/policy/permissions';
import { type ByteRange, fileStore } from '~/platform/files/file-store.server';
import { listDocumentsOf, listOwnFiles, type OwnFile } from './documents-of.server';
import { enqueueTextExtraction } from '~/features/library/reading/extract-text.job.server';

export { isWord, listDocumentsOf, listOwnFiles, type OwnFile };

const { documentVersions: versions, intranetResources: resources, users } = schema;

const absent = 'error.intranet-resource.could-not-get-intranet-resource';

/**
 * A document with its place, its versions (newest first) and whether the actor may change it.
 * @throws AppError `error.not-found`, `error.intranet-resource.could-not-get-intranet-resource`
 */
export async function getDocument(actor: Actor, id: string) {
  authorise(actor, 'library.read');
  const [found] = await db()
    .select({
      document: resources,
      userName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      isChangeable: sql<boolean>`coalesce(${changeableBy(actor)}, false)`,
    })
    .from(resources)
    .leftJoin(users, eq(users.id, resources.user))
    .where(and(eq(resources.id, id), eq(resources.folder, false), visibleTo(actor)));
  if (!found) throw new AppError(absent);
  const { document } = found;
  const [path, history] = await Promise.all([
    document.parent ? pathTo(document.parent) : [],
    db()
      .select({
        number: versions.number,
        createdAt: versions.createdAt,
        note: versions.note,
        bytes: versions.bytes,
        fileName: versions.fileName,
        userName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      })
      .from(versions)
      .leftJoin(users, eq(users.id, versions.user))
      .where(eq(versions.document, id))
      .orderBy(desc(versions.number)),
  ]);
  return { ...found, path, versions: history };
}

/**
 * One version of a document's file; the newest when none is named.
 * @throws AppError `error.not-found`, `error.intranet-resource.could-not-get-intranet-resource`
 */
export async function getFile(actor: Actor, id: string, number?: number) {
  authorise(actor, 'library.read');
  const [file] = await db()
    .select({
      title: resources.title,
      extension: versions.extension,
      mediaType: versions.mediaType,
      bytes: versions.bytes,
      sha256: versions.sha256,
      storageKey: versions.storageKey,
    })
    .from(versions)
    .innerJoin(resources, eq(resources.id, versions.document))
    .where(
      and(
        eq(versions.document, id),
        eq(versions.number, number ?? resources.fileVersion),
        visibleTo(actor),
      ),
    );
  if (!file) throw new AppError(absent);
  return { ...file, open: (range?: ByteRange) => fileStore().getStream(file.storageKey, range) };
}

/** Something identical that the actor may see; null when there is none. */
export async function findDuplicate(
  actor: Actor,
  sha256: string,
  besides: string,
): Promise<string | null> {
  authorise(actor, 'library.read');
  const [found] = await db()
    .select({ id: resources.id })
    .from(resources)
    .where(and(eq(resources.sha256, sha256), ne(resources.id, besides), visibleTo(actor)))
    .limit(1);
  return found?.id ?? null;
}

const replacedMeanwhile = 'error.intranet-resource.replaced-meanwhile';

/**
 * @param seen where the document is, and the version that is known as its newest
 * @throws AppError when there is no such document, it is someone else's, or has a newer version
 */
export async function requireReplaceable(
  actor: Actor,
  id: string,
  { collection, current = null }: { collection: Collection; current?: number | null },
): Promise<void> {
  authorise(actor, 'library.add');
  const { document, isChangeable } = await getDocument(actor, id);
  if (document.collection !== collection) throw new AppError(absent);
  if (!isChangeable) {
    throw new AppError('error.intranet-resource.could-not-update-intranet-resource');
  }
  if (current !== null && document.fileVersion !== current) throw new AppError(replacedMeanwhile);
}

export type Arrival = {
  document: string;
  collection: Collection;
  parent: string | null;
  replaces: boolean;
  /** The version that was the newest when the file was chosen. */
  replacesVersion: number | null;
  note: string;
  fileName: string;
  extension: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  /** Where the file already is, by `storageKeyOf`. */
  storageKey: string;
};

/**
 * The name a file is stored under: collection, id and the default file name with the extension
 * (spec section 3); later versions carry something of their own beside it.
 */
export function storageKeyOf(file: {
  collection: Collection;
  document: string;
  extension: string;
  /** null for the first version. */
  version: string | null;
}): string {
  const name = file.version === null ? 'document' : `document-${file.version}`;
  return `${file.collection}/${file.document}/${name}.${file.extension}`;
}

/** Writes the rows of a file that has arrived: a new document, or the next version of one. */
export async function storeDocument(
  tx: Transaction,
  actor: SignedInActor,
  arrival: Arrival,
): Promise<void> {
  authorise(actor, 'library.add');
  const { document, collection, extension, bytes, sha256, mediaType, fileName, note } = arrival;
  await lockTree(tx, collection, 'together');
  const { number, parent, owner } = arrival.replaces
    ? await nextVersion(tx, actor, arrival)
    : { number: 1, parent: arrival.parent, owner: actor.id };
  const facts = { bytes, sha256, mediaType, storageExtension: extension, pages: null };
  const state = {
    ...facts,
    fileVersion: number,
    textState: 'waiting',
    fileAt: new Date(),
  } as const;
  if (arrival.replaces) {
    const change = {
      ...state,
      version: sql`${resources.version} + 1`,
      updatedBy: actor.id,
      updatedAt: new Date(),
    };
    await tx.update(resources).set(change).where(eq(resources.id, document));
  } else {
    await requireFolder(tx, collection, parent);
    const title = titleOfName(fileName);
    await tx.insert(resources).values({
      ...state,
      id: document,
      collection,
      parent,
      title,
      folder: false,
      metadata: { schema: 1, kind: 'other' },
      citations: citationKeys(title),
      user: actor.id,
      createdBy: actor.id,
      updatedBy: actor.id,
    });
  }
  const { storageKey } = arrival;
  const version = { document, number, user: actor.id, note, fileName, extension, storageKey };
  await tx.insert(versions).values({ ...version, bytes, sha256, mediaType });
  await enqueueTextExtraction(tx, { document, version: number });
  await publishFolderChanges(tx, collection, [parent, document]);
  await appendAudit(tx, actor, {
    action: arrival.replaces ? 'intranet.replace-file' : 'intranet.upload',
    target: { kind: 'intranet-resource', id: document },
    changes: { version: { to: number }, sha256: { to: sha256 } },
    ...aboutOwner(actor, owner),
  });
}

/** Locks the document, so that two replacements at once get two numbers. */
async function nextVersion(
  tx: Transaction,
  actor: Actor,
  { document: id, replacesVersion }: Pick<Arrival, 'document' | 'replacesVersion'>,
) {
  const [found] = await tx
    .select({ parent: resources.parent, newest: resources.fileVersion, owner: resources.user })
    .from(resources)
    .where(and(eq(resources.id, id), changeableBy(actor)))
    .for('update');
  if (!found) throw new AppError('error.intranet-resource.could-not-update-intranet-resource');
  // Someone else's file came while this one was on its way: theirs is not pushed aside unseen.
  if (replacesVersion !== null && found.newest !== replacesVersion) {
    throw new AppError(replacedMeanwhile);
  }
  const [{ last } = { last: 0 }] = await tx
    .select({ last: sql<number>`coalesce(max(${versions.number}), 0)`.mapWith(Number) })
    .from(versions)
    .where(eq(versions.document, id));
  return { number: last + 1, parent: found.parent, owner: found.owner };
}
