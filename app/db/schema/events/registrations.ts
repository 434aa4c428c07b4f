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
import { id, instant, recordColumns } from '../../columns';
import { events } from './events';

/** The wording at the time of the answer, since the event's questions may change. */
export type RegistrationAnswer = { id: string; question: string; answer: string };

/** A person's place at an event: a member with an account, or an invited guest. */
export const eventRegistrations = pgTable(
  'event_registrations',
  {
    ...recordColumns(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Absent for guests. */
    userId: uuid('user_id'),
    guestName: text('guest_name'),
    guestEmail: text('guest_email'),
    guestCourt: text('guest_court'),
    guestCountry: text('guest_country'),
    mode: text('mode', { enum: ['on-site', 'online'] }).notNull(),
    answers: jsonb('answers').$type<RegistrationAnswer[]>().notNull().default([]),
    /** Diet and access needs, possibly health data (GDPR Art. 9): removed 30 days after the event, or when it is ended. */
    needs: text('needs'),
    listConsent: boolean('list_consent').notNull().default(false),
    photoConsent: boolean('photo_consent').notNull().default(false),
    status: text('status', {
      enum: ['pending', 'confirmed', 'waitlisted', 'declined', 'cancelled', 'attended'],
    }).notNull(),
    /** The order of registration; a repeated registration goes to the end. */
    queueNumber: integer('queue_number').notNull(),
    /** SHA-256 of the secret of the link in the person's mails. */
    linkHash: text('link_hash').notNull(),
    /** Raised when the person moves to another address, which ends the links that were mailed. */
    linkNumber: integer('link_number').notNull().default(1),
    /** In which mails go to this person: that of the page at the registration; absent: the site's. */
    language: text('language'),
    /** Raised at each calendar mail to this person, added to that of the event. */
    icsSequence: integer('ics_sequence').notNull().default(0),
    remindedAt: instant('reminded_at'),
  },
  (table) => [
    uniqueIndex('event_registrations_event_user_key').on(table.eventId, table.userId),
    uniqueIndex('event_registrations_event_guest_key').on(table.eventId, table.guestEmail),
    uniqueIndex('event_registrations_event_queue_key').on(table.eventId, table.queueNumber),
    uniqueIndex('event_registrations_link_key').on(table.linkHash),
    index('event_registrations_user_index').on(table.userId),
  ],
);

/** An invited guest; the link in the e-mail opens the form. */
export const eventInvitations = pgTable(
  'event_invitations',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by'),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    court: text('court'),
    country: text('country'),
    linkHash: text('link_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    uniqueIndex('event_invitations_event_email_key').on(table.eventId, table.email),
    uniqueIndex('event_invitations_link_key').on(table.linkHash),
  ],
);
