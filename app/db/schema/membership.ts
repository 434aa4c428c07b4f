import {
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { id, instant, recordColumns } from '../columns';
import { users } from './identity/accounts';

/** The numbers of the members, in the order of their admission. */
export const memberNumbers = pgSequence('member_numbers', { startWith: 1001 });

/**
 * An application for membership. What identifies the person is null once it has been made
 * anonymous; what is left serves the statistics.
 */
export const membershipApplications = pgTable(
  'membership_applications',
  {
    ...recordColumns(),
    status: text('status', {
      enum: [
        'submitted-unconfirmed',
        'submitted',
        'under-review',
        'information-requested',
        'approved',
        'invited',
        'active',
        'rejected',
        'withdrawn',
        'expired',
      ],
    })
      .notNull()
      .default('submitted-unconfirmed'),
    statusSince: instant('status_since').notNull().defaultNow(),
    /** Invented, for the demonstration. */
    isExample: boolean('is_example').notNull().default(false),

    title: text('title'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    phone: text('phone'),
    memberCategory: text('member_category').notNull(),
    function: text('function'),
    courtName: text('court_name'),
    courtCity: text('court_city'),
    country: text('country').notNull(),
    appointedSince: integer('appointed_since'),
    gdprExperience: text('gdpr_experience'),
    workingLanguages: jsonb('working_languages').$type<string[]>().notNull().default([]),
    preferredLanguage: text('preferred_language'),
    referee: text('referee'),
    message: text('message'),

    /** Which documents were accepted or consented to, in which version; see `consent-versions`. */
    consents: jsonb('consents').$type<Consents>().notNull().default({}),
    consentedAt: instant('consented_at').notNull().defaultNow(),

    /** Keyed hash of what was sent, so that a form sent twice is one application. */
    submissionKey: text('submission_key').unique(),
    /** Hash of the secret in the link that confirms the address; gone once it was used. */
    confirmHash: text('confirm_hash').unique(),
    /** Hash of the secret in the link to the private status page. */
    statusHash: text('status_hash').notNull().unique(),
    /** Raised when the person moves to another address, which ends the links that were mailed. */
    linkNumber: integer('link_number').notNull().default(1),
    confirmedAt: instant('confirmed_at'),

    assignedTo: uuid('assigned_to').references(() => users.id, { onDelete: 'set null' }),
    verificationMethod: text('verification_method'),
    verifiedBy: uuid('verified_by'),
    verifiedAt: instant('verified_at'),
    firstApprovedBy: uuid('first_approved_by'),
    firstApprovedAt: instant('first_approved_at'),
    decidedBy: uuid('decided_by'),
    decidedAt: instant('decided_at'),
    decisionReference: text('decision_reference'),
    decisionReason: text('decision_reason'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    memberNumber: integer('member_number').unique(),
    feeStatus: text('fee_status', { enum: ['not-due', 'requested', 'paid', 'waived'] })
      .notNull()
      .default('not-due'),
    remindedAt: instant('reminded_at'),
    retentionUntil: instant('retention_until'),
    anonymisedAt: instant('anonymised_at'),
  },
  (table) => [
    // One application at a time can be decided for an address, whatever arrives at once.
    uniqueIndex('membership_applications_open_email_key')
      .on(table.email)
      .where(
        sql`status in ('submitted', 'under-review', 'information-requested', 'approved', 'invited')`,
      ),
    index('membership_applications_email_index').on(table.email),
    index('membership_applications_status_index').on(table.status, table.statusSince),
    index('membership_applications_user_index').on(table.userId),
  ],
);

/**
 * Version of each text by its name; absent when the person did not agree to it. `directory` is no
 * longer asked for: what was given is kept as a record, exported with the person's data, and not used.
 */
export type Consents = Partial<
  Record<'statutes' | 'endUserAgreement' | 'privacyNotice' | 'newsletter' | 'directory', string>
>;

const applicationId = () =>
  uuid('application_id')
    .notNull()
    .references(() => membershipApplications.id, { onDelete: 'cascade' });

/** What administrators note for each other; the applicant can ask for it as any personal data. */
export const applicationNotes = pgTable(
  'application_notes',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    applicationId: applicationId(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
  },
  (table) => [index('application_notes_application_index').on(table.applicationId)],
);

/** Questions of the secretariat, the applicant's answers, and the decision as it was sent. */
export const applicationMessages = pgTable(
  'application_messages',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    applicationId: applicationId(),
    kind: text('kind', { enum: ['question', 'answer', 'decision'] }).notNull(),
    /** Null: the applicant. */
    createdBy: uuid('created_by'),
    text: text('text').notNull(),
  },
  (table) => [index('application_messages_application_index').on(table.applicationId)],
);
