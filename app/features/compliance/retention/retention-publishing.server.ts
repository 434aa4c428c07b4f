import { eq } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { type RetentionRow, row, until } from './retention-row.server';

const { agreementAcceptances, pendingChanges, pictures, previewLinks, publicationVersions } =
  schema;

const published = {
  why: 'statutory-purpose',
  seenBy: 'administrators',
  kept: { rule: 'published' },
  onDeletion: 'stays-as-it-is',
} as const;

/** What belongs to the writing and publishing of texts. */
export const publishingRows: readonly RetentionRow[] = [
  row(pendingChanges, {
    ...published,
    by: ['updatedBy'],
    personal: ['content'],
    plain: ['id', 'createdAt', 'updatedAt', 'kind', 'publishAt', 'asksForAcceptance'],
  }),
  row(publicationVersions, {
    ...published,
    by: ['createdBy'],
    personal: ['content'],
    plain: ['id', 'createdAt', 'kind', 'publicationId', 'number', 'name', 'isPublished'],
  }),
  row(previewLinks, {
    ...published,
    ...until(previewLinks.expiresAt),
    by: ['createdBy'],
    secret: ['hash'],
    plain: ['id', 'createdAt', 'kind', 'publicationId', 'expiresAt'],
  }),
  row(schema.redirects, {
    ...published,
    seenBy: 'public',
    by: ['createdBy', 'updatedBy'],
    plain: ['id', 'createdAt', 'updatedAt', 'version', 'fromPath', 'toPath'],
  }),
  row(pictures, {
    ...published,
    seenBy: 'public',
    by: ['createdBy', 'updatedBy'],
    plain: ['id', 'createdAt', 'updatedAt', 'version', 'width', 'height', 'variants'],
  }),
  row(agreementAcceptances, {
    why: 'membership',
    seenBy: 'administrators',
    kept: { rule: 'account' },
    onDeletion: 'removed',
    ofPerson: (id) => eq(agreementAcceptances.userId, id),
    personal: ['userId', 'acceptedAt', 'acceptanceFrom', 'effectiveOn', 'language'],
    plain: ['id'],
  }),
];
