import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { EVENTS, Server } from '@tus/server';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/actor';
import { config } from '~/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { requireReplaceable } from '~/features/documents/documents.server';
import { ensureFolders } from '~/features/intranet/intranet.server';
import {
  authoriseCollection,
  lockTree,
  requireFolder,
} from '~/features/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { extensionOf, fileTypeOf } from '~/lib/file-types';
import { newId } from '~/lib/new-id';
import { authorise, can } from '~/permissions';
import { fileStore } from '~/platform/file-store.server';
import { completeUpload } from './complete-upload.server';
import { enqueueUploadRemoval } from './discard-uploads.job.server';
import { refusalOf, UploadRefusal } from './refusal.server';
import { uploadMetadataSchema } from './upload-schemas';

const {
  documentVersions: versions,
  intranetResources: resources,
  intranetUploads: uploads,
} = schema;

export { enqueueUploadRemoval };

/** Where the tus protocol is spoken. */
export const uploadsPath = '/uploads';
const keptDays = 7;
const mostUnfinished = 5_000;

/** Who sends the request that the tus library is just answering. */
const sender = new AsyncLocalStorage<SignedInActor>();

function currentSender(): SignedInActor {
  const actor = sender.getStore();
  if (!actor) throw new UploadRefusal('error.storage/unauthenticated');
  return actor;
}

let made: { store: unknown; server: Server } | undefined;

function tusServer(): Server {
  const store = fileStore().uploads;
  if (made?.store !== store) made = { store, server: createServer() };
  return made.server;
}

function createServer(): Server {
  const server = new Server({
    path: uploadsPath,
    datastore: fileStore().uploads,
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
      const { document, duplicate } = await completeUpload(currentSender(), upload.id);
      return { headers: outcomeHeaders(document, duplicate) };
    },
    onResponseError: (_request, error) => refusalOf(error),
  });
  server.on(EVENTS.POST_TERMINATE, (_request, _response, id) => {
    void db().delete(uploads).where(eq(uploads.id, id));
  });
  return server;
}

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
  const id = /^\/uploads\/([0-9a-f]{32})$/.exec(new URL(request.url).pathname)?.[1];
  if (request.method === 'POST' ? id !== undefined : id === undefined) {
    return refuse('error.storage/object-not-found');
  }
  if (id === undefined) return speakTus(actor, request);
  const upload = await findOwnUpload(actor, id);
  if (!upload) return refuse('error.storage/object-not-found');
  if (upload.state === 'refused') {
    return plain(410, upload.errorCode ?? 'error.storage/unknown');
  }
  if (upload.state === 'done') return arrived(upload);
  if (request.method === 'HEAD' && (await hasAllBytes(upload))) {
    // The last bytes were acknowledged, but not yet made a document: the process ended between.
    try {
      await completeUpload(actor, id);
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

async function findOwnUpload(actor: SignedInActor, id: string): Promise<Upload | undefined> {
  const [upload] = await db()
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.user, actor.id)));
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
    await requireSpace(actor, wish.collection, size);
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

/** Bytes taken in a collection: all versions of all documents, and what is on its way. */
async function bytesTaken(collection: Collection): Promise<number> {
  const { rows } = await db().execute<{ bytes: string }>(sql`
    select coalesce((select sum(v.bytes) from ${versions} v join ${resources} r on r.id = v.document
        where r.collection = ${collection}), 0)
      + coalesce((select sum(bytes) from ${uploads}
        where collection = ${collection} and state = 'arriving'), 0) as bytes`);
  return Number(rows[0]?.bytes ?? 0);
}

async function requireSpace(
  actor: SignedInActor,
  collection: Collection,
  size: number,
): Promise<void> {
  if ((await bytesTaken(collection)) + size > config().intranet.areaQuota) {
    throw new UploadRefusal('error.storage/quota-exceeded');
  }
  const unfinished = await db().$count(
    uploads,
    and(eq(uploads.user, actor.id), eq(uploads.state, 'arriving')),
  );
  if (unfinished >= mostUnfinished) throw new UploadRefusal('error.storage/quota-exceeded');
}

/** What is told before an upload: the longest file and the space that is left, in bytes. */
export async function getUploadLimits(actor: Actor, collection: Collection) {
  authorise(actor, 'intranet.add');
  authoriseCollection(actor, collection);
  const { longestFile, areaQuota, virusScanner } = config().intranet;
  const spaceLeft = Math.max(0, areaQuota - (await bytesTaken(collection)));
  return { longestFile, spaceLeft, isScanned: virusScanner !== undefined };
}

/** The actor's own uploads that were interrupted, newest first. */
export async function listUnfinishedUploads(actor: Actor, collection: Collection) {
  authorise(actor, 'intranet.add');
  authoriseCollection(actor, collection);
  return db()
    .select({ id: uploads.id, fileName: uploads.fileName, fingerprint: uploads.fingerprint })
    .from(uploads)
    .where(
      and(
        eq(uploads.user, actor.id ?? ''),
        eq(uploads.collection, collection),
        eq(uploads.state, 'arriving'),
      ),
    )
    .orderBy(desc(uploads.createdAt))
    .limit(500);
}

/** Removes uploads nobody went on with, and notes about finished ones; run by the nightly job. */
export async function clearOldUploads(): Promise<void> {
  const oldest = new Date(Date.now() - keptDays * 24 * 3_600_000);
  const old = await db().select().from(uploads).where(lt(uploads.createdAt, oldest));
  for (const { id, state } of old) {
    if (state !== 'done') await fileStore().discardUpload(id);
    await db().delete(uploads).where(eq(uploads.id, id));
  }
}
