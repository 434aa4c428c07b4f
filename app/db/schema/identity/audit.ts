import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../columns';

/** What changed, by field; codes, states and ids only: no secrets, no texts, no personal data. */
export type AuditChanges = Record<string, { from?: unknown; to?: unknown }>;

/**
 * The audit log: append-only (a trigger refuses update, delete and truncate) and chained by hash,
 * so that an entry can be neither changed nor left out unnoticed.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind', { enum: ['user', 'job', 'anonymous'] }).notNull(),
    actorId: uuid('actor_id'),
    role: text('role').notNull(),
    action: text('action').notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: text('target_id').notNull(),
    /** Whom the entry is about, so that members can see entries about themselves. */
    subjectId: uuid('subject_id'),
    changes: jsonb('changes').$type<AuditChanges>().notNull().default({}),
    reason: text('reason'),
    requestId: text('request_id'),
    result: text('result', { enum: ['done', 'refused'] })
      .notNull()
      .default('done'),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    /** Which key the seal was made with; absent in entries of earlier releases. */
    keyId: text('key_id'),
    /** HMAC of the hash with a key that the database does not know: nobody rewrites the chain. */
    seal: text('seal'),
  },
  (table) => [
    index('audit_entries_subject_index').on(table.subjectId),
    index('audit_entries_target_index').on(table.targetKind, table.targetId),
    index('audit_entries_action_index').on(table.action),
  ],
);

/** When the chain was checked and what came of it. */
export const auditChecks = pgTable('audit_checks', {
  id: id(),
  at: instant('at').notNull().defaultNow(),
  entries: bigint('entries', { mode: 'number' }).notNull(),
  /** Hash of the newest entry then: a log that has been cut off and grown again has another. */
  lastHash: text('last_hash'),
  /** Number of the first entry that does not fit; null when the chain is sound. */
  brokenSeq: bigint('broken_seq', { mode: 'number' }),
});
