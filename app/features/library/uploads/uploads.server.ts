import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Server } from '@tus/server';
import { and, eq, inArray, lt, ne } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, sessionPool, schema, transaction, type Transaction } from '~/db/db.server';
import { readableCollections } from '~/features/library/resources/resources.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { can } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';
import { UploadLocks } from '~/platform/files/upload-locks.server';
import { streamingDigests } from './streaming-digests.server';
import { beginUpload } from './begin-upload.server';
import { completeUpload } from './complete-upload.server';
import { refusalOf, UploadRefusal } from './refusal.server';
import { readableOf, receiveBytes } from './receive-bytes.server';
import {
  enqueueNamedRemoval,
  enqueueRemovalOfUnfinished,
  enqueueUploadRemoval,
} from './upload-removal.server';

const { intranetUploads: uploads } = schema;

export { enqueueRemovalOfUnfinished };

/** Where the tus protocol is spoken. */
export const uploadsPath = '/uploads';
const keptDays = retentionPeriods.unfinishedUpload;

/** Who sends the request that the tus library is just answering. */
const sender = new AsyncLocalStorage<SignedInActor>();

function currentSender(): SignedInActor {
  const actor = sender.getStore();
  if (!actor) throw new UploadRefusal('error.storage/unauthenticated');
  return actor;
}

/** Who works on which upload just now, over all nodes. */
const locks = new UploadLocks(sessionPool);

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
    // By itself the library looks for it in the query as well, where it may be another one.
    getFileIdFromRequest: ({ url }) => idIn(url),
    allowedOrigins: [config().server.origin],
    maxSize: () => config().intranet.longestFile,
    // The address is secret, and works only for the member who created the upload.
    namingFunction: () => randomBytes(16).toString('hex'),
    onUploadCreate: async (_request, upload) => {
      await beginUpload(currentSender(), upload);
      return {};
    },
    onUploadFinish: async (_request, upload) => {
      // Of a file whose bytes came with its announcement.
      const { document, duplicate } = await locks.during(upload.id, () =>
        completeUpload(currentSender(), upload.id),
      );
      return { headers: outcomeHeaders(document, duplicate) };
    },
    onResponseError: (_request, error) => refusalOf(error),
  });
}

/** The upload an address is about: of the path alone. */
const idIn = (url: string) => /^\/uploads\/([0-9a-f]{32})$/.exec(new URL(url).pathname)?.[1];

const protocolHeaders = { 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store' };

const outcomeHeaders = (document: string, duplicate: string | null) => ({
  'Upload-Document': document,
  ...(duplicate ? { 'Upload-Duplicate': duplicate } : {}),
});

/**
 * Answers a request of the tus protocol: creating, sending on, asking how far it got, cancelling.
 * An upload belongs to the member who created it; everybody else gets 404.
 * @param body what is sent on, read in place of the request's own body, which is the slower way
 */
export async function answerUpload(
  actor: Actor,
  request: Request,
  body?: Readable,
): Promise<Response> {
  if (!can(actor, 'library.add') || !isSignedIn(actor))
    return refuse('error.storage/unauthenticated');
  const path = new URL(request.url).pathname;
  if (request.method === 'POST' && path === uploadsPath) return speakTus(actor, request);
  const id = idIn(request.url);
  // What is sent can be read as a document, once it has been inspected, and not here.
  if (id === undefined || request.method === 'POST' || request.method === 'GET')
    return refuse('error.storage/object-not-found');
  const upload = await findOwnUpload(actor, id);
  if (!upload) return refuse('error.storage/object-not-found');
  if (upload.state === 'refused') {
    return plain(410, upload.errorCode ?? 'error.storage/unknown');
  }
  if (upload.state === 'done') return arrived(upload);
  if (request.method === 'DELETE') return cancelUpload(upload);
  if (request.method === 'PATCH') {
    return sendOn(actor, upload, {
      headers: request.headers,
      body: body ?? readableOf(request),
    });
  }
  if (request.method === 'HEAD' && (await hasAllBytes(upload))) {
    // The last bytes were acknowledged, but not yet made a document: the process ended between.
    return orRefusal(async () => {
      await locks.during(id, () => completeUpload(actor, id));
      return arrived(upload);
    });
  }
  const answer = await speakTus(actor, request);
  if (answer.status !== 404) return answer;
  // While it waited, the request before it has brought the last bytes, which are a document now.
  const now = await findOwnUpload(actor, id);
  return now?.state === 'done' ? arrived(now) : answer;
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

/** More bytes; with the last of them the upload becomes a document. */
function sendOn(
  actor: SignedInActor,
  upload: Upload,
  request: { headers: Headers; body: Readable },
): Promise<Response> {
  return orRefusal(() =>
    locks.during(upload.id, async (whenWanted) => {
      // While it waited, the request before it may have brought the last bytes.
      const now = await findOwnUpload(actor, upload.id);
      if (now?.state === 'done') return arrived(now);
      const offset = await receiveBytes(upload, request, whenWanted);
      const outcome = offset === upload.bytes ? await completeUpload(actor, upload.id) : null;
      return new Response(null, {
        status: 204,
        headers: {
          ...protocolHeaders,
          'Upload-Offset': String(offset),
          ...(outcome ? outcomeHeaders(outcome.document, outcome.duplicate) : {}),
        },
      });
    }),
  );
}

async function orRefusal(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const { status_code: status, body } = refusalOf(error);
    return plain(status, body);
  }
}

/** The row goes at once, the bytes by a job that nothing can make forget them. */
function cancelUpload({ id }: Upload): Promise<Response> {
  return orRefusal(async () => {
    await locks.during(id, () => removeUploads([id]));
    streamingDigests.forget(id);
    return new Response(null, { status: 204, headers: protocolHeaders });
  });
}

async function removeUploads(ids: readonly string[]): Promise<void> {
  await transaction(async (tx) => {
    const gone = await tx
      .delete(uploads)
      .where(and(inArray(uploads.id, [...ids]), ne(uploads.state, 'done')))
      .returning();
    await enqueueUploadRemoval(tx, ids);
    await enqueueNamedRemoval(tx, gone);
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
      ...protocolHeaders,
      'Upload-Offset': String(upload.bytes),
      'Upload-Length': String(upload.bytes),
      ...outcomeHeaders(upload.document, null),
    },
  });
}

/** The code of a refusal stands in a header as well: an answer to HEAD has no body. */
function plain(status: number, body: string): Response {
  return new Response(body, { status, headers: { ...protocolHeaders, 'Upload-Refusal': body } });
}

function refuse(code: ConstructorParameters<typeof UploadRefusal>[0]): Response {
  const { status_code: status, body } = new UploadRefusal(code);
  return plain(status, body);
}

/** Removes abandoned uploads and records of finished ones; run by the nightly job. */
export async function clearOldUploads(): Promise<void> {
  const oldest = new Date(Date.now() - keptDays * 24 * 3_600_000);
  await transaction(async (tx) => {
    const old = await tx.delete(uploads).where(lt(uploads.createdAt, oldest)).returning();
    await enqueueUploadRemoval(
      tx,
      old.map(({ id }) => id),
    );
    await enqueueNamedRemoval(tx, old);
  });
}

/** Lets the bytes of uploads that are over be removed once `tx` commits. */
export async function discardLeftUploads(tx: Transaction, ids: readonly string[]): Promise<void> {
  await enqueueUploadRemoval(tx, ids);
}
