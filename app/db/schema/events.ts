import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { RichText } from '~/lib/rich-text';
import { instant, recordColumns } from '../columns';

export type EventSession = {
  startsAt: string;
  endsAt: string;
  title: string;
  room?: string;
  speakers: string[];
};

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
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: jsonb('body').$type<RichText>().notNull(),
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
    cancelledReason: text('cancelled_reason'),
    icsSequence: integer('ics_sequence').notNull().default(0),
  },
  (table) => [
    uniqueIndex('events_slug_key').on(table.slug),
    index('events_ends_at_index').on(table.endsAtInstant),
  ],
);
