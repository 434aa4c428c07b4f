import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RichText } from '~/rich-text/rich-text';
import type {
  EventQuestion,
  EventSession,
  TranslatedQuestion,
  TranslatedSession,
} from '~/features/content/reading/event-translation';
import {
  coverFocus,
  coverFocusCheck,
  instant,
  picturesIndex,
  recordColumns,
  rendered,
} from '../../columns';
import { type Correction, publicationStatuses } from '~/db/schema/content/publications';
import { pictures } from '~/db/schema/content/publishing';

export type EventDocument = { label: string; url: string };

/** Local wall time without zone, as `2027-05-20T09:00:00`; it means nothing without `zone`. */
const wallTime = (name: string) =>
  timestamp(name, { withTimezone: false, mode: 'string', precision: 0 });

export const events = pgTable(
  'events',
  {
    ...recordColumns(),
    slug: text('slug').notNull(),
    status: text('status', {
      enum: ['draft', 'scheduled', 'published', 'cancelled', 'archived'],
    })
      .notNull()
      .default('draft'),
    visibility: text('visibility', { enum: ['public', 'members'] })
      .notNull()
      .default('public'),
    /** Of title, summary, text and programme; further languages are `eventTranslations`. */
    language: text('language').notNull().default('en'),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: jsonb('body').$type<RichText>().notNull(),
    rendered: rendered(),
    type: text('type', {
      enum: [
        'annual-conference',
        'general-assembly',
        'seminar',
        'webinar',
        'partner-training',
        'deadline',
        'other',
      ],
    }).notNull(),
    startsAt: wallTime('starts_at').notNull(),
    endsAt: wallTime('ends_at').notNull(),
    zone: text('zone').notNull(),
    /** The same moments on the world's clock, derived from wall time and zone when saved. */
    startsAtInstant: instant('starts_at_instant').notNull(),
    endsAtInstant: instant('ends_at_instant').notNull(),
    allDay: boolean('all_day').notNull().default(false),
    sessions: jsonb('sessions').$type<EventSession[]>().notNull().default([]),
    mode: text('mode', { enum: ['on-site', 'online', 'hybrid'] }).notNull(),
    venue: text('venue'),
    address: text('address'),
    city: text('city'),
    country: text('country'),
    organiser: text('organiser').notNull(),
    partners: text('partners').array().notNull().default([]),
    externalUrl: text('external_url'),
    contact: text('contact').notNull(),
    workingLanguages: text('working_languages').array().notNull().default([]),
    feeText: text('fee_text'),
    chathamHouse: boolean('chatham_house').notNull().default(true),
    photoPolicy: text('photo_policy'),
    /** When a scheduled event becomes visible by itself. */
    publishAt: instant('publish_at'),
    /** For confirmed participants alone: never part of what others get. */
    joinUrl: text('join_url'),
    registration: text('registration', { enum: ['none', 'internal', 'external'] })
      .notNull()
      .default('none'),
    opensAt: wallTime('opens_at'),
    closesAt: wallTime('closes_at'),
    opensAtInstant: instant('opens_at_instant'),
    closesAtInstant: instant('closes_at_instant'),
    /** Absent: no limit. */
    capacityOnSite: integer('capacity_on_site'),
    capacityOnline: integer('capacity_online'),
    approval: boolean('approval').notNull().default(false),
    waitingList: boolean('waiting_list').notNull().default(true),
    questions: jsonb('questions').$type<EventQuestion[]>().notNull().default([]),
    attendeeList: text('attendee_list', { enum: ['nobody', 'participants', 'members'] })
      .notNull()
      .default('nobody'),
    documents: jsonb('documents').$type<EventDocument[]>().notNull().default([]),
    corrections: jsonb('corrections').$type<Correction[]>().notNull().default([]),
    cover: uuid('cover').references(() => pictures.id),
    coverAlt: text('cover_alt').notNull().default(''),
    coverCredit: text('cover_credit').notNull().default(''),
    coverFocus: coverFocus(),
    /** Ids of public files, in their order. */
    attachments: uuid('attachments').array().notNull().default([]),
    cancelledReason: text('cancelled_reason'),
    /** Why an archived event was withdrawn, shown at its address; kept until it is public again. */
    withdrawnReason: text('withdrawn_reason'),
    withdrawnAt: instant('withdrawn_at'),
    /** Raised at each change that participants have to know (RFC 5545 section 3.8.7.4). */
    icsSequence: integer('ics_sequence').notNull().default(0),
  },
  (table) => [
    uniqueIndex('events_slug_key').on(table.slug),
    index('events_ends_at_index').on(table.endsAtInstant),
    picturesIndex('events_pictures_index', table.body),
    coverFocusCheck('events_cover_focus', table.coverFocus),
  ],
);

/**
 * What an event says in a further language, with a state of its own: visitors read it while it is
 * published and the event itself is shown.
 */
export const eventTranslations = pgTable(
  'event_translations',
  {
    ...recordColumns(),
    /** The address of the event, which all its languages have. */
    slug: text('slug')
      .notNull()
      .references(() => events.slug, { onUpdate: 'cascade', onDelete: 'cascade' }),
    language: text('language').notNull(),
    status: text('status', { enum: publicationStatuses }).notNull().default('draft'),
    publishAt: instant('publish_at').notNull(),
    expireAt: instant('expire_at'),
    withdrawnReason: text('withdrawn_reason'),
    withdrawnAt: instant('withdrawn_at'),
    /** The event. */
    translationGroup: uuid('translation_group')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: jsonb('body').$type<RichText>().notNull(),
    rendered: rendered(),
    corrections: jsonb('corrections').$type<Correction[]>().notNull().default([]),
    /** Of the event's cover image, in this language. */
    coverAlt: text('cover_alt').notNull().default(''),
    // Null falls back to the event's own text.
    sessions: jsonb('sessions').$type<TranslatedSession[]>().notNull().default([]),
    questions: jsonb('questions').$type<TranslatedQuestion[]>().notNull().default([]),
    feeText: text('fee_text').notNull().default(''),
    photoPolicy: text('photo_policy').notNull().default(''),
    /** Shown and mailed once the event is cancelled. */
    cancelledReason: text('cancelled_reason').notNull().default(''),
  },
  (table) => [
    uniqueIndex('event_translations_key').on(table.translationGroup, table.language),
    index('event_translations_slug_index').on(table.slug),
    picturesIndex('event_translations_pictures_index', table.body),
  ],
);
