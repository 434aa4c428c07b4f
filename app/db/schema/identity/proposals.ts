import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../columns';
import { users } from './accounts';

const person = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * What one administrator wants to do to an account and a second one has not confirmed yet. It goes when
 * it is decided: what became of it is in the audit log.
 */
export const accountProposals = pgTable(
  'account_proposals',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    userId: person('user_id'),
    kind: text('kind', {
      enum: ['role', 'suspend', 'reactivate', 'reset-second-factor'],
    }).notNull(),
    /** The new role; null for other changes. */
    role: text('role', { enum: ['ADMIN', 'DEV', 'USER'] }),
    reason: text('reason').notNull().default(''),
    proposedBy: person('proposed_by'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [uniqueIndex('account_proposals_user_kind_key').on(table.userId, table.kind)],
);
