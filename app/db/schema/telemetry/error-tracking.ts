import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../../columns';

/** One error as it was met (spec section 3); those of server and jobs stand in the same list. */
export const trackedErrors = pgTable(
  'tracked_errors',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    kind: text('kind', { enum: ['browser', 'server', 'job', 'policy'] }).notNull(),
    group: text('group')
      .notNull()
      .references(() => errorGroups.id, { onDelete: 'cascade' }),
    message: text('message').notNull(),
    stackTrace: text('stack_trace'),
    /** The current route, without ids and query. */
    url: text('url').notNull(),
    userAgent: text('user_agent'),
    /** 32 random bytes in hex, made once per app session; errors of the server have none. */
    sessionToken: text('session_token'),
    /** The id of the user, or 'anonymous' or 'unauthenticated'. */
    user: text('user').notNull(),
    version: text('version'),
    versionDate: instant('version_date'),
    /** SHA-1 of message, stack and URL: the same error is kept once per session. */
    hash: text('hash').notNull(),
    requestId: text('request_id'),
  },
  (table) => [
    uniqueIndex('tracked_errors_session_hash_key').on(table.sessionToken, table.hash),
    index('tracked_errors_group_index').on(table.group, table.createdAt),
    index('tracked_errors_created_at_index').on(table.createdAt),
  ],
);

/** Errors that are one fault: what is known of it and what was decided. */
export const errorGroups = pgTable('error_groups', {
  /** Hash of kind, message without numbers, and the first line of the stack. */
  id: text('id').primaryKey(),
  kind: text('kind', { enum: ['browser', 'server', 'job', 'policy'] }).notNull(),
  message: text('message').notNull(),
  state: text('state', { enum: ['open', 'resolved', 'ignored'] })
    .notNull()
    .default('open'),
  firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
  lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  count: integer('count').notNull().default(0),
  lastVersion: text('last_version'),
});
