import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../columns';
import { users } from './accounts';

/** A list of the administration as a person wants it again: filter, order and columns. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address of the list. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** Search parameters; empty: the list as it comes. */
    query: text('query').notNull(),
  },
  (table) => [unique('saved_views_name_key').on(table.userId, table.list, table.name)],
);
