import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { Server } from '@tus/server';
import { and, eq, inArray, lt, ne } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/actor';
import { config } from '~/config.server';
import { db, pool, schema, transaction, type Transaction } from '~/db/db.server';
import { requireReplaceable } from '~/features/documents/documents.server';
import { ensureFolders } from '~/features/intranet/intranet.server';
import {
  authoriseCollection,
  lockTree,
  readableCollections,
  requireFolder,
} from '~/features/resources/resources.server';
import { extensionOf, fileTypeOf } from '~/lib/file-types';
import { keptFor } from '~/lib/kept-for';
import { newId } from '~/lib/new-id';
import { authorise, can } from '~/permissions';
import { fileStore } from '~/platform/file-store.server';
import { UploadLocks } from '~/platform/upload-locks.server';
import { completeUpload } from './complete-upload.server';
import { refusalOf, UploadRefusal } from './refusal.server';
import { enqueueRemovalOfUnfinished, enqueueUploadRemoval } from './upload-removal.server';
import { uploadMetadataSchema } from './upload-schemas';
import { requireSpace } from './upload-space.server';

const { intranetUploads: uploads } = schema;

export { enqueueRemovalOfUnfinished };

/** Where the tus protocol is spoken. */
export const uploadsPath = '/uploads';
const keptDays = keptFor.unfinishedUpload;

/** Who sends the request that the tus library is just answering. */
const sender = new AsyncLocalStorage<SignedInActor>();

function currentSender(): SignedInActor {
  const actor = sender.getStore();
  if (!actor) throw new UploadRefusal('error.storage/unauthenticated');
  return actor;
}

/** Who works on which upload just now, over all nodes. */
const locks = new UploadLocks(pool);

/** Lets go of what this node works on, when it stops. */
export const releaseUploads = (): Promise<void> => locks.close();

let made: { store: unknown; server: Server } | undefined;

function tusServer(): Server {
  const store = fileStore().uploads;
  if (made?.store !== store) made = { store, server: createServer() };
  return made.server;
}

function createServer(): Server {
  return new Server({
    path: uploadsPath,
    datastore: fileStore().uploads,
    locker: locks,
    // What a cut request has brought so far is kept quickly, and the next one goes on after it.
    lockDrainTimeout: 500,
    relativeLocation: true,
    allowedOrigins: [config().server.origin],
    maxSize: () => config().intranet.longestFile,
    // The address is as good as a key, and still only for whoever began the upload.
    namingFunction: () => randomBytes(16).toString('hex'),
    onUploadCreate: async (_request, upload) => {
      await beginUpload(currentSender(), upload);
      return {};
    },
    onUploadFinish: async (_request, upload) => {
      const { document, duplicate } = await complete(currentSender(), upload.id);
      return { headers: outcomeHeaders(document, duplicate) };
    },
    onResponseError: (_request, error) => refusalOf(error),
  });
}

const complete = (actor: SignedInActor, id: string) =>
  locks.during(id, () => completeUpload(actor, id));

const outcomeHeaders = (document: string, duplicate: string | null) => ({
  'Upload-Document': document,
  ...(duplicate ? { 'Upload-Duplicate': duplicate } : {}),
});

/**
 * Answers a request of the tus protocol: creating, sending on, asking how far it got, cancelling.
 * An upload belongs to whoever began it; for everybody else there is nothing at its address.
 */
export async function answerUpload(actor: Actor, request: Request): Promise<Response> {
  if (!can(actor, 'intranet.add') || !isSignedIn(actor))
    return refuse('error.storage/unauthenticated');
  const path = new URL(request.url).pathname;
  if (request.method === 'POST' && path === uploadsPath) return speakTus(actor, request);
  const id = /^\/uploads\/([0-9a-f]{32})$/.exec(path)?.[1];
  if (id === undefined || request.method === 'POST')
    return refuse('error.storage/object-not-found');
  const upload = await findOwnUpload(actor, id);
  if (!upload) return refuse('error.storage/object-not-found');
  if (upload.state === 'refused') {
    return plain(410, upload.errorCode ?? 'error.storage/unknown');
  }
  if (upload.state === 'done') return arrived(upload);
  if (request.method === 'DELETE') return cancelUpload(upload);
  if (request.method === 'HEAD' && (await hasAllBytes(upload))) {
    // The last bytes were acknowledged, but not yet made a document: the process ended between.
    try {
      await complete(actor, id);
      return arrived(upload);
    } catch (error) {
      const { status_code: status, body } = refusalOf(error);
      return plain(status, body);
    }
  }
  return speakTus(actor, request);
}

