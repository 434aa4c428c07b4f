import { and, eq, type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { forgetUploader } from '~/features/library/documents/documents-of.server';
import { enqueueRemovalOfUnfinished } from '~/features/library/uploads/uploads.server';
import { isActiveAdministrator } from '~/features/identity/accounts/accounts.server';
import { recordColumns, type Retention, row } from '~/policy/retention/retention.server';

const {
  documentPages,
  documentVersions,
  intranetResources,
  intranetUploads,
  intranetVisits,
  users,
} = schema;

/** Documents stay with the library when an account is deleted; the name of who added them goes. */
const ofLibrary = {
  why: 'statutory-purpose',
  seenBy: 'members',
  kept: { rule: 'archive' },
  // As the author of what someone else added, the member may be named as anybody may.
  onDeletion: 'stays-as-it-is',
} as const;

/** Documents of the administration's collection belong to the association, not to a person's data. */
const isReadableBy = (id: string): SQL =>
  sql`(${intranetResources.collection} = 'userIntranet'
    or exists (select from ${users} where ${users.id} = ${id} and ${isActiveAdministrator}))`;

const ofReadableDocument = (id: string): SQL =>
  sql`document in (select ${intranetResources.id} from ${intranetResources} where ${isReadableBy(id)})`;

/** The text is that of the newest version, which may be someone else's. */
const ofOwnText = (id: string): SQL =>
  sql`document in (select ${intranetResources.id} from ${intranetResources}
    join ${documentVersions} on ${documentVersions.document} = ${intranetResources.id}
      and ${documentVersions.number} = ${intranetResources.fileVersion}
    where ${documentVersions.user} = ${id} and ${isReadableBy(id)})`;

/** What the library keeps: documents, their versions and what is known of their reading. */
export const libraryRetention: Retention = {
  tables: [
    row(intranetResources, {
      ...ofLibrary,
      ofPerson: (id) => and(eq(intranetResources.user, id), isReadableBy(id)),
      by: ['createdBy', 'updatedBy', 'user'],
      personal: ['title', 'author', 'description', 'metadata'],
      secret: ['search', 'rankedWords', 'textWords'],
      plain: [
        ...recordColumns,
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
      ofPerson: (id) => and(eq(documentVersions.user, id), ofReadableDocument(id)),
      by: ['user'],
      personal: ['fileName', 'note'],
      secret: ['storageKey'],
      plain: ['id', 'createdAt', 'document', 'number', 'extension', 'bytes', 'sha256', 'mediaType'],
    }),
    row(documentPages, {
      ...ofLibrary,
      ofPerson: ofOwnText,
      personal: ['text'],
      secret: ['search'],
      plain: ['document', 'page', 'language', 'citations', 'recognisedBy'],
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
      plain: ['id', 'replaces', 'replacesVersion', 'state', 'errorCode'],
    }),
    row(intranetVisits, {
      why: 'membership',
      seenBy: 'yourself',
      kept: { rule: 'account' },
      onDeletion: 'removed',
      ofPerson: (id) => eq(intranetVisits.user, id),
      personal: ['user', 'collection', 'previousAt', 'lastAt'],
    }),
  ],
  stores: [
    {
      name: 'library-files',
      why: 'statutory-purpose',
      seenBy: 'members',
      kept: { rule: 'archive' },
    },
    {
      name: 'unfinished-files',
      why: 'statutory-purpose',
      seenBy: 'yourself',
      kept: { rule: 'days', days: retentionPeriods.unfinishedUpload },
    },
  ],
  beforeErasure: async (tx, userId) => {
    await forgetUploader(tx, userId);
    await enqueueRemovalOfUnfinished(tx, userId);
  },
};
