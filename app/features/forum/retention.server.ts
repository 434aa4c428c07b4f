import { eq, type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { anonymiseForumAuthor } from '~/features/forum/forum.server';
import {
  actorColumns,
  recordColumns,
  type Retention,
  row,
} from '~/policy/retention/retention.server';

const {
  appeals,
  flaggedComments,
  flags,
  forumCategories,
  forumCommentVersions,
  forumComments,
  forumFollows,
  forumMailSettings,
  forumNotices,
  forumReadings,
  forumTopics,
  reviewDecisions,
} = schema;

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

/** The reviews of what the person wrote, with their decisions and appeals. */
const ofOwnReviews = (id: string): SQL =>
  sql`flagged_comment_id in (select id from ${flaggedComments} where author_id = ${id})`;

/** A proposed suspension is disclosed only after a second administrator has confirmed it. */
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

/** What members write in the forum, what they follow, and what was flagged. */
export const forumRetention: Retention = {
  tables: [
    row(forumCategories, {
      ...discussion,
      by: actorColumns,
      plain: [
        ...recordColumns,
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
      by: [...actorColumns, 'authorId'],
      personal: ['title'],
      plain: [
        ...recordColumns,
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
      by: [...actorColumns, 'authorId'],
      personal: ['body', 'words', 'quote', 'mentions'],
      // The same words as `body`, which is exported.
      secret: ['rendered'],
      given: { columns: ['quote'], where: isQuotedReadable },
      plain: [
        ...recordColumns,
        'topicId',
        'position',
        'authorPseudonym',
        'replyToId',
        'editedAt',
        'state',
      ],
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
    row(forumFollows, {
      ...own,
      ofPerson: (id) => eq(forumFollows.userId, id),
      personal: ['userId', 'categoryId', 'topicId', 'level', 'createdAt', 'toldUntil'],
      plain: ['id'],
    }),
    row(forumMailSettings, {
      ...own,
      ofPerson: (id) => eq(forumMailSettings.userId, id),
      personal: ['userId', 'wantsQuotes', 'wantsMentions', 'followsOwnTopics'],
    }),
    row(forumNotices, {
      ...own,
      ofPerson: (id) => eq(forumNotices.userId, id),
      personal: ['userId', 'commentId', 'at'],
    }),
    row(flaggedComments, {
      ...moderation,
      ofPerson: isOwnReview,
      by: [...actorColumns, 'authorId', 'assigneeId'],
      plain: [...recordColumns, 'commentId', 'state', 'remindedAt'],
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
  ],
  beforeErasure: anonymiseForumAuthor,
};
