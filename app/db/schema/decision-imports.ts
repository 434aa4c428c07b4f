import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../columns';
import { decisionRecords } from './decisions';

/** A file with decisions: first only read, then imported, and perhaps undone. */
export const decisionImports = pgTable(
  'decision_imports',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by'),
    fileName: text('file_name').notNull(),
    /** The text of the file, until it is imported. */
    source: text('source'),
    importedAt: instant('imported_at'),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('decision_imports_created_index').on(table.createdAt)],
);

/** What an import did to a decision; it goes when that is undone. */
export const decisionImportItems = pgTable(
  'decision_import_items',
  {
    import: uuid('import')
      .notNull()
      .references(() => decisionImports.id, { onDelete: 'cascade' }),
    decision: uuid('decision')
      .notNull()
      .references(() => decisionRecords.id, { onDelete: 'cascade' }),
    /** The version that it had; null when the import brought it. */
    before: integer('before'),
    /** The version that it got: a later one was edited since. */
    after: integer('after').notNull(),
    /** The documents that named its earlier identifier, and name its ECLI since. */
    documents: uuid('documents').array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.import, table.decision] }),
    index('decision_import_items_decision_index').on(table.decision),
  ],
);
