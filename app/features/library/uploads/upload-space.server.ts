import { and, count, eq, sql, sum } from 'drizzle-orm';
import type { Actor, SignedInActor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { type Database, db, schema, type Transaction } from '~/db/db.server';
import { authoriseCollection } from '~/features/library/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { authorise } from '~/policy/permissions';
import { UploadRefusal } from './refusal.server';

const {
  documentVersions: versions,
  intranetResources: resources,
  intranetUploads: uploads,
} = schema;

const mostUnfinished = 5_000;
/** The part of a collection that one person's unfinished uploads may hold: announcing costs nothing. */
const mostAnnounced = 1 / 4;

/** Bytes taken in a collection: all files of all documents, and what is on its way. */
async function bytesTaken(
  connection: Database | Transaction,
  collection: Collection,
): Promise<number> {
  const { rows } = await connection.execute<{ bytes: string }>(sql`
    select coalesce((select sum(bytes) from (select distinct v.storage_key, v.bytes
        from ${versions} v join ${resources} r on r.id = v.document
        where r.collection = ${collection}) as files), 0)
      + coalesce((select sum(bytes) from ${uploads}
        where collection = ${collection} and state = 'arriving'), 0) as bytes`);
  return Number(rows[0]?.bytes ?? 0);
}

/**
 * Makes sure that an upload fits; call it where no other one is being judged at the same time.
 * @throws UploadRefusal `error.storage/quota-exceeded`
 */
export async function requireSpace(
  tx: Database | Transaction,
  actor: SignedInActor,
  { collection, bytes }: { collection: Collection; bytes: number },
): Promise<void> {
  authorise(actor, 'library.add');
  if ((await bytesTaken(tx, collection)) + bytes > config().intranet.areaQuota) {
    throw new UploadRefusal('error.storage/quota-exceeded');
  }
  const [own] = await tx
    .select({ number: count(), bytes: sum(uploads.bytes).mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.user, actor.id), eq(uploads.state, 'arriving')));
  const { longestFile, areaQuota } = config().intranet;
  const announced = (own?.bytes ?? 0) + bytes;
  const isTooMuch = announced > Math.max(longestFile, areaQuota * mostAnnounced);
  if (isTooMuch || (own?.number ?? 0) >= mostUnfinished) {
    throw new UploadRefusal('error.storage/quota-exceeded');
  }
}

/** The limits of an upload: maximum file size and free space, in bytes. */
export async function getUploadLimits(actor: Actor, collection: Collection) {
  authorise(actor, 'library.add');
  authoriseCollection(actor, collection);
  const { longestFile, areaQuota, virusScanner } = config().intranet;
  const spaceLeft = Math.max(0, areaQuota - (await bytesTaken(db(), collection)));
  return { longestFile, spaceLeft, isScanned: virusScanner !== undefined };
}
