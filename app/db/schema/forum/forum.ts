import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RichText } from '~/rich-text/rich-text';
import { id, instant, recordColumns, rendered } from '../../columns';
import { users } from '~/db/schema/identity/accounts';

const memberRoles = ['ADMIN', 'DEV', 'USER'] as const;
const roleList = (name: string) =>
  text(name, { enum: memberRoles }).array().notNull().default(['ADMIN', 'DEV', 'USER']);

/** A member's id; null once the account is deleted. */
const member = (name: string) => uuid(name).references(() => users.id, { onDelete: 'set null' });

const ownerOf = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const forumCategories = pgTable(
  'forum_categories',
  {
    ...recordColumns(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    position: integer('position').notNull().default(0),
    readRoles: roleList('read_roles'),
    writeRoles: roleList('write_roles'),
    archived: boolean('archived').notNull().default(false),
    /** Whether mails may quote what is written here, for members who want that. */
    mailsMayQuote: boolean('mails_may_quote').notNull().default(false),
  },
  (table) => [uniqueIndex('forum_categories_slug_key').on(table.slug)],
);

export const forumTopics = pgTable(
  'forum_topics',
  {
    ...recordColumns(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => forumCategories.id),
    authorId: member('author_id'),
    title: text('title').notNull(),
    tags: text('tags').array().notNull().default([]),
    pinned: boolean('pinned').notNull().default(false),
    closedAt: instant('closed_at'),
    closedReason: text('closed_reason'),
    lastActivityAt: instant('last_activity_at').notNull().defaultNow(),
    /** The author confirmed that it concerns a pending case, after reading the association's rule. */
    concernsPendingCase: boolean('concerns_pending_case').notNull().default(false),
    /** Addresses on this site of the documents and events that it is about. */
    links: text('links').array().notNull().default([]),
    /** Number of comments ever posted, and so the position of the last one. */
    commentCount: integer('comment_count').notNull().default(0),
  },
  (table) => [
    index('forum_topics_category_index').on(table.categoryId, table.lastActivityAt),
    index('forum_topics_activity_index').on(table.lastActivityAt),
  ],
);

export type CommentState = 'visible' | 'hidden' | 'removed-by-author' | 'removed-by-moderator';
export type Quote = { commentId: string; text: string };
/** What the first comment of a topic has besides its text: they are written, flagged and hidden together. */
export type TopicWords = { title: string; tags: string[] };

/**
 * Comments are never deleted and their positions have no gaps, so that any page of a topic is
 * found by the numbers on it.
 */
export const forumComments = pgTable(
  'forum_comments',
  {
    ...recordColumns(),
    topicId: uuid('topic_id')
      .notNull()
      .references(() => forumTopics.id),
    position: integer('position').notNull(),
    authorId: member('author_id'),
    /** Which former member of this topic wrote it, once the account is deleted. */
    authorPseudonym: integer('author_pseudonym'),
    body: jsonb('body').$type<RichText>().notNull(),
    rendered: rendered(),
    /** The words of `body`, for search and quotation. */
    words: text('words').notNull(),
    quote: jsonb('quote').$type<Quote>(),
    replyToId: uuid('reply_to_id').references((): AnyPgColumn => forumComments.id),
    mentions: uuid('mentions').array().notNull().default([]),
    editedAt: instant('edited_at'),
    state: text('state', {
      enum: ['visible', 'hidden', 'removed-by-author', 'removed-by-moderator'],
    })
      .notNull()
      .default('visible'),
  },
  (table) => [
    uniqueIndex('forum_comments_position_key').on(table.topicId, table.position),
    index('forum_comments_author_index').on(table.authorId),
    index('forum_comments_mentions_index').using('gin', table.mentions),
  ],
);

/** Earlier versions of a comment, visible to its author and to administrators. */
export const forumCommentVersions = pgTable(
  'forum_comment_versions',
  {
    id: id(),
    commentId: uuid('comment_id')
      .notNull()
      .references(() => forumComments.id),
    version: integer('version').notNull(),
    replacedAt: instant('replaced_at').notNull().defaultNow(),
    body: jsonb('body').$type<RichText>().notNull(),
    /** Of the first comment of a topic. */
    topicWords: jsonb('topic_words').$type<TopicWords>(),
  },
  (table) => [uniqueIndex('forum_comment_versions_key').on(table.commentId, table.version)],
);

/** How far a member has read a topic. */
export const forumReadings = pgTable(
  'forum_readings',
  {
    userId: ownerOf('user_id'),
    topicId: uuid('topic_id')
      .notNull()
      .references(() => forumTopics.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.topicId] })],
);

/** What a member is writing, by place (`topic/<id>`, `edit/<id>`, `new`); the same on all devices. */
export const drafts = pgTable(
  'drafts',
  {
    ...recordColumns(),
    userId: ownerOf('user_id'),
    place: text('place').notNull(),
    body: jsonb('body').$type<RichText>().notNull(),
    /** The other fields of the form, as typed. */
    fields: jsonb('fields').$type<Record<string, string>>().notNull().default({}),
    /** Id of the save request, by which a tab whose answer was lost recognises its own draft. */
    mark: uuid('mark'),
  },
  (table) => [uniqueIndex('drafts_place_key').on(table.userId, table.place)],
);

export const followLevels = ['at-once', 'daily', 'weekly', 'never'] as const;

/** Who is notified of new comments; a topic's setting overrides its category's. */
export const forumFollows = pgTable(
  'forum_follows',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    userId: ownerOf('user_id'),
    categoryId: uuid('category_id').references(() => forumCategories.id, { onDelete: 'cascade' }),
    topicId: uuid('topic_id').references(() => forumTopics.id, { onDelete: 'cascade' }),
    level: text('level', { enum: followLevels }).notNull(),
    /** Digests have covered comments up to this time; it has no meaning while no digest is wanted. */
    toldUntil: instant('told_until').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('forum_follows_topic_key')
      .on(table.userId, table.topicId)
      .where(sql`${table.topicId} is not null`),
    uniqueIndex('forum_follows_category_key')
      .on(table.userId, table.categoryId)
      .where(sql`${table.categoryId} is not null`),
    index('forum_follows_of_topic_index').on(table.topicId),
    index('forum_follows_of_category_index').on(table.categoryId),
  ],
);

/** What a member wants of e-mails about the forum. */
export const forumMailSettings = pgTable('forum_mail_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Mails may quote comments, where the category allows it too. */
  wantsQuotes: boolean('wants_quotes').notNull().default(false),
  /** An e-mail at once when a comment mentions, quotes or answers the member. */
  wantsMentions: boolean('wants_mentions').notNull().default(true),
  /** Topics that the member opens or answers are followed by themselves. */
  followsOwnTopics: boolean('follows_own_topics').notNull().default(true),
});

/** Comments a member has been notified of, so that no notification is sent twice. */
export const forumNotices = pgTable(
  'forum_notices',
  {
    userId: ownerOf('user_id'),
    commentId: uuid('comment_id')
      .notNull()
      .references(() => forumComments.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.commentId] })],
);
