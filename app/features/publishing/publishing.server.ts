import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gt,
  inArray,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/errors';
import { authorise } from '~/permissions';
import { answerAbsent } from './absent-texts.server';
import { prepareAttachment } from './attachments.server';
import { sayWhyCancelled } from './cancel-reasons.server';
import { comparableBody } from './content-lines';
import { pageContent } from './content-schemas';
import { isVisible, itemOf } from './publication-rows.server';
import { answerFileForm } from './file-form.server';
import {
  askedVersions,
  compareKept,
  diffFields,
  getKeptVersion,
  listKeptVersions,
  nameVersion,
  versionForm,
} from './kept-versions.server';
import { preparePicture } from './pictures.server';
import {
  listPreviewLinks,
  makePreviewLink,
  previewSchema,
  revokePreviewLink,
  revokePreviewSchema,
} from './previews.server';
import { keepVersion } from './saved-versions.server';
import { isInPreview, isShownSomewhere } from './shown-files.server';
import { hasSharedAddress, isShownTo, shownTo } from './shown-language.server';
import { contentLanguages } from './texts.server';

export { answerAbsent, isInPreview, isShownSomewhere, isVisible };
export { hasSharedAddress, isShownTo, shownTo };
/** Events are written elsewhere; their previews, versions and files are of the same kind. */
export { listPreviewLinks, makePreviewLink, revokePreviewLink };
export { previewSchema, revokePreviewSchema };
export { askedVersions, compareKept, getKeptVersion, listKeptVersions, nameVersion, versionForm };
export { answerFileForm, comparableBody, contentLanguages, diffFields, keepVersion };
export { prepareAttachment, preparePicture, sayWhyCancelled };

const { articles, pages, pictures, publicationVersions, publicFiles } = schema;

type Kind = 'news' | 'article';
type ReadText = {
  kind: Kind;
  id: string;
  language: string;
  translationGroup: string;
  publishAt: Date;
  category: (typeof articles.category.enumValues)[number];
  decisionKeys: string[];
  topics?: string[];
  cover: string | null;
  attachments: string[];
};

/** What stands around a published text: languages, neighbours, related texts, picture, files. */
export async function getSurroundings(actor: Actor, text: ReadText) {
  authorise(actor, 'publication.read');
  const [languages, previous, next, related, cover, attachments] = await Promise.all([
    otherLanguages(text),
    neighbour(text, 'before'),
    neighbour(text, 'after'),
    relatedTexts(text),
    findCover(actor, text.cover),
    listAttachments(actor, text.attachments),
  ]);
  return { languages, previous, next, related, cover, attachments };
}
export type Surroundings = Awaited<ReturnType<typeof getSurroundings>>;

const headline = (kind: Kind) => {
  const { slug, title, language, publishAt } = itemOf(kind);
  return { slug, title, language, publishAt, isShared: hasSharedAddress(kind) };
};

function otherLanguages({ kind, id, translationGroup }: ReadText) {
  const table = itemOf(kind);
  return db()
    .select({ slug: table.slug, language: table.language })
    .from(table)
    .where(and(eq(table.translationGroup, translationGroup), ne(table.id, id), isVisible(kind)));
}

async function neighbour({ kind, id, language, publishAt }: ReadText, side: 'before' | 'after') {
  const table = itemOf(kind);
  const isBefore = side === 'before';
  const [found] = await db()
    .select(headline(kind))
    .from(table)
    .where(
      and(
        eq(table.language, language),
        ne(table.id, id),
        isVisible(kind),
        isBefore ? lt(table.publishAt, publishAt) : gt(table.publishAt, publishAt),
      ),
    )
    .orderBy(isBefore ? desc(table.publishAt) : asc(table.publishAt))
    .limit(1);
  return found ?? null;
}

const mostRelated = 4;

/**
 * Texts about the same decisions or topics, then others of the same category in its language; never
 * a translation of the text itself, and one of several translations.
 */
async function relatedTexts(text: ReadText) {
  const { topics = [], decisionKeys } = text;
  const alike = (kind: Kind, about: SQL | undefined) => (about ? findAlike(text, kind, about) : []);
  const sameSubject = (kind: Kind) =>
    or(
      decisionKeys.length > 0 ? arrayOverlaps(itemOf(kind).decisions, decisionKeys) : undefined,
      kind === 'article' && topics.length > 0 ? hasTopic(topics) : undefined,
    );
  const close = [
    ...(await alike(text.kind, sameSubject(text.kind))),
    ...(await alike(otherKind(text.kind), sameSubject(otherKind(text.kind)))),
  ];
  const { category, language } = itemOf(text.kind);
  const sameCategory = and(eq(category, text.category), eq(language, text.language));
  const found = [...close, ...(await alike(text.kind, sameCategory))];
  const isFirst = ({ translationGroup }: Alike, at: number) =>
    found.findIndex((other) => other.translationGroup === translationGroup) === at;
  return found
    .filter(isFirst)
    .slice(0, mostRelated)
    .map(({ translationGroup: _group, ...shown }) => shown);
}

const hasTopic = (topics: string[]) =>
  inArray(
    itemOf('article').id,
    db().select({ id: articles.id }).from(articles).where(arrayOverlaps(articles.topics, topics)),
  );

type Alike = Awaited<ReturnType<typeof findAlike>>[number];

/** Those in the language of the text come first. */
async function findAlike(text: ReadText, kind: Kind, about: SQL) {
  const table = itemOf(kind);
  const { translationGroup } = table;
  const isOther = ne(translationGroup, text.translationGroup);
  const rows = await db()
    .select({ ...headline(kind), translationGroup })
    .from(table)
    .where(and(about, isOther, isVisible(kind)))
    .orderBy(sql`${table.language} = ${text.language} desc`, desc(table.publishAt))
    .limit(2 * mostRelated);
  return rows.map((row) => ({ kind, ...row }));
}

const otherKind = (kind: Kind): Kind => (kind === 'news' ? 'article' : 'news');

/** A cover as a page shows it, or null. */
export async function findCover(actor: Actor, id: string | null) {
  authorise(actor, 'publication.read');
  if (!id) return null;
  const { width, height, variants } = pictures;
  const [cover] = await db()
    .select({ id: pictures.id, width, height, variants })
    .from(pictures)
    .where(eq(pictures.id, id));
  return cover ?? null;
}

export async function listAttachments(actor: Actor, ids: string[]) {
  authorise(actor, 'publication.read');
  if (ids.length === 0) return [];
  const { id, title, fileName, bytes } = publicFiles;
  const rows = await db()
    .select({ id, title, fileName, bytes })
    .from(publicFiles)
    .where(inArray(id, ids));
  return ids.flatMap((wanted) => rows.filter((row) => row.id === wanted));
}

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
