import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { requireReplaceable } from '~/features/library/documents/documents.server';
import { ensureFolders } from '~/features/library/intranet/intranet.server';
import {
  authoriseCollection,
  lockTree,
  requireFolder,
} from '~/features/library/resources/resources.server';
import { extensionOf, fileTypeOf } from '~/features/library/resources/file-types';
import { newId } from '~/lib/new-id';
import { authorise } from '~/policy/permissions';
import { UploadRefusal } from './refusal.server';
import { uploadMetadataSchema } from './upload-schemas';
import { requireSpace } from './upload-space.server';

const { intranetUploads: uploads } = schema;

/** Checks what is announced before a byte is sent, and keeps whose upload it is. */
export async function beginUpload(
  actor: SignedInActor,
  upload: {
    id: string;
    size?: number | undefined;
    metadata?: Record<string, string | null> | undefined;
  },
): Promise<void> {
  authorise(actor, 'library.add');
  if (upload.size === undefined) {
    throw new UploadRefusal('error.intranet-resource.could-not-upload-resource');
  }
  if (!upload.metadata?.filename) throw new UploadRefusal('error.storage/no-file-provided');
  // An empty value arrives as null.
  const given = Object.entries(upload.metadata).map(([key, value]) => [key, value ?? '']);
  const parsed = uploadMetadataSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const isName = parsed.error.issues.some(
      ({ path }) => path[0] === 'filename' || path[0] === 'path',
    );
    throw new UploadRefusal(
      isName
        ? 'error.storage/invalid-file-name'
        : 'error.intranet-resource.could-not-upload-resource',
    );
  }
  const wish = parsed.data;
  const { size } = upload;
  if (size === 0) throw new UploadRefusal('error.storage/empty-file');
  if (!fileTypeOf(extensionOf(wish.filename))) {
    throw new UploadRefusal('error.storage/type-not-allowed');
  }
  authoriseCollection(actor, wish.collection);
  if (wish.replaces) {
    const { collection, current } = wish;
    await requireReplaceable(actor, wish.replaces, { collection, current });
  }
  await requireFolder(db(), wish.collection, wish.parent);
  const wanted = { collection: wish.collection, bytes: size };
  // What does not fit leaves no folders behind.
  await requireSpace(db(), actor, wanted);
  const parent = wish.replaces ? null : await ensureFolders(actor, wish, wish.path);
  await transaction(async (tx) => {
    // One after the other, so that two large uploads cannot both take the last space.
    await lockTree(tx, wish.collection, 'alone');
    await requireSpace(tx, actor, wanted);
    await tx.insert(uploads).values({
      id: upload.id,
      user: actor.id,
      collection: wish.collection,
      parent,
      document: wish.replaces ?? newId(),
      replaces: wish.replaces !== null,
      replacesVersion: wish.replaces === null ? null : wish.current,
      note: wish.note,
      fileName: wish.filename,
      bytes: size,
      fingerprint: wish.fingerprint,
    });
  });
}
