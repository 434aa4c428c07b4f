import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../columns';
import { users } from './identity/accounts';

/** Members who check what others propose of the decisions of a State. */
export const correspondents = pgTable(
  'correspondents',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The State, as the courts name it. */
    country: text('country').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.country] }),
    index('correspondents_country_index').on(table.country),
  ],
);
