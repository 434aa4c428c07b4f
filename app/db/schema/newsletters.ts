import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type MailingList, mailingLists } from '~/lib/mailing-lists';
import type { RichText } from '~/rich-text/rich-text';
import { id, instant, recordColumns, rendered } from '../columns';

const lists = (name: string) => text(name).array().$type<MailingList[]>().notNull().default([]);

/**
 * Who receives which mails of the association: one row per address (domain: newsletter and
 * unsubscribe). Its id stands in every mail and is the only key to `/unsubscribe/{id}`, so it is
 * 256 random bits. `users.email_subscriber` mirrors the main list; triggers keep the two alike.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** In lower case. */
    email: text('email').notNull(),
    userId: uuid('user_id'),
    lists: lists('lists'),
    language: text('language').notNull().default('en'),
    /** Version of the words that were agreed to, or where the agreement was given. */
    consentVersion: text('consent_version').notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    confirmedAt: instant('confirmed_at'),
    status: text('status', {
      enum: ['pending', 'active', 'paused', 'unsubscribed', 'bounced'],
    }).notNull(),
    /** What the link of the confirmation mail will add. */
    requestedLists: lists('requested_lists'),
    confirmHash: text('confirm_hash'),
    confirmUntil: instant('confirm_until'),
    /** The lists that the person left, and when: for some time this can be undone. */
    leftLists: lists('left_lists'),
    leftAt: instant('left_at'),
    /** Lists that the person does not want: following something does not subscribe to them. */
    declinedLists: lists('declined_lists'),
    /** When e-mails bounced permanently, and the mail server's code (RFC 3463). */
    bouncedAt: instant('bounced_at'),
    bounceCode: text('bounce_code'),
  },
  (table) => [
    uniqueIndex('subscriptions_email_key').on(table.email),
    uniqueIndex('subscriptions_user_id_key').on(table.userId),
    uniqueIndex('subscriptions_confirm_hash_key').on(table.confirmHash),
  ],
);

/** A news item, an article or an event in a newsletter, by its own address. */
export type NewsletterItem = { kind: 'news' | 'article' | 'event'; slug: string };

/** What a sent newsletter shows of an item; later changes of the item do not reach it. */
export type PrintedItem = NewsletterItem & {
  title: string;
  summary: string;
  when: string;
  /** The language of its words; newsletters sent earlier lack it. */
  language?: string;
  /** Whether its address is that of another of its languages too. */
  isShared?: boolean;
};

export type DeliveryCounts = Record<string, number>;

export const newsletters = pgTable(
  'newsletters',
  {
    ...recordColumns(),
    subject: text('subject').notNull(),
    language: text('language').notNull(),
    list: text('list', { enum: mailingLists }).notNull(),
    /** Only to those who read in its language. */
    onlyLanguage: boolean('only_language').notNull().default(false),
    inArchive: boolean('in_archive').notNull().default(true),
    body: jsonb('body').$type<RichText>().notNull(),
    rendered: rendered(),
    items: jsonb('items').$type<NewsletterItem[]>().notNull().default([]),
    status: text('status', {
      enum: ['draft', 'scheduled', 'sending', 'paused', 'sent'],
    })
      .notNull()
      .default('draft'),
    /** For a draft: when it was due, if it was held because it was empty or a backup was restored. */
    sendAt: instant('send_at'),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** As it was when its sending began. */
    printed: jsonb('printed').$type<PrintedItem[]>(),
    html: text('html'),
    text: text('text'),
    /** How the deliveries ended, kept when the addresses are removed. */
    counts: jsonb('counts').$type<DeliveryCounts>(),
  },
  (table) => [index('newsletters_status_index').on(table.status, table.sendAt)],
);

/** One address of one newsletter: at most one row, whatever happens. */
export const newsletterDeliveries = pgTable(
  'newsletter_deliveries',
  {
    id: id(),
    newsletterId: uuid('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    subscriptionId: text('subscription_id'),
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** docs/decisions: newsletters once. */
    state: text('state', {
      enum: [
        'waiting',
        'sending',
        'handing-over',
        'sent',
        'kept',
        'refused',
        'uncertain',
        'skipped',
        'bounced',
      ],
    })
      .notNull()
      .default('waiting'),
    /** The sender that works on it. */
    sender: uuid('sender'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
    /** The mail server's last answer. */
    reply: text('reply'),
  },
  (table) => [
    uniqueIndex('newsletter_deliveries_address_key').on(table.newsletterId, table.email),
    index('newsletter_deliveries_open_index')
      .on(table.newsletterId, table.nextAt)
      .where(sql`${table.state} in ('waiting', 'sending', 'handing-over')`),
  ],
);
