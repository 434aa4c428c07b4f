import { and, eq } from 'drizzle-orm';
import type { SignedInActor } from '~/actor';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { findDuplicate, storeDocument } from '~/features/documents/documents.server';
import { fileStore } from '~/platform/file-store.server';
import { log } from '~/platform/log.server';
import { inspectUpload } from './inspect-upload.server';
import { UploadRefusal } from './refusal.server';

const { intranetUploads: uploads } = schema;

/**
 * Makes a complete upload a document: what arrived is inspected, made durable under its final
 * name, and then gets its row. Asking again, or twice at once, gives the same document.
 * @returns the document's id, and that of an identical one the actor may see
 * @throws UploadRefusal, AppError when it may not be kept; its bytes are gone then
 */
export async function completeUpload(
  actor: SignedInActor,
  id: string,
): Promise<{ document: string; duplicate: string | null }> {
  try {
    return await transaction(async (tx) => {
      const [upload] = await tx
        .select()
        .from(uploads)
        .where(and(eq(uploads.id, id), eq(uploads.user, actor.id)))
        .for('update');
      if (!upload) throw new UploadRefusal('error.storage/object-not-found');
      if (upload.state === 'done') return { document: upload.document, duplicate: null };
      const facts = await inspectUpload(upload);
      const duplicate = await findDuplicate(actor, facts.sha256, upload.document);
      const key = await storeDocument(tx, actor, { ...upload, ...facts });
      await tx.update(uploads).set({ state: 'done' }).where(eq(uploads.id, id));
      // Last: when it fails nothing is written; when the commit fails the sweeper finds the file.
      await fileStore().adopt(id, key);
      return { document: upload.document, duplicate };
    });
  } catch (error) {
    if (error instanceof UploadRefusal || error instanceof AppError) {
      await keepRefusal(id, error.message);
    } else {
      log().error({ err: error }, 'an upload could not be stored');
    }
    throw error;
  }
}

/** So that asking again gives the same answer, and nothing of it is kept. */
async function keepRefusal(id: string, errorCode: string): Promise<void> {
  await db().update(uploads).set({ state: 'refused', errorCode }).where(eq(uploads.id, id));
  await fileStore().discardUpload(id);
}
