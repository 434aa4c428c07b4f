import { eq, type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { type RetentionRow, row } from './retention-row.server';

const {
  appeals,
  applicationMessages,
  applicationNotes,
  auditChecks,
  drafts,
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
  reviewDecisions,
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

/** The one the account was made by, and what came from the same confirmed address otherwise. */
const isOwnApplication = (id: string): SQL =>
  sql`(user_id = ${id} or (confirmed_at is not null and email = (select email from users where id = ${id})))`;
const ofOwnApplication = (id: string): SQL =>
  sql`application_id in (select id from ${membershipApplications} where ${isOwnApplication(id)})`;
/** The reviews of what the person wrote, with their decisions and appeals. */
const ofOwnReviews = (id: string): SQL =>
  sql`flagged_comment_id in (select id from ${flaggedComments} where author_id = ${id})`;
/** Nobody is told of a suspension before a second administrator has confirmed it. */
const isOwnReview = (id: string): SQL =>
  sql`(author_id = ${id} and state <> 'suspension-proposed')`;
const ofOwnComments = (id: string): SQL =>
  sql`comment_id in (select id from ${forumComments} where author_id = ${id})`;

/** Whether the person may now read a comment of anybody, named `source`, with its topic. */
const fromReadable = (id: string): SQL =>
  sql`forum_comments source
    join forum_topics topic on topic.id = source.topic_id
    join forum_categories category on category.id = topic.category_id
      and category.read_roles @> array[(select role from users where id = ${id})]
    where source.state = 'visible'`;
/** What is quoted goes with what it was quoted from: as long as it still says so. */
const isQuotedReadable = (id: string): SQL =>
  sql`exists (select from ${fromReadable(id)} and source.id = (${forumComments.quote} ->> 'commentId')::uuid
    and strpos(regexp_replace(source.words, '\\s+', ' ', 'g'), rtrim(${forumComments.quote} ->> 'text', '…')) > 0)`;
/** What was flagged is another's: as long as it still says so. */
const isFlaggedReadable = (id: string): SQL =>
  sql`exists (select from ${fromReadable(id)} and source.id = ${flags.commentId}
    and source.body = ${flags.snapshot} and (${flags.topicWords} is null
      or ${flags.topicWords} = jsonb_build_object('title', topic.title, 'tags', to_jsonb(topic.tags))))`;

/** What members write, and how they came to be members. */
export const membersRows: readonly RetentionRow[] = [
  row(auditChecks, {
    why: 'security',
    seenBy: 'administrators',
    kept: { rule: 'archive' },
    onDeletion: 'kept',
    plain: ['id', 'at', 'entries', 'lastHash', 'brokenSeq'],
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
    given: { columns: ['quote'], where: isQuotedReadable },
    plain: [...record, 'topicId', 'position', 'authorPseudonym', 'replyToId', 'editedAt', 'state'],
  }),
  row(forumCommentVersions, {
    ...discussion,
    ofPerson: ofOwnComments,
    personal: ['body', 'topicWords'],
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
    plain: [...record, 'mark'],
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
    ofPerson: isOwnReview,
    by: [...by, 'authorId', 'assigneeId'],
    plain: [...record, 'commentId', 'state', 'remindedAt'],
  }),
  row(flags, {
    ...moderation,
    ofPerson: (id) => eq(flags.reporterId, id),
    by: ['reporterId'],
    personal: ['explanation', 'passage', 'snapshot', 'topicWords'],
    given: { columns: ['passage', 'snapshot', 'topicWords'], where: isFlaggedReadable },
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
    ofPerson: (id) => sql`(${ofOwnReviews(id)} and effective_at is not null)`,
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
];