async function speakTus(actor: SignedInActor, request: Request): Promise<Response> {
  const answer = await sender.run(actor, () => tusServer().handleWeb(request));
  const headers = new Headers(answer.headers);
  for (const name of answer.headers.keys()) {
    if (name.startsWith('access-control-')) headers.delete(name);
  }
  headers.set('Cache-Control', 'no-store');
  return new Response(answer.body, { status: answer.status, headers });
}

type Upload = typeof uploads.$inferSelect;

/** The row goes at once, the bytes by a job that nothing can make forget them. */
async function cancelUpload({ id }: Upload): Promise<Response> {
  try {
    await locks.during(id, () => removeUploads([id]));
    return new Response(null, {
      status: 204,
      headers: { 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store' },
    });
  } catch (error) {
    const { status_code: status, body } = refusalOf(error);
    return plain(status, body);
  }
}

async function removeUploads(ids: readonly string[]): Promise<void> {
  await transaction(async (tx) => {
    await tx.delete(uploads).where(and(inArray(uploads.id, [...ids]), ne(uploads.state, 'done')));
    await enqueueUploadRemoval(tx, ids);
  });
}

async function findOwnUpload(actor: SignedInActor, id: string): Promise<Upload | undefined> {
  const [upload] = await db()
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.id, id),
        eq(uploads.user, actor.id),
        // The right may have been lost since it was begun.
        inArray(uploads.collection, readableCollections(actor)),
      ),
    );
  return upload;
}

async function hasAllBytes(upload: Upload): Promise<boolean> {
  const { offset } = await fileStore()
    .uploads.getUpload(upload.id)
    .catch(() => ({ offset: -1 }));
  return offset === upload.bytes;
}

/** The answer for an upload that has become a document: everything is here. */
function arrived(upload: Upload): Response {
  return new Response(null, {
    status: 200,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(upload.bytes),
      'Upload-Length': String(upload.bytes),
      'Cache-Control': 'no-store',
      ...outcomeHeaders(upload.document, null),
    },
  });
}

function plain(status: number, body: string): Response {
  return new Response(body, {
    status,
    headers: { 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store' },
  });
}

function refuse(code: ConstructorParameters<typeof UploadRefusal>[0]): Response {
  const { status_code: status, body } = new UploadRefusal(code);
  return plain(status, body);
}

/** Checks what is announced before a byte is sent, and keeps whose upload it is. */
async function beginUpload(
  actor: SignedInActor,
  upload: {
    id: string;
    size?: number | undefined;
    metadata?: Record<string, string | null> | undefined;
  },
): Promise<void> {
  authorise(actor, 'intranet.add');
  if (upload.size === undefined) throw new UploadRefusal('error.storage/unknown');
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
  if (wish.replaces) await requireReplaceable(actor, wish.replaces, wish.collection);
  await requireFolder(db(), wish.collection, wish.parent);
  const parent = wish.replaces ? null : await ensureFolders(actor, wish, wish.path);
  await transaction(async (tx) => {
    // One after the other, so that two large uploads cannot both take the last space.
    await lockTree(tx, wish.collection, 'alone');
    await requireSpace(tx, actor, { collection: wish.collection, bytes: size });
    await tx.insert(uploads).values({
      id: upload.id,
      user: actor.id,
      collection: wish.collection,
      parent,
      document: wish.replaces ?? newId(),
      replaces: wish.replaces !== null,
      note: wish.note,
      fileName: wish.filename,
      bytes: size,
      fingerprint: wish.fingerprint,
    });
  });
}

/** Removes uploads nobody went on with, and notes about finished ones; run by the nightly job. */
export async function clearOldUploads(): Promise<void> {
  const oldest = new Date(Date.now() - keptDays * 24 * 3_600_000);
  await transaction(async (tx) => {
    const old = await tx
      .delete(uploads)
      .where(lt(uploads.createdAt, oldest))
      .returning({ id: uploads.id });
    await enqueueUploadRemoval(
      tx,
      old.map(({ id }) => id),
    );
  });
}

/** Lets the bytes of uploads that are over be removed once `tx` commits. */
export async function discardLeftUploads(tx: Transaction, ids: readonly string[]): Promise<void> {
  await enqueueUploadRemoval(tx, ids);
}
