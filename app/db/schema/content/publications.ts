import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RichText } from '~/rich-text/rich-text';
import {
  coverFocus,
  coverFocusCheck,
  instant,
  picturesIndex,
  recordColumns,
  rendered,
} from '../../columns';
import { pictures } from './publishing';

export type PublicationStatus = 'draft' | 'scheduled' | 'published' | 'archived';
export type LabelledLink = { label: string; url: string };
export type Correction = { date: string; text: string };
export type Author = { name: string; function: string; country: string; example?: boolean };

const language = () => text('language').notNull();
export const publicationStatuses = ['draft', 'scheduled', 'published', 'archived'] as const;
const status = () => text('status', { enum: publicationStatuses }).notNull();
/** The texts that say the same in different languages have the same one. */
const translationGroup = () =>
  uuid('translation_group')
    .notNull()
    .default(sql`gen_random_uuid()`);

/** From when until when visitors see a text that is published or scheduled, and why no longer. */
const publicTime = () => ({
  publishAt: instant('publish_at').notNull(),
  expireAt: instant('expire_at'),
  /** Why a text was withdrawn, shown at its address; kept until it is public again. */
  withdrawnReason: text('withdrawn_reason'),
  withdrawnAt: instant('withdrawn_at'),
});

/** Home, about, legal texts: one row per slug and language, the version in force. */
export const pages = pgTable(
  'pages',
  {
    ...recordColumns(),
    slug: text('slug').notNull(),
    language: language(),
    status: status().default('published'),
    ...publicTime(),
    // Pages that came with the site are there from the beginning.
    publishAt: instant('publish_at').notNull().default(new Date(0)),
    translationGroup: translationGroup(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    body: jsonb('body').$type<RichText>().notNull(),
    rendered: rendered(),
    effectiveOn: date('effective_on', { mode: 'string' }),
    /** From when members must accept this version; null: no acceptance is required. */
    acceptanceFrom: instant('acceptance_from'),
  },
  (table) => [
    uniqueIndex('pages_slug_language_key').on(table.slug, table.language),
    uniqueIndex('pages_translation_key').on(table.translationGroup, table.language),
    picturesIndex('pages_pictures_index', table.body),
  ],
);

const publicationColumns = () => ({
  ...recordColumns(),
  slug: text('slug').notNull(),
  language: language(),
  status: status().default('draft'),
  ...publicTime(),
  translationGroup: translationGroup(),
  title: text('title').notNull(),
  teaser: text('teaser').notNull(),
  body: jsonb('body').$type<RichText>().notNull(),
  rendered: rendered(),
  category: text('category', {
    enum: ['association', 'case-law', 'eu', 'member-news', 'call'],
  }).notNull(),
  pinned: boolean('pinned').notNull().default(false),
  links: jsonb('links').$type<LabelledLink[]>().notNull().default([]),
  corrections: jsonb('corrections').$type<Correction[]>().notNull().default([]),
  decisions: text('decisions').array().notNull().default([]),
  cover: uuid('cover').references((): AnyPgColumn => pictures.id),
  coverAlt: text('cover_alt').notNull().default(''),
  coverCredit: text('cover_credit').notNull().default(''),
  coverFocus: coverFocus(),
  /** Ids of public files, in their order. */
  attachments: uuid('attachments').array().notNull().default([]),
});

export const newsItems = pgTable(
  'news_items',
  {
    ...publicationColumns(),
    authorName: text('author_name').notNull(),
    relatedEvent: text('related_event'),
    relatedArticle: text('related_article'),
  },
  (table) => [
    uniqueIndex('news_items_slug_language_key').on(table.slug, table.language),
    uniqueIndex('news_items_translation_key').on(table.translationGroup, table.language),
    picturesIndex('news_items_pictures_index', table.body),
    index('news_items_published_index').on(table.status, table.publishAt),
    coverFocusCheck('news_items_cover_focus', table.coverFocus),
  ],
);

export const articles = pgTable(
  'articles',
  {
    ...publicationColumns(),
    subtitle: text('subtitle'),
    abstract: text('abstract').notNull(),
    authors: jsonb('authors').$type<Author[]>().notNull().default([]),
    topics: text('topics').array().notNull().default([]),
    gdprArticles: text('gdpr_articles').array().notNull().default([]),
    footnotes: jsonb('footnotes').$type<string[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('articles_slug_language_key').on(table.slug, table.language),
    uniqueIndex('articles_translation_key').on(table.translationGroup, table.language),
    picturesIndex('articles_pictures_index', table.body),
    index('articles_published_index').on(table.status, table.publishAt),
    coverFocusCheck('articles_cover_focus', table.coverFocus),
  ],
);

/** The decisions cited by publications, by ECLI. */
export const decisions = pgTable('decisions', {
  ecli: text('ecli').primaryKey(),
  caseNumber: text('case_number').notNull(),
  name: text('name').notNull(),
  court: text('court').notNull(),
  dateDecided: date('date_decided', { mode: 'string' }).notNull(),
  sourceUrl: text('source_url'),
});

/**
 * The board: one row for each member and language, each with a state of its own. Its address is
 * that of the page that shows the board.
 */
export const boardMembers = pgTable(
  'board_members',
  {
    ...recordColumns(),
    slug: text('slug').notNull().default('about'),
    language: language().default('en'),
    status: status().default('published'),
    ...publicTime(),
    // Entries that came with the site are there from the beginning.
    publishAt: instant('publish_at').notNull().default(new Date(0)),
    translationGroup: translationGroup(),
    /** The person's name. */
    title: text('title').notNull(),
    role: text('role').notNull(),
    function: text('function').notNull(),
    court: text('court').notNull(),
    country: text('country').notNull(),
    /** The biography; may be empty. */
    body: jsonb('body').$type<RichText>().notNull().default({ type: 'doc', content: [] }),
    rendered: rendered(),
    cover: uuid('cover').references((): AnyPgColumn => pictures.id),
    coverAlt: text('cover_alt').notNull().default(''),
    /** The same in all languages; not a part of the text. */
    position: integer('position').notNull(),
    isExample: boolean('is_example').notNull().default(false),
  },
  (table) => [
    uniqueIndex('board_members_translation_key').on(table.translationGroup, table.language),
  ],
);

/** Files of public pages, such as the statutes. The given name lives only here. */
export const publicFiles = pgTable(
  'public_files',
  {
    ...recordColumns(),
    page: text('page').notNull(),
    title: text('title').notNull(),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
  },
  (table) => [uniqueIndex('public_files_storage_key').on(table.storageKey)],
);
