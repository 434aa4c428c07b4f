import { and, eq } from 'drizzle-orm';
import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { findDuplicate, storeDocument } from '~/features/library/documents/documents.server';
import { authoriseCollection } from '~/features/library/resources/resources.server';
import { authorise } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';
import { log } from '~/platform/log/log.server';
import { streamingDigests } from './streaming-digests.server';
import { type FileFacts, inspectUpload } from './inspection/inspect-upload.server';
import { UploadRefusal } from './refusal.server';
import { enqueueNamedRemoval, enqueueUploadRemoval, keyOf } from './upload-removal.server';

const { intranetUploads: uploads, users } = schema;
type Upload = typeof uploads.$inferSelect;

/**
 * Makes a complete upload a document: what arrived is made durable, inspected, named as a file and
 * then gets its row. Asking again, after a crash or twice at once, gives the same document.
 * @returns the document's id, and that of an identical one the actor may see
 * @throws UploadRefusal, AppError when it may not be kept, and its bytes go; anything else when it
 *   could not be stored just now, and asking again goes on with the bytes that are there
 */
export async function completeUpload(
  actor: SignedInActor,
  id: string,
): Promise<{ document: string; duplicate: string | null }> {
  authorise(actor, 'library.add');
  const [upload] = await db()
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.user, actor.id)));
  if (!upload) throw new UploadRefusal('error.storage/object-not-found');
  authoriseCollection(actor, upload.collection);
  if (upload.state === 'done') return { document: upload.document, duplicate: null };
  // Refused while this request waited; its file is being removed.
  if (upload.state === 'refused') throw new UploadRefusal('error.storage/object-not-found');
  try {
    await fileStore().settleUpload(id);
    const facts = await inspectUpload(upload, streamingDigests.finish(id, upload.bytes));
    const duplicate = await findDuplicate(actor, facts.sha256, upload.document);
    await fileStore().adopt(id, keyOf(upload));
    await writeRows(actor, upload, facts);
    return { document: upload.document, duplicate };
  } catch (error) {
    const refusal = lastingRefusal(error);
    if (refusal) await keepRefusal(upload, refusal);
    else log().error({ err: error }, 'an upload could not be stored');
    throw error;
  }
}

async function writeRows(sender: SignedInActor, upload: Upload, facts: FileFacts): Promise<void> {
  await transaction(async (tx) => {
    const actor = await actorNow(tx, sender);
    authoriseCollection(actor, upload.collection);
    const [still] = await tx
      .select({ state: uploads.state })
      .from(uploads)
      .where(eq(uploads.id, upload.id))
      .for('update');
    if (!still) throw new UploadRefusal('error.storage/object-not-found');
    if (still.state === 'done') return;
    await tx.update(uploads).set({ state: 'done' }).where(eq(uploads.id, upload.id));
    await enqueueUploadRemoval(tx, [upload.id]);
    await storeDocument(tx, actor, { ...upload, ...facts, storageKey: keyOf(upload) });
  });
}

/**
 * Who sends, as the account stands now: an upload may take hours, in which it may have been suspended or
 * been given another role. It stays so until the transaction ends.
 */
async function actorNow(tx: Transaction, sender: SignedInActor): Promise<SignedInActor> {
  const [account] = await tx
    .select({ role: users.role, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, sender.id))
    .for('share');
  if (!account || account.suspendedAt) throw new UploadRefusal('error.storage/object-not-found');
  return { ...sender, role: account.role };
}

/** The code of a refusal for what was sent; null when something of ours did not work just now. */
function lastingRefusal(error: unknown): string | null {
  if (error instanceof UploadRefusal) return error.status_code < 500 ? error.body : null;
  return error instanceof AppError && error.status < 500 ? error.code : null;
}

/** So that asking again gives the same answer, and nothing of it is kept. */
async function keepRefusal(upload: Upload, errorCode: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.update(uploads).set({ state: 'refused', errorCode }).where(eq(uploads.id, upload.id));
    await enqueueUploadRemoval(tx, [upload.id]);
    await enqueueNamedRemoval(tx, [upload]);
  });
}
