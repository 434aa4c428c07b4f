import { eq, type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { type RetentionRow, row } from './retention-row.server';

const { documentPages, documentVersions, intranetResources, intranetUploads, intranetVisits } =
  schema;

const record = ['id', 'createdAt', 'updatedAt', 'version'] as const;

/** Documents stay with the library when an account is deleted; the name of who added them goes. */
const ofLibrary = {
  why: 'statutory-purpose',
  seenBy: 'members',
  kept: { rule: 'archive' },
  // An author may be named who is the member as well.
  onDeletion: 'stays-as-it-is',
} as const;

const ofOwnDocuments = (id: string): SQL =>
  sql`document in (select id from ${intranetResources} where user_id = ${id})`;

/** The document library. */
export const libraryRows: readonly RetentionRow[] = [
  row(intranetResources, {
    ...ofLibrary,
    ofPerson: (id) => eq(intranetResources.user, id),
    by: ['createdBy', 'updatedBy', 'user'],
    personal: ['title', 'author', 'description', 'metadata'],
    secret: ['search', 'textWords'],
    plain: [
      ...record,
      'collection',
      'folder',
      'parent',
      'language',
      'tags',
      'storageExtension',
      'fileVersion',
      'bytes',
      'sha256',
      'mediaType',
      'pages',
      'textState',
      'fileAt',
      'trashedAt',
      'trashedWith',
      'citations',
    ],
  }),
  row(documentVersions, {
    ...ofLibrary,
    ofPerson: (id) => eq(documentVersions.user, id),
    by: ['user'],
    personal: ['fileName', 'note'],
    secret: ['storageKey'],
    plain: ['id', 'createdAt', 'document', 'number', 'extension', 'bytes', 'sha256', 'mediaType'],
  }),
  row(documentPages, {
    ...ofLibrary,
    ofPerson: ofOwnDocuments,
    personal: ['text'],
    secret: ['search'],
    plain: ['document', 'page', 'language', 'citations'],
  }),
  row(intranetUploads, {
    why: 'membership',
    seenBy: 'yourself',
    // The job that clears unfinished uploads removes their files as well.
    kept: { rule: 'days', days: 7 },
    onDeletion: 'removed',
    ofPerson: (id) => eq(intranetUploads.user, id),
    personal: [
      'user',
      'fileName',
      'note',
      'bytes',
      'createdAt',
      'collection',
      'parent',
      'document',
    ],
    secret: ['fingerprint'],
    plain: ['id', 'replaces', 'state', 'errorCode'],
  }),
  row(intranetVisits, {
    why: 'membership',
    seenBy: 'yourself',
    kept: { rule: 'account' },
    onDeletion: 'removed',
    ofPerson: (id) => eq(intranetVisits.user, id),
    personal: ['user', 'collection', 'previousAt', 'lastAt'],
  }),
];
