import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../columns';
import { decisionRecords } from './decisions';
import { users } from './identity/accounts';
import { intranetResources } from './intranet';

const ownerOf = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * What a member follows: the decisions within a filter, what becomes of one decision, or the documents
 * in a folder of the library and below it.
 */
export const follows = pgTable(
  'follows',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    userId: ownerOf('user_id'),
    /** The filter as search parameters, in one spelling; empty: all decisions. */
    filter: text('filter'),
    decision: uuid('decision').references(() => decisionRecords.id, { onDelete: 'cascade' }),
    /** One in the trash stays followed, for it may be restored. */
    folder: uuid('folder').references(() => intranetResources.id, { onDelete: 'cascade' }),
    /** How often e-mails say what is new in it; the home page says it in any case. */
    rhythm: text('rhythm', { enum: ['daily', 'weekly', 'home'] }).notNull(),
    /** What came until then is not new to the member. */
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'follows_one_thing',
      sql`num_nonnulls(${table.filter}, ${table.decision}, ${table.folder}) = 1`,
    ),
    uniqueIndex('follows_filter_key')
      .on(table.userId, table.filter)
      .where(sql`${table.filter} is not null`),
    uniqueIndex('follows_decision_key')
      .on(table.userId, table.decision)
      .where(sql`${table.decision} is not null`),
    index('follows_of_decision_index').on(table.decision),
    uniqueIndex('follows_folder_key')
      .on(table.userId, table.folder)
      .where(sql`${table.folder} is not null`),
    index('follows_of_folder_index').on(table.folder),
  ],
);

/** What an e-mail has told a member of, so that none does so twice. */
export const followNotices = pgTable(
  'follow_notices',
  {
    userId: ownerOf('user_id'),
    kind: text('kind', {
      enum: ['decision', 'withdrawal', 'document', 'deleted-folder'],
    }).notNull(),
    /** Of a document the version, so that a new one is news again. */
    subject: uuid('subject').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.subject] })],
);
