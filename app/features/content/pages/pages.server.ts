import { and, asc, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { type Actor, anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  isInPreview,
  isVisibleSomewhere,
  isVisible,
  shownTo,
} from '~/features/content/publishing/publishing.server';
import { withHtml } from '~/features/writing/rendered-texts/rendered-texts.server';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import { plainText } from '~/rich-text/plain-text';
import { isFreePage, isSiteText, publicPath, type SiteTextSlug } from '~/lib/addresses/public-path';
import { withoutWriters } from '~/features/content/articles/without-writers';
import { authorise, can } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';

const { pages, publicFiles } = schema;

/** Published and not expired: belongs into every query of what anybody may read. */
export const isPublishedPage = (now: Date): SQL | undefined => isVisible('page', now);

/**
 * A page in the reader's language, else in that of the site, else in whichever there is, with all
 * its languages.
 * @throws AppError `error.not-found`, also where what the reader would have got was withdrawn or ran
 *   out: that is said, and not covered up by another language
 */
export async function getPage(actor: Actor, slug: string, language: string) {
  authorise(actor, 'publication.read');
  const found = await db()
    .select()
    .from(pages)
    .where(and(eq(pages.slug, slug), isPublishedPage(new Date())))
    .orderBy(asc(pages.language));
  const page = await shownTo(language, { kind: 'page', slug, found });
  if (!page) throw new AppError('error.not-found');
  return { ...withoutWriters(page), languages: found.map((row) => row.language) };
}

/** The pages of their own that are public, in each of their languages. */
export async function listPublishedPages(actor: Actor) {
  authorise(actor, 'publication.read');
  const rows = await db()
    .select({ slug: pages.slug, language: pages.language, title: pages.title })
    .from(pages)
    .where(isPublishedPage(new Date()))
    .orderBy(asc(pages.language));
  return rows.filter(({ slug }) => !isSiteText(slug));
}

/**
 * Which of these addresses lead to pages of the association that are not public now, in any language:
 * that have not appeared yet, have expired or were withdrawn.
 */
export async function findHiddenPages(actor: Actor, paths: readonly string[]) {
  authorise(actor, 'publication.read');
  const slugs = paths.map((path) => path.slice(1)).filter(isFreePage);
  if (slugs.length === 0) return new Set<string>();
  const isShown = sql`bool_or(${isPublishedPage(new Date())})`;
  const rows = await db()
    .select({ slug: pages.slug })
    .from(pages)
    .where(inArray(pages.slug, slugs))
    .groupBy(pages.slug)
    .having(not(isShown));
  return new Set(rows.map(({ slug }) => publicPath('page', slug)));
}

/**
 * A text within another page, such as the introduction of the news, in the language that a page
 * would be shown in; null when it is empty.
 */
export async function findSiteText(
  actor: Actor,
  slug: SiteTextSlug,
  language: string,
): Promise<{ html: CheckedHtml; language: string } | null> {
  authorise(actor, 'publication.read');
  const found = await db()
    .select({ language: pages.language, body: pages.body, rendered: pages.rendered })
    .from(pages)
    .where(and(eq(pages.slug, slug), isPublishedPage(new Date())))
    .orderBy(asc(pages.language));
  const text = await shownTo(language, { kind: 'page', slug, found });
  return text && plainText(text.body).trim() !== '' ? withHtml(text) : null;
}

/**
 * The files of a page, such as the statutes; none while the page is not public.
 * @param preview the secret of the preview link by which the page is seen before that
 */
export async function listPageFiles(actor: Actor, page: string, preview: string | null = null) {
  authorise(actor, 'publication.read');
  if (!(await isPageShown(page)) && !(await isInPreview(actor, { page }, preview))) return [];
  return db()
    .select({
      id: publicFiles.id,
      title: publicFiles.title,
      fileName: publicFiles.fileName,
      bytes: publicFiles.bytes,
    })
    .from(publicFiles)
    .where(eq(publicFiles.page, page))
    .orderBy(asc(publicFiles.createdAt));
}

/** Whether visitors see the page, in whichever language. */
async function isPageShown(page: string): Promise<boolean> {
  return (await db().$count(pages, and(eq(pages.slug, page), isPublishedPage(new Date())))) > 0;
}

/**
 * A public file with its bytes as a stream: as long as the text that it belongs to is public, and
 * for those who write, or by a preview link, before and after.
 * @throws AppError `error.not-found`
 */
export async function openPublicFile(
  actor: Actor,
  { id, preview }: { id: string; preview: string | null },
) {
  authorise(actor, 'publication.read');
  const [file] = await db().select().from(publicFiles).where(eq(publicFiles.id, id));
  if (!file) throw new AppError('error.not-found');
  const isAttachment = file.page === 'publication';
  const isPublic = isAttachment
    ? await isVisibleSomewhere(anonymous, { attachment: id })
    : await isPageShown(file.page);
  const place = isAttachment ? { attachment: id } : { page: file.page };
  const maySee =
    isPublic ||
    can(actor, 'content.edit') ||
    (isAttachment && (await isVisibleSomewhere(actor, { attachment: id }))) ||
    (await isInPreview(actor, place, preview));
  if (!maySee) throw new AppError('error.not-found');
  return { file, isPublic, stream: await fileStore().getStream(file.storageKey) };
}
