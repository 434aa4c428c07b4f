import { sql } from 'drizzle-orm';
import { date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../columns';
import { courts, decisionRecords } from './decisions';
import { users } from './identity/accounts';

/** Of a decision, beside what the form for a proposal asks; provisions as `gdpr/82/1`. */
export type ProposedDetails = {
  type?: string;
  formation?: string;
  publishedOn?: string | null;
  outcome?: string | null;
  /** With those of the proposal itself, which come first. */
  caseNumbers?: string[];
  names?: string[];
  languages?: string[];
  provisions?: string[];
  celex?: string | null;
};

/** A decision that a member would like to have here, with as much as the member knows of it. */
export const decisionProposals = pgTable(
  'decision_proposals',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    proposedBy: uuid('proposed_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ecli: text('ecli'),
    caseNumber: text('case_number').notNull().default(''),
    court: text('court').references(() => courts.code, { onDelete: 'set null' }),
    decidedOn: date('decided_on', { mode: 'string' }),
    name: text('name').notNull().default(''),
    sourceUrl: text('source_url'),
    topics: text('topics').array().notNull().default([]),
    /** What else was confirmed of it with its file, as the decision would have it. */
    details: jsonb('details').$type<ProposedDetails>().notNull().default({}),
    /** Why it matters. */
    reason: text('reason').notNull().default(''),
    state: text('state', { enum: ['waiting', 'published', 'declined'] })
      .notNull()
      .default('waiting'),
    /** What an administrator has made of it. */
    record: uuid('record').references(() => decisionRecords.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by'),
    /** Why it was declined. */
    answer: text('answer').notNull().default(''),
  },
  (table) => [
    uniqueIndex('decision_proposals_ecli_key')
      .on(sql`upper(${table.ecli})`)
      .where(sql`state = 'waiting'`),
    index('decision_proposals_person_index').on(table.proposedBy),
    index('decision_proposals_record_index').on(table.record),
  ],
);
