import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import {
  aboutOwner,
  publishFolderChanges,
  changeableBy,
  visibleTo,
} from '~/features/library/resources/resources.server';
import { authorise } from '~/policy/permissions';
import { enqueueTextExtraction } from '~/features/library/reading/extract-text.job.server';

const { documentVersions: versions, intranetResources: resources } = schema;

/**
 * Makes an earlier version the newest one again. Nothing is lost: it is added as another version
 * of the same file.
 * @throws AppError `error.intranet-resource.could-not-get-intranet-resource`,
 *   `error.intranet-resource.could-not-update-intranet-resource` (someone else's),
 *   `error.intranet-resource.stale` (another version has come since `current` was the newest)
 */
export async function restoreVersion(
  actor: Actor,
  { id, number, current = null }: { id: string; number: number; current?: number | null },
): Promise<void> {
  authorise(actor, 'library.add');
  await transaction(async (tx) => {
    const document = await lockDocument(tx, actor, id);
    const [old] = await tx
      .select()
      .from(versions)
      .where(and(eq(versions.document, id), eq(versions.number, number)));
    if (!document || !old) {
      throw new AppError('error.intranet-resource.could-not-get-intranet-resource');
    }
    if (!document.isChangeable) {
      throw new AppError('error.intranet-resource.could-not-update-intranet-resource');
    }
    if (current !== null && document.newest !== current) {
      throw new AppError('error.intranet-resource.stale');
    }
    const [{ last } = { last: number }] = await tx
      .select({ last: sql<number>`max(${versions.number})`.mapWith(Number) })
      .from(versions)
      .where(eq(versions.document, id));
    const next = last + 1;
    const { id: _, createdAt: __, ...file } = old;
    await tx
      .insert(versions)
      .values({ ...file, number: next, user: actor.id, note: `↩ ${number}` });
    await tx
      .update(resources)
      .set({
        fileVersion: next,
        storageExtension: old.extension,
        bytes: old.bytes,
        sha256: old.sha256,
        mediaType: old.mediaType,
        pages: null,
        textState: 'waiting',
        fileAt: new Date(),
        updatedAt: new Date(),
        updatedBy: actor.id,
        version: sql`${resources.version} + 1`,
      })
      .where(eq(resources.id, id));
    await enqueueTextExtraction(tx, { document: id, version: next });
    await publishFolderChanges(tx, document.collection, [document.parent, id]);
    await appendAudit(tx, actor, {
      action: 'intranet.restore-version',
      target: { kind: 'intranet-resource', id },
      changes: { version: { from: number, to: next } },
      ...aboutOwner(actor, document.owner),
    });
  });
}

/** Locks the document: no other transaction adds a version before this one ends. */
async function lockDocument(tx: Transaction, actor: Actor, id: string) {
  const [document] = await tx
    .select({
      collection: resources.collection,
      parent: resources.parent,
      newest: resources.fileVersion,
      owner: resources.user,
      isChangeable: sql<boolean>`coalesce(${changeableBy(actor)}, false)`,
    })
    .from(resources)
    .where(and(eq(resources.id, id), visibleTo(actor)))
    .for('update');
  return document;
}
