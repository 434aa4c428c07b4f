import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RichText } from '~/rich-text/rich-text';
import { id, instant, recordColumns } from '../../columns';
import { users } from '~/db/schema/identity/accounts';
import { forumComments, type TopicWords } from './forum';

const person = (name: string) => uuid(name).references(() => users.id, { onDelete: 'set null' });

export const flagReasons = [
  'confidential',
  'personal-data',
  'offensive',
  'illegal',
  'off-topic',
  'spam',
  'other',
] as const;

export const reviewStates = [
  'open',
  'revision-requested',
  'suspension-proposed',
  'decided',
  'appealed',
  'closed',
] as const;

export const reviewMeasures = [
  'keep',
  'keep-with-note',
  'ask-to-revise',
  'hide',
  'remove',
  'close-topic',
  'suspend',
] as const;

/** The review of one comment: all its open flags, from the first flag to the last decision. */
export const flaggedComments = pgTable(
  'flagged_comments',
  {
    ...recordColumns(),
    commentId: uuid('comment_id')
      .notNull()
      .references(() => forumComments.id),
    /** Who wrote the comment when it was flagged. */
    authorId: person('author_id'),
    state: text('state', { enum: reviewStates }).notNull().default('open'),
    assigneeId: person('assignee_id'),
    remindedAt: instant('reminded_at'),
  },
  (table) => [
    // One review at a time for each comment: the flags gather in it.
    uniqueIndex('flagged_comments_under_review_key')
      .on(table.commentId)
      .where(sql`${table.state} in ('open', 'revision-requested', 'suspension-proposed')`),
    index('flagged_comments_state_index').on(table.state, table.createdAt),
    index('flagged_comments_author_index').on(table.authorId),
  ],
);

export const flags = pgTable(
  'flags',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    flaggedCommentId: uuid('flagged_comment_id')
      .notNull()
      .references(() => flaggedComments.id),
    commentId: uuid('comment_id')
      .notNull()
      .references(() => forumComments.id),
    /** Never shown to the author of the comment. */
    reporterId: person('reporter_id'),
    reason: text('reason', { enum: flagReasons }).notNull(),
    explanation: text('explanation').notNull().default(''),
    /** The flagged passage as it was in the comment. */
    passage: text('passage').notNull().default(''),
    snapshot: jsonb('snapshot').$type<RichText>().notNull(),
    /** Title and tags when it was flagged, of the first comment of a topic. */
    topicWords: jsonb('topic_words').$type<TopicWords>(),
    withdrawnAt: instant('withdrawn_at'),
    /** When the review that it belongs to came to a decision. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('flags_open_key')
      .on(table.commentId, table.reporterId)
      .where(sql`${table.withdrawnAt} is null and ${table.settledAt} is null`),
    index('flags_review_index').on(table.flaggedCommentId),
    index('flags_reporter_index').on(table.reporterId),
  ],
);

/** Statements of reasons (Regulation (EU) 2022/2065, article 17). */
export const reviewDecisions = pgTable(
  'review_decisions',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    flaggedCommentId: uuid('flagged_comment_id')
      .notNull()
      .references(() => flaggedComments.id),
    kind: text('kind', { enum: ['first', 'appeal'] }).notNull(),
    measure: text('measure', { enum: reviewMeasures }).notNull(),
    facts: text('facts').notNull(),
    rule: text('rule').notNull(),
    measureText: text('measure_text').notNull(),
    appealRoute: text('appeal_route').notNull(),
    decidedBy: person('decided_by'),
    /** A suspension takes effect only after a second administrator has confirmed it. */
    confirmedBy: person('confirmed_by'),
    effectiveAt: instant('effective_at'),
    refusedAt: instant('refused_at'),
  },
  (table) => [index('review_decisions_review_index').on(table.flaggedCommentId)],
);

export const appeals = pgTable(
  'appeals',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    flaggedCommentId: uuid('flagged_comment_id')
      .notNull()
      .references(() => flaggedComments.id),
    text: text('text').notNull(),
    result: text('result', { enum: ['upheld', 'reversed'] }),
    reasons: text('reasons'),
    decidedBy: person('decided_by'),
    decidedAt: instant('decided_at'),
  },
  (table) => [uniqueIndex('appeals_review_key').on(table.flaggedCommentId)],
);
