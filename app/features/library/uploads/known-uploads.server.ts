import { and, desc, eq, exists, gt, or, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { authoriseCollection, visibleTo } from '~/features/library/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { authorise } from '~/policy/permissions';

const { intranetResources: resources, intranetUploads: uploads } = schema;

/** The actor's own uploads that were interrupted, newest first. */
export async function listUnfinishedUploads(actor: Actor, collection: Collection) {
  authorise(actor, 'library.add');
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

/** Files chosen again within this time were not meant as a second copy. */
const sameForHours = 24;

/**
 * The actor's own upload of the same file to the same place: one that was interrupted, or one that
 * has arrived lately and whose document is still where it went. So choosing twenty files again
 * after a reload goes on with the rest and doubles nothing.
 */
export async function findSameUpload(
  actor: Actor,
  collection: Collection,
  fingerprint: string,
): Promise<{ id: string } | null> {
  authorise(actor, 'library.add');
  authoriseCollection(actor, collection);
  const since = new Date(Date.now() - sameForHours * 3_600_000);
  const hasItsDocument = exists(
    db()
      .select({ id: resources.id })
      .from(resources)
      .where(
        and(
          eq(resources.id, uploads.document),
          sql`${resources.parent} is not distinct from ${uploads.parent}`,
          eq(resources.fileVersion, 1),
          visibleTo(actor),
        ),
      ),
  );
  const [found] = await db()
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(
        eq(uploads.user, actor.id ?? ''),
        eq(uploads.collection, collection),
        eq(uploads.fingerprint, fingerprint),
        or(
          eq(uploads.state, 'arriving'),
          and(
            eq(uploads.state, 'done'),
            eq(uploads.replaces, false),
            gt(uploads.createdAt, since),
            hasItsDocument,
          ),
        ),
      ),
    )
    // A complete upload is preferred to one whose creation the client may not know of.
    .orderBy(desc(sql`${uploads.state} = 'done'`), desc(uploads.createdAt))
    .limit(1);
  return found ?? null;
}
