import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { collections } from '../../lib/collections';
import type { ResourceMetadata } from '../../features/library/resources/resource-metadata';
import { id, instant, recordColumns } from '../columns';
import { users } from './identity/accounts';

const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Spec section 3, intranet resource: a folder or a document. Documents add author, the extension
 * of the stored file and what the system found out about the newest version.
 */
export const intranetResources = pgTable(
  'intranet_resources',
  {
    ...recordColumns(),
    collection: text('collection', { enum: collections }).notNull(),
    folder: boolean('folder').notNull(),
    metadata: jsonb('metadata').$type<ResourceMetadata>().notNull(),
    /** The folder it lies in; null for the top level. */
    parent: uuid('parent'),
    /** Who made it; null once the account is gone, documents stay with the library. */
    user: uuid('user_id').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    /** BCP 47 primary language of the text; null when unknown. */
    language: text('language'),
    tags: text('tags').array().notNull().default([]),
    author: text('author'),
    storageExtension: text('storage_extension'),
    /** Number of the newest version; the facts below are about that one. */
    fileVersion: integer('file_version'),
    bytes: bigint('bytes', { mode: 'number' }),
    sha256: text('sha256'),
    mediaType: text('media_type'),
    pages: integer('pages'),
    /**
     * waiting: to be read; found; none: a scan or a picture; failed: damaged or encrypted; unread:
     * of a kind that is not read, or too long.
     */
    textState: text('text_state', { enum: ['waiting', 'found', 'none', 'failed', 'unread'] }),
    /** When the newest file arrived, for "new since your last visit". */
    fileAt: instant('file_at'),
    /** In the trash since; those removed by one act share `trashedWith`. */
    trashedAt: instant('trashed_at'),
    trashedWith: uuid('trashed_with'),
    /** Title, metadata and words of the text; kept by a trigger. */
    search: searchVector('search'),
    /** Title and metadata alone, which make the order of what is found; kept by the same trigger. */
    rankedWords: searchVector('ranked_words'),
    /** The words of the whole text, without their places. */
    textWords: searchVector('text_words'),
    /** ECLI and case numbers in one spelling, see lib/citation-key. */
    citations: text('citations').array().notNull().default([]),
  },
  (table) => [
    // A thing lies in a folder of its own collection, whatever a program says.
    unique('intranet_resources_id_collection_key').on(table.id, table.collection),
    foreignKey({
      name: 'intranet_resources_parent_fkey',
      columns: [table.parent, table.collection],
      foreignColumns: [table.id, table.collection],
    }),
    check('intranet_resources_own_parent', sql`${table.parent} <> ${table.id}`),
    check(
      'intranet_resources_document',
      sql`${table.folder} = (${table.storageExtension} is null) and ${table.folder} = (${table.fileVersion} is null)`,
    ),
    index('intranet_resources_parent_index').on(table.parent),
    index('intranet_resources_place_index').on(table.collection, table.parent),
    index('intranet_resources_sha256_index').on(table.sha256),
    index('intranet_resources_user_index').on(table.user),
    index('intranet_resources_search_index').using('gin', table.search),
    // The same of judgments and summaries, of which a search asks with fewer words.
    index('intranet_resources_judgments_index')
      .using('gin', table.search)
      .where(sql`${table.metadata} ->> 'kind' in ('judgment', 'summary')`),
    index('intranet_resources_facts_index').using('gin', table.rankedWords),
    index('intranet_resources_citations_index').using('gin', table.citations),
    // One folder of a name in a place, as on any desktop; documents may share a title.
    uniqueIndex('intranet_resources_folder_name_key')
      .on(
        table.collection,
        sql`coalesce(${table.parent}, '00000000-0000-0000-0000-000000000000'::uuid)`,
        sql`lower(${table.title})`,
      )
      .where(sql`${table.folder} and ${table.trashedAt} is null`),
  ],
);

/** Every file a document has had; the newest is `fileVersion` of the document. */
export const documentVersions = pgTable(
  'intranet_document_versions',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    document: uuid('document')
      .notNull()
      .references(() => intranetResources.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    user: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    note: text('note').notNull().default(''),
    /** The name it had where it came from; shown, never used as a path. */
    fileName: text('file_name').notNull(),
    extension: text('extension').notNull(),
    storageKey: text('storage_key').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    mediaType: text('media_type').notNull(),
  },
  (table) => [
    unique('intranet_document_versions_number_key').on(table.document, table.number),
    index('intranet_document_versions_key_index').on(table.storageKey),
  ],
);

/** The text of the newest version by page, made by the extraction job. */
export const documentPages = pgTable(
  'intranet_document_pages',
  {
    document: uuid('document')
      .notNull()
      .references(() => intranetResources.id, { onDelete: 'cascade' }),
    page: integer('page').notNull(),
    text: text('text').notNull(),
    language: text('language'),
    search: searchVector('search').notNull(),
    citations: text('citations').array().notNull().default([]),
    /** The version of the recogniser that has found them; null for one before there were versions. */
    recognisedBy: text('recognised_by'),
  },
  (table) => [
    primaryKey({ columns: [table.document, table.page] }),
    index('intranet_document_pages_search_index').using('gin', table.search),
    index('intranet_document_pages_citations_index').using('gin', table.citations),
  ],
);

/** Files on their way in by the tus protocol; `id` is the upload's address and belongs to `user`. */
export const intranetUploads = pgTable(
  'intranet_uploads',
  {
    id: text('id').primaryKey(),
    createdAt: instant('created_at').notNull().defaultNow(),
    user: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    collection: text('collection', { enum: collections }).notNull(),
    /** No foreign key: if the folder is deleted meanwhile, the upload ends with a clear error. */
    parent: uuid('parent'),
    /** Id of the document it becomes, or of the one it replaces. */
    document: uuid('document').notNull(),
    replaces: boolean('replaces').notNull().default(false),
    /** The newest version when the file was chosen; null if unknown. */
    replacesVersion: integer('replaces_version'),
    note: text('note').notNull().default(''),
    fileName: text('file_name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Hashed fingerprint by which the browser resumes the upload after a reload. */
    fingerprint: text('fingerprint').notNull(),
    state: text('state', { enum: ['arriving', 'done', 'refused'] })
      .notNull()
      .default('arriving'),
    errorCode: text('error_code'),
  },
  (table) => [index('intranet_uploads_user_index').on(table.user, table.state)],
);

/** When a member was last in a collection, for "new since your last visit". */
export const intranetVisits = pgTable(
  'intranet_visits',
  {
    user: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    collection: text('collection', { enum: collections }).notNull(),
    /** End of the visit before this one. */
    previousAt: instant('previous_at'),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user, table.collection] })],
);
