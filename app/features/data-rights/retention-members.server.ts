import { eq, or, type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { forDays, type RetentionRow, row } from './retention-row.server';

const {
  appeals,
  applicationMessages,
  applicationNotes,
  auditChecks,
  drafts,
  eventInvitations,
  eventRegistrations,
  events,
  flaggedComments,
  flags,
  forumCategories,
  forumComments,
  forumCommentVersions,
  forumFollows,
  forumMailSettings,
  forumNotices,
  forumReadings,
  forumTopics,
  membershipApplications,
  newsletterDeliveries,
  newsletters,
  reviewDecisions,
  subscriptions,
} = schema;

const record = ['id', 'createdAt', 'updatedAt', 'version'] as const;
const by = ['createdBy', 'updatedBy'] as const;

/** Discussions stay readable; the name goes with the account. */
const discussion = {
  why: 'membership',
  seenBy: 'members',
  kept: { rule: 'archive' },
  onDeletion: 'kept',
} as const;
const moderation = { ...discussion, why: 'legal-duty', seenBy: 'administrators' } as const;
const own = {
  why: 'membership',
  seenBy: 'yourself',
  kept: { rule: 'account' },
  onDeletion: 'removed',
} as const;

const application = {
  why: 'membership',
  seenBy: 'administrators',
  kept: { rule: 'application' },
  onDeletion: 'removed',
} as const;

/** Who gets which mails, by the person's own choice. */
const consented = {
  why: 'consent',
  seenBy: 'administrators',
  onDeletion: 'removed',
} as const;

/** The one the account was made by, and what came from the same confirmed address otherwise. */
const isOwnApplication = (id: string): SQL =>
  sql`(user_id = ${id} or (confirmed_at is not null and email = (select email from users where id = ${id})))`;
/** After the event's end: the certificate can be asked for two years, as a paper can. */
const registrationDays = 730;
const endedBefore = (days: number): SQL =>
  sql`event_id in (select id from ${events} where ends_at_instant < now() - make_interval(days => ${days}))`;

const ofOwnApplication = (id: string): SQL =>
  sql`application_id in (select id from ${membershipApplications} where ${isOwnApplication(id)})`;
/** The reviews of what the person wrote, with their decisions and appeals. */
const ofOwnReviews = (id: string): SQL =>
  sql`flagged_comment_id in (select id from ${flaggedComments} where author_id = ${id})`;
const ofOwnComments = (id: string): SQL =>
  sql`comment_id in (select id from ${forumComments} where author_id = ${id})`;

/** What members write, and how they came to be members. */
export const membersRows: readonly RetentionRow[] = [
  row(auditChecks, {
    why: 'security',
    seenBy: 'administrators',
    kept: { rule: 'archive' },
    onDeletion: 'kept',
    plain: ['id', 'at', 'entries', 'brokenSeq'],
  }),
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
    ofPerson: isOwnApplication,
    by: [...by, 'assignedTo', 'verifiedBy', 'firstApprovedBy', 'decidedBy'],
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
      ...record,
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
  row(eventRegistrations, {
    why: 'membership',
    seenBy: 'administrators',
    kept: { rule: 'days', days: registrationDays },
    expired: endedBefore(registrationDays),
    onDeletion: 'removed',
    ofPerson: (id) => eq(eventRegistrations.userId, id),
    by,
    personal: [
      'userId',
      'eventId',
      'guestName',
      'guestEmail',
      'guestCourt',
      'guestCountry',
      'mode',
      'answers',
      'needs',
      'listConsent',
      'photoConsent',
      'status',
    ],
    secret: ['linkHash'],
    plain: [...record, 'queueNumber', 'icsSequence', 'remindedAt'],
  }),
  row(eventInvitations, {
    why: 'membership',
    seenBy: 'administrators',
    kept: { rule: 'days', days: 30 },
    expired: endedBefore(30),
    onDeletion: 'kept',
    by: ['createdBy'],
    personal: ['name', 'email', 'court', 'country'],
    secret: ['linkHash'],
    plain: ['id', 'createdAt', 'eventId', 'usedAt'],
  }),
  row(forumCategories, {
    ...discussion,
    by,
    plain: [
      ...record,
      'slug',
      'name',
      'description',
      'position',
      'readRoles',
      'writeRoles',
      'archived',
      'mailsMayQuote',
    ],
  }),
  row(forumTopics, {
    ...discussion,
    ofPerson: (id) => eq(forumTopics.authorId, id),
    by: [...by, 'authorId'],
    personal: ['title'],
    plain: [
      ...record,
      'categoryId',
      'links',
      'tags',
      'pinned',
      'closedAt',
      'closedReason',
      'lastActivityAt',
      'concernsPendingCase',
      'commentCount',
    ],
  }),
  row(forumComments, {
    ...discussion,
    ofPerson: (id) => eq(forumComments.authorId, id),
    by: [...by, 'authorId'],
    personal: ['body', 'words', 'quote', 'mentions'],
    plain: [...record, 'topicId', 'position', 'authorPseudonym', 'replyToId', 'editedAt', 'state'],
  }),
  row(forumCommentVersions, {
    ...discussion,
    ofPerson: ofOwnComments,
    personal: ['body'],
    plain: ['id', 'commentId', 'version', 'replacedAt'],
  }),
  row(forumReadings, {
    ...own,
    ofPerson: (id) => eq(forumReadings.userId, id),
    personal: ['userId', 'topicId', 'position'],
  }),
  row(drafts, {
    ...own,
    ofPerson: (id) => eq(drafts.userId, id),
    by,
    personal: ['userId', 'place', 'body', 'fields'],
    plain: record,
  }),
  row(forumFollows, {
    ...own,
    ofPerson: (id) => eq(forumFollows.userId, id),
    personal: ['userId', 'categoryId', 'topicId', 'level', 'createdAt'],
    plain: ['id'],
  }),
  row(forumMailSettings, {
    ...own,
    ofPerson: (id) => eq(forumMailSettings.userId, id),
    personal: ['userId', 'wantsQuotes', 'wantsMentions', 'dailyUntil', 'weeklyUntil'],
  }),
  row(forumNotices, {
    ...own,
    ofPerson: (id) => eq(forumNotices.userId, id),
    personal: ['userId', 'commentId', 'at'],
  }),
  row(flaggedComments, {
    ...moderation,
    ofPerson: (id) => eq(flaggedComments.authorId, id),
    by: [...by, 'authorId', 'assigneeId'],
    plain: [...record, 'commentId', 'state', 'remindedAt'],
  }),
  row(flags, {
    ...moderation,
    ofPerson: (id) => eq(flags.reporterId, id),
    by: ['reporterId'],
    personal: ['explanation', 'passage', 'snapshot'],
    plain: [
      'id',
      'createdAt',
      'flaggedCommentId',
      'commentId',
      'reason',
      'withdrawnAt',
      'settledAt',
    ],
  }),
  row(reviewDecisions, {
    ...moderation,
    ofPerson: ofOwnReviews,
    by: ['decidedBy', 'confirmedBy'],
    personal: ['facts', 'rule', 'measureText', 'appealRoute'],
    plain: ['id', 'createdAt', 'flaggedCommentId', 'kind', 'measure', 'effectiveAt', 'refusedAt'],
  }),
  row(appeals, {
    ...moderation,
    ofPerson: ofOwnReviews,
    by: ['decidedBy'],
    personal: ['text', 'reasons'],
    plain: ['id', 'createdAt', 'flaggedCommentId', 'result', 'decidedAt'],
  }),
  row(newsletters, {
    why: 'statutory-purpose',
    seenBy: 'public',
    kept: { rule: 'published' },
    onDeletion: 'kept',
    by,
    plain: [
      ...record,
      'subject',
      'language',
      'list',
      'onlyLanguage',
      'inArchive',
      'body',
      'items',
      'status',
      'sendAt',
      'startedAt',
      'finishedAt',
      'printed',
      'html',
      'text',
      'counts',
    ],
  }),
  row(newsletterDeliveries, {
    ...consented,
    ...forDays(newsletterDeliveries.createdAt, 90),
    ofPerson: (id) =>
      sql`${newsletterDeliveries.email} = (select lower(email) from users where id = ${id})`,
    personal: ['email', 'createdAt', 'state', 'settledAt', 'reply'],
    secret: ['subscriptionId'],
    plain: ['id', 'newsletterId', 'sender', 'attempts', 'nextAt'],
  }),
  row(subscriptions, {
    ...consented,
    kept: { rule: 'account' },
    // Asked for and never confirmed, or left by somebody without an account and not taken back.
    expired: sql`${subscriptions.userId} is null and (
      (${subscriptions.status} = 'pending' and ${subscriptions.confirmUntil} < now())
      or (${subscriptions.status} in ('unsubscribed', 'pending')
        and ${subscriptions.leftAt} < now() - interval '30 days'))`,
    ofPerson: (id) =>
      or(
        eq(subscriptions.userId, id),
        sql`${subscriptions.email} = (select lower(email) from users where id = ${id})`,
      ),
    personal: [
      'email',
      'userId',
      'lists',
      'language',
      'consentVersion',
      'requestedAt',
      'confirmedAt',
      'status',
      'requestedLists',
      'leftLists',
      'leftAt',
      'bouncedAt',
      'bounceCode',
      'createdAt',
      'updatedAt',
      'confirmUntil',
    ],
    // The id opens the subscription to whoever has it.
    secret: ['id', 'confirmHash'],
  }),
];
