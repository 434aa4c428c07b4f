import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../columns';

/** An invitation for calendar programs that travels in the mail (RFC 6047). */
export type MailCalendar = { method: 'REQUEST' | 'CANCEL'; content: string };

/** The outbox: a mail is a row first, written in the transaction that causes it. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    userId: uuid('user_id'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
    calendar: jsonb('calendar').$type<MailCalendar>(),
    state: text('state', { enum: ['queued', 'kept', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('mails_created_at_index').on(table.createdAt),
    // Every form asks how many a recipient has had of late.
    index('mails_recipient_index').on(sql`lower(${table.recipient})`, table.createdAt),
  ],
);
