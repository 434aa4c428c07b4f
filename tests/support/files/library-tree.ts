import { inArray, sql } from 'drizzle-orm';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { removeFiles } from '~/features/library/resources/remove-files.job.server';

/** A folder of the owner's with a folder in it and three documents of 1,000 bytes. */
export async function makeTree(owner: SignedInActor) {
  const top = await makeFolder(db(), { user: owner.id });
  const inner = await makeFolder(db(), { user: owner.id, parent: top.id });
  const documents = [
    await makeDocument(db(), { user: owner.id, parent: top.id }),
    await makeDocument(db(), { user: owner.id, parent: inner.id }),
    await makeDocument(db(), { user: owner.id, parent: inner.id }),
  ];
  return {
    top: top.id,
    inner: inner.id,
    ids: [top.id, inner.id, ...documents.map(({ id }) => id)],
    documents,
  };
}

export const remaining = (ids: string[]) =>
  db().$count(schema.intranetResources, inArray(schema.intranetResources.id, ids));

/** Storage names that wait for their removal. */
export const queuedKeys = async () => {
  const { rows } = await db().execute<{ data: { keys: string[] } }>(
    sql`select data from pgboss.job where name = ${removeFiles.name}`,
  );
  return rows.flatMap(({ data }) => data.keys);
};
