import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import {
  actorColumns,
  recordColumns,
  type Retention,
  row,
} from '~/policy/retention/retention.server';
import { recordDeparture } from './departure.server';

const { applicationMessages, applicationNotes, membershipApplications } = schema;

const application = {
  why: 'membership',
  seenBy: 'administrators',
  kept: { rule: 'application' },
  onDeletion: 'removed',
} as const;

/** The one the account was made by, and what came from the same confirmed address otherwise. */
const isOwnApplication = (id: string): SQL =>
  sql`(user_id = ${id} or (confirmed_at is not null and email = (select email from users where id = ${id})))`;

const ofOwnApplication = (id: string): SQL =>
  sql`application_id in (select id from ${membershipApplications} where ${isOwnApplication(id)})`;

/** Applications for membership. */
export const membershipRetention: Retention = {
  tables: [
    row(applicationMessages, {
      ...application,
      ofPerson: ofOwnApplication,
      by: ['createdBy'],
      personal: ['text'],
      plain: ['id', 'createdAt', 'applicationId', 'kind'],
    }),
    row(applicationNotes, {
      ...application,
      ofPerson: ofOwnApplication,
      by: ['createdBy'],
      personal: ['text'],
      plain: ['id', 'createdAt', 'applicationId'],
    }),
    row(membershipApplications, {
      ...application,
      onDeletion: 'reduced',
      ofPerson: isOwnApplication,
      by: [...actorColumns, 'assignedTo', 'verifiedBy', 'firstApprovedBy', 'decidedBy'],
      personal: [
        'title',
        'firstName',
        'lastName',
        'email',
        'phone',
        'function',
        'courtName',
        'courtCity',
        'country',
        'appointedSince',
        'gdprExperience',
        'workingLanguages',
        'preferredLanguage',
        'referee',
        'message',
        'consents',
        'consentedAt',
        'confirmedAt',
        'verificationMethod',
        'verifiedAt',
        'decisionReference',
        'decisionReason',
        'userId',
        'memberNumber',
        'memberCategory',
        'feeStatus',
      ],
      secret: ['submissionKey', 'confirmHash', 'statusHash'],
      plain: [
        ...recordColumns,
        'linkNumber',
        'status',
        'statusSince',
        'isExample',
        'firstApprovedAt',
        'decidedAt',
        'remindedAt',
        'retentionUntil',
        'anonymisedAt',
      ],
    }),
  ],
  beforeErasure: recordDeparture,
};
