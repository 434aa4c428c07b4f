import { and, asc, eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import {
  answerGone,
  followLanguage,
  isWithdrawnFromPublic,
} from '~/features/content/reading/gone-pages.server';
import { prepareAttachment } from '~/features/content/files/attachments.server';
import { saveCancellationReasons } from './cancellation-reasons.server';
import { pageContent } from './content-schemas';
import { isVisible } from './publication-rows.server';
import {
  eventByClock,
  type EventRecord,
  eventSaying,
  isEventShown,
  isEventVisibleTo,
  publicEvent,
} from './event-record.server';
import { answerFileForm } from '~/features/content/files/file-form.server';
import {
  requestedVersions,
  compareRevisions,
  diffFields,
  getRevision,
  listRevisions,
  nameVersion,
  versionForm,
} from '~/features/content/versions/revisions.server';
import { preparePicture } from '~/features/content/files/pictures.server';
import { claimPictures } from '~/features/content/files/text-pictures.server';
import {
  listPreviewLinks,
  makePreviewLink,
  previewSchema,
  revokePreviewLink,
  revokePreviewSchema,
} from '~/features/content/previews/previews.server';
import { saveRevision } from './save-revision.server';
import { isInPreview, isVisibleSomewhere } from '~/features/content/files/visible-files.server';
import {
  hasSharedAddress,
  isShownTo,
  shownTo,
} from '~/features/content/reading/shown-language.server';
import {
  findCover,
  getRelatedContent,
  listAttachments,
  type RelatedContent,
} from '~/features/content/reading/related-content.server';
import { copyEventTranslations } from './new-texts.server';
import { contentLanguages } from './texts.server';

export { answerGone, followLanguage, isWithdrawnFromPublic };
export { isInPreview, isVisibleSomewhere, isVisible };
export { hasSharedAddress, isShownTo, shownTo };
export { findCover, getRelatedContent, listAttachments };
export type { EventRecord, RelatedContent };
export { eventByClock, eventSaying, isEventShown, isEventVisibleTo, publicEvent };
/** Events are written elsewhere; their previews, versions and files are of the same kind. */
export { listPreviewLinks, makePreviewLink, revokePreviewLink };
export { previewSchema, revokePreviewSchema };
export {
  requestedVersions,
  compareRevisions,
  getRevision,
  listRevisions,
  nameVersion,
  versionForm,
};
export { answerFileForm, contentLanguages, diffFields, saveRevision };
export { claimPictures, prepareAttachment, preparePicture };
export { copyEventTranslations, saveCancellationReasons };

const { pages, publicationVersions } = schema;

/** The versions of a legal text that were in force, newest first; for everybody. */
export async function listLegalVersions(actor: Actor, place: { slug: string; language: string }) {
  authorise(actor, 'publication.read');
  const rows = await db()
    .select({
      number: publicationVersions.number,
      createdAt: publicationVersions.createdAt,
      content: publicationVersions.content,
    })
    .from(publicationVersions)
    .innerJoin(pages, eq(pages.id, publicationVersions.publicationId))
    .where(
      and(
        eq(pages.slug, place.slug),
        eq(pages.language, place.language),
        isVisible('page'),
        eq(publicationVersions.isPublished, true),
      ),
    )
    .orderBy(asc(publicationVersions.number));
  return rows
    .map(({ number, createdAt, content }) => ({
      number,
      publishedAt: createdAt,
      effectiveOn: pageContent.parse(content).effectiveOn,
    }))
    .toReversed();
}

/** One version of a legal text that was in force. @throws AppError `error.not-found` */
export async function getLegalVersion(
  actor: Actor,
  place: { slug: string; language: string; number: number },
) {
  authorise(actor, 'publication.read');
  const [version] = await db()
    .select({ content: publicationVersions.content, createdAt: publicationVersions.createdAt })
    .from(publicationVersions)
    .innerJoin(pages, eq(pages.id, publicationVersions.publicationId))
    .where(
      and(
        eq(pages.slug, place.slug),
        eq(pages.language, place.language),
        isVisible('page'),
        eq(publicationVersions.isPublished, true),
        eq(publicationVersions.number, place.number),
      ),
    );
  if (!version) throw new AppError('error.not-found');
  return { ...pageContent.parse(version.content), publishedAt: version.createdAt };
}
