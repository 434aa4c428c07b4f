import { eq, or, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { libraryRows } from './retention-library.server';
import { membersRows } from './retention-members.server';
import { operationsRows } from './retention-operations.server';
import { publishingRows } from './retention-publishing.server';
import { forDays, type RetentionRow, row, until } from './retention-row.server';
import { securityRows } from './retention-security.server';
import { takingPartRows } from './retention-taking-part.server';

const withAccount = { kept: { rule: 'account' } } as const;
const published = {
  why: 'statutory-purpose',
  seenBy: 'public',
  kept: { rule: 'published' },
  // Whoever is named in it is named still: it is about the publication, not about the account.
  onDeletion: 'stays-as-it-is',
} as const;
const ofAccount = { why: 'membership', seenBy: 'administrators', onDeletion: 'removed' } as const;

const by = ['createdBy', 'updatedBy'] as const;
const record = ['id', 'createdAt', 'updatedAt', 'version'] as const;

const {
  articles,
  boardMembers,
  decisions,
  emailChanges,
  events,
  eventTranslations,
  mails,
  newsItems,
  pages,
  profilePictures,
  profiles,
  publicFiles,
  searchWords,
  signInAccounts,
  users,
} = schema;

/** What every text has that is published, a page, a news item, an article or a translation. */
const text = [
  ...record,
  'slug',
  'language',
  'status',
  'translationGroup',
  'title',
  'body',
  'publishAt',
  'expireAt',
  'withdrawnReason',
  'withdrawnAt',
] as const;

const publication = [
  ...text,
  'teaser',
  'category',
  'pinned',
  'links',
  'corrections',
  'decisions',
  'cover',
  'coverAlt',
  'coverCredit',
  'attachments',
] as const;

/** What is published; persons are in it as authors, speakers or officers. */
const publications: readonly RetentionRow[] = [
  row(pages, {
    ...published,
    by,
    plain: [...text, 'description', 'effectiveOn', 'acceptanceFrom'],
  }),
  row(newsItems, {
    ...published,
    by,
    personal: ['authorName'],
    plain: [...publication, 'relatedEvent', 'relatedArticle'],
  }),
  row(articles, {
    ...published,
    by,
    personal: ['authors'],
    plain: [...publication, 'subtitle', 'abstract', 'topics', 'gdprArticles', 'footnotes'],
  }),
  row(decisions, {
    ...published,
    personal: ['name'],
    plain: ['ecli', 'caseNumber', 'court', 'dateDecided', 'sourceUrl'],
  }),
  row(searchWords, { ...published, seenBy: 'members', plain: ['word', 'folded', 'uses'] }),
  row(boardMembers, {
    ...published,
    by,
    personal: ['title', 'role', 'function', 'court', 'country', 'body', 'cover', 'coverAlt'],
    plain: [...text.filter((name) => name !== 'title' && name !== 'body'), 'position', 'isExample'],
  }),
  row(publicFiles, {
    ...published,
    by,
    plain: [...record, 'page', 'title', 'fileName', 'mediaType', 'bytes', 'sha256', 'storageKey'],
  }),
  row(events, {
    ...published,
    by,
    personal: ['sessions', 'contact'],
    plain: [
      ...record,
      'slug',
      'status',
      'visibility',
      'title',
      'summary',
      'body',
      'type',
      'startsAt',
      'endsAt',
      'zone',
      'startsAtInstant',
      'endsAtInstant',
      'allDay',
      'mode',
      'venue',
      'address',
      'city',
      'country',
      'organiser',
      'partners',
      'externalUrl',
      'workingLanguages',
      'feeText',
      'chathamHouse',
      'photoPolicy',
      'cancelledReason',
      'language',
      'corrections',
      'cover',
      'coverAlt',
      'coverCredit',
      'attachments',
      'withdrawnReason',
      'withdrawnAt',
      'icsSequence',
      'publishAt',
      'joinUrl',
      'registration',
      'opensAt',
      'closesAt',
      'opensAtInstant',
      'closesAtInstant',
      'capacityOnSite',
      'capacityOnline',
      'approval',
      'waitingList',
      'questions',
      'attendeeList',
      'documents',
    ],
  }),
  row(eventTranslations, {
    ...published,
    by,
    plain: [
      ...text,
      'summary',
      'corrections',
      'coverAlt',
      'sessions',
      'questions',
      'feeText',
      'photoPolicy',
      'cancelledReason',
    ],
  }),
];

/** The account itself; the last rows are the last to go (spec section 4). */
const account: readonly RetentionRow[] = [
  row(mails, {
    ...ofAccount,
    ...forDays(mails.createdAt, 30),
    ofPerson: (id) =>
      or(
        eq(mails.userId, id),
        sql`${mails.recipient} = (select email from users where id = ${id})`,
      ),
    personal: ['userId', 'recipient', 'subject', 'template', 'createdAt', 'sentAt'],
    // They hold links that sign in.
    secret: ['html', 'text', 'headers', 'calendar'],
    plain: ['id', 'state', 'attempts', 'lastError'],
  }),
  row(emailChanges, {
    ...ofAccount,
    ...until(emailChanges.expiresAt),
    ofPerson: (id) => eq(emailChanges.userId, id),
    personal: ['userId', 'newEmail', 'oldConfirmedAt', 'newConfirmedAt', 'createdAt', 'expiresAt'],
  }),
  row(profilePictures, {
    ...ofAccount,
    why: 'consent',
    seenBy: 'members',
    ...forDays(profilePictures.fetchedAt, 30),
    ofPerson: (id) => eq(profilePictures.userId, id),
    personal: ['userId', 'picture', 'mediaType', 'fetchedAt'],
  }),
  row(profiles, {
    ...ofAccount,
    seenBy: 'members',
    ...withAccount,
    ofPerson: (id) => sql`${profiles.id} = (select public_profile from users where id = ${id})`,
    by,
    personal: ['username', 'useGravatar', 'gravatarUrl', 'createdAt', 'updatedAt'],
    plain: ['id', 'version'],
  }),
  row(users, {
    ...ofAccount,
    ...withAccount,
    ofPerson: (id) => eq(users.id, id),
    by,
    personal: [
      'id',
      'email',
      'firstName',
      'lastName',
      'role',
      'emailSubscriber',
      'publicProfile',
      'suspendedAt',
      'createdAt',
      'updatedAt',
    ],
    plain: ['version'],
  }),
  row(signInAccounts, {
    ...ofAccount,
    ...withAccount,
    ofPerson: (id) => eq(signInAccounts.id, id),
    personal: ['id', 'name', 'email', 'emailVerified', 'image', 'createdAt', 'updatedAt'],
  }),
];

/**
 * What the site keeps, table by table: what for, how long, who sees it and what becomes of it when
 * the person's account is deleted (GDPR articles 5, 13, 15, 17, 20 and 30). The nightly job, the
 * processing register, "what we hold about you", the export and the deletion all follow it. A test
 * fails when a table or column of the database is missing here.
 */
export const retentionTable: readonly RetentionRow[] = [
  ...publications,
  ...publishingRows,
  ...libraryRows,
  ...membersRows,
  ...takingPartRows,
  ...operationsRows,
  ...securityRows,
  ...account,
];
