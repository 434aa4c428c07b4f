import type { InferInsertModel } from 'drizzle-orm';
import { newId } from '~/lib/new-id';
import { type Database, schema, type Transaction } from './db.server';

/** Folders and documents from the few fields that matter; see `factories.server.ts`. */
type Connection = Database | Transaction;
type Fields = Partial<InferInsertModel<typeof schema.intranetResources>>;

export async function makeFolder(connection: Connection, fields: Fields = {}) {
  const id = fields.id ?? newId();
  return insert(connection, {
    title: `Folder ${id.slice(-6)}`,
    ...fields,
    id,
    folder: true,
    metadata: { schema: 1, kind: 'folder' },
  });
}

/** A document with its first version; the file itself is not made. */
export async function makeDocument(connection: Connection, fields: Fields = {}) {
  const id = fields.id ?? newId();
  const extension = fields.storageExtension ?? 'txt';
  const facts = {
    bytes: fields.bytes ?? 1_000,
    sha256: fields.sha256 ?? id.replaceAll('-', '').padEnd(64, '0'),
    mediaType: fields.mediaType ?? 'text/plain',
  };
  const document = await insert(connection, {
    title: `Document ${id.slice(-6)}`,
    metadata: { schema: 1, kind: 'other' },
    textState: 'none',
    fileAt: new Date(),
    ...fields,
    ...facts,
    id,
    folder: false,
    storageExtension: extension,
    fileVersion: 1,
  });
  await connection.insert(schema.documentVersions).values({
    document: id,
    number: 1,
    user: document.user,
    fileName: `${document.title}.${extension}`,
    extension,
    storageKey: `${document.collection}/${id}/document.${extension}`,
    ...facts,
  });
  return document;
}

async function insert(
  connection: Connection,
  fields: Fields &
    Pick<InferInsertModel<typeof schema.intranetResources>, 'title' | 'folder' | 'metadata'>,
) {
  const [made] = await connection
    .insert(schema.intranetResources)
    .values({ collection: 'userIntranet', ...fields })
    .returning();
  if (!made) throw new Error('The record was not made');
  return made;
}
