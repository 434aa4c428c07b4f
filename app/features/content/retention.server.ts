import { schema } from '~/db/db.server';
import {
  actorColumns,
  published,
  recordColumns,
  type Retention,
  row,
  until,
} from '~/policy/retention/retention.server';

const {
  articles,
  boardMembers,
  decisions,
  newsItems,
  pages,
  pendingChanges,
  pictures,
  previewLinks,
  publicFiles,
  publicationVersions,
  redirects,
} = schema;

/** What editors alone see. */
const editorial = { ...published, seenBy: 'administrators' } as const;

/** What every text has that is published, a page, a news item, an article or a translation. */
const text = [
  ...recordColumns,
  'slug',
  'language',
  'status',
  'translationGroup',
  'title',
  'body',
  'rendered',
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
  'coverFocus',
  'attachments',
] as const;

/** What is published, and what belongs to writing it. */
export const contentRetention: Retention = {
  tables: [
    row(pages, {
      ...published,
      by: actorColumns,
      plain: [...text, 'description', 'effectiveOn', 'acceptanceFrom'],
    }),
    row(newsItems, {
      ...published,
      by: actorColumns,
      personal: ['authorName'],
      plain: [...publication, 'relatedEvent', 'relatedArticle'],
    }),
    row(articles, {
      ...published,
      by: actorColumns,
      personal: ['authors'],
      plain: [...publication, 'subtitle', 'abstract', 'topics', 'gdprArticles', 'footnotes'],
    }),
    row(decisions, {
      ...published,
      personal: ['name'],
      plain: ['ecli', 'caseNumber', 'court', 'dateDecided', 'sourceUrl'],
    }),
    row(boardMembers, {
      ...published,
      by: actorColumns,
      personal: ['title', 'role', 'function', 'court', 'country', 'body', 'cover', 'coverAlt'],
      plain: [
        ...text.filter((name) => name !== 'title' && name !== 'body'),
        'position',
        'isExample',
      ],
    }),
    row(publicFiles, {
      ...published,
      by: actorColumns,
      plain: [
        ...recordColumns,
        'page',
        'title',
        'fileName',
        'mediaType',
        'bytes',
        'sha256',
        'storageKey',
      ],
    }),
    row(pendingChanges, {
      ...editorial,
      by: ['updatedBy'],
      personal: ['content'],
      plain: ['id', 'createdAt', 'updatedAt', 'kind', 'publishAt', 'asksForAcceptance'],
    }),
    row(publicationVersions, {
      ...editorial,
      by: ['createdBy'],
      personal: ['content'],
      plain: ['id', 'createdAt', 'kind', 'publicationId', 'number', 'name', 'isPublished'],
    }),
    row(previewLinks, {
      ...editorial,
      ...until(previewLinks.expiresAt),
      by: ['createdBy'],
      secret: ['hash'],
      plain: ['id', 'createdAt', 'kind', 'publicationId', 'expiresAt'],
    }),
    row(redirects, {
      ...published,
      seenBy: 'public',
      by: actorColumns,
      plain: [...recordColumns, 'fromPath', 'toPath'],
    }),
    row(pictures, {
      ...published,
      seenBy: 'public',
      by: actorColumns,
      plain: [...recordColumns, 'width', 'height', 'variants'],
    }),
  ],
  stores: [
    {
      name: 'published-files',
      why: 'statutory-purpose',
      seenBy: 'public',
      kept: { rule: 'published' },
    },
  ],
};
