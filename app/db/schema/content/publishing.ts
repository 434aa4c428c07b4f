import { integer, jsonb, pgTable, text, uniqueIndex, uuid, boolean } from 'drizzle-orm/pg-core';
import { textKinds } from '~/lib/addresses/public-path';
import { id, instant, recordColumns } from '../../columns';
import { users } from '~/db/schema/identity/accounts';

/** An event is written elsewhere, but its versions and previews are of the same kind. */
export const revisionKinds = [...textKinds, 'event'] as const;

/** The fields of a text as they are kept in versions; each kind has a schema that reads them. */
export type RevisionContent = Record<string, unknown>;

/** Changes to a public text that are saved but not yet published. */
export const pendingChanges = pgTable('pending_changes', {
  /** The id of the text. */
  id: uuid('id').primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by'),
  kind: text('kind', { enum: textKinds }).notNull(),
  content: jsonb('content').$type<RevisionContent>().notNull(),
  /** When they become public by themselves; null: when someone publishes them. */
  publishAt: instant('publish_at'),
  /** Of an agreement: from when members must accept it. */
  asksForAcceptance: boolean('asks_for_acceptance').notNull().default(false),
});

/** Every state in which a text was saved. */
export const publicationVersions = pgTable(
  'publication_versions',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by'),
    kind: text('kind', { enum: revisionKinds }).notNull(),
    publicationId: uuid('publication_id').notNull(),
    number: integer('number').notNull(),
    name: text('name'),
    /** Whether this state was the public one. */
    isPublished: boolean('is_published').notNull().default(false),
    content: jsonb('content').$type<RevisionContent>().notNull(),
  },
  (table) => [uniqueIndex('publication_versions_number_key').on(table.publicationId, table.number)],
);

/** Links by which someone without an account sees a text before it is published. */
export const previewLinks = pgTable('preview_links', {
  id: id(),
  createdAt: instant('created_at').notNull().defaultNow(),
  createdBy: uuid('created_by'),
  kind: text('kind', { enum: revisionKinds }).notNull(),
  publicationId: uuid('publication_id').notNull(),
  hash: text('hash').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
});

/** Addresses of this site that lead to others of this site. */
export const redirects = pgTable('redirects', {
  ...recordColumns(),
  fromPath: text('from_path').notNull().unique(),
  toPath: text('to_path').notNull(),
});

export type PictureVariant = { format: 'avif' | 'webp' | 'jpeg'; width: number; bytes: number };

/**
 * Cover images and pictures in texts, in several sizes and formats; the file of the camera is not kept.
 * `updatedAt` is when one was last saved with a text.
 */
export const pictures = pgTable('pictures', {
  ...recordColumns(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  variants: jsonb('variants').$type<PictureVariant[]>().notNull(),
});

/** Which version of the end-user agreement a member has accepted, and when. */
export const agreementAcceptances = pgTable(
  'agreement_acceptances',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    acceptedAt: instant('accepted_at').notNull().defaultNow(),
    /** The accepted version, by the time from which it had to be accepted. */
    acceptanceFrom: instant('acceptance_from').notNull(),
    effectiveOn: text('effective_on'),
    language: text('language').notNull(),
  },
  (table) => [uniqueIndex('agreement_acceptances_key').on(table.userId, table.acceptanceFrom)],
);
