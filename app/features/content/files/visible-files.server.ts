import { and, arrayOverlaps, eq, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '~/policy/actor';
import { pictureIds } from '~/db/columns';
import { db, schema } from '~/db/db.server';
import { authorise } from '~/policy/permissions';
import { isEventVisibleTo } from '~/features/content/publishing/event-record.server';
import { findPreviewedFiles } from '~/features/content/previews/previews.server';
import { legalSlugs } from '~/features/content/publishing/publication-kinds';
import { isVisible, itemOf } from '~/features/content/publishing/publication-rows.server';

const { articles, boardMembers, events, eventTranslations, newsItems, pages } = schema;
const { publicationVersions } = schema;

type OfText = { picture: string } | { attachment: string };
/** Files of a text: its pictures, an attachment, or the files of a page. */
type OfPreview = OfText | { page: string };

/** Whether the actor may see a text or event that uses this picture or attachment. */
export async function isVisibleSomewhere(actor: Actor, thing: OfText): Promise<boolean> {
  authorise(actor, 'publication.read');
  if ('picture' in thing) {
    const { picture } = thing;
    return (await isVisibleCover(actor, picture)) || (await isVisibleInText(actor, picture));
  }
  const uses = [thing.attachment];
  const ofEvent = arrayOverlaps(events.attachments, uses);
  if ((await db().$count(events, and(ofEvent, isEventVisibleTo(actor)))) > 0) return true;
  for (const kind of ['news', 'article'] as const) {
    const table = itemOf(kind);
    const ofItem = arrayOverlaps(table.attachments, uses);
    if ((await db().$count(table, and(ofItem, isVisible(kind)))) > 0) return true;
  }
  return false;
}

async function isVisibleCover(actor: Actor, id: string): Promise<boolean> {
  const ofEvent = and(eq(events.cover, id), isEventVisibleTo(actor));
  if ((await db().$count(events, ofEvent)) > 0) return true;
  const ofEntry = and(eq(boardMembers.cover, id), isVisible('board-member'));
  if ((await db().$count(boardMembers, ofEntry)) > 0) return true;
  for (const kind of ['news', 'article'] as const) {
    const table = itemOf(kind);
    if ((await db().$count(table, and(eq(table.cover, id), isVisible(kind)))) > 0) return true;
  }
  return false;
}

async function isVisibleInText(actor: Actor, id: string): Promise<boolean> {
  const isIn = (body: AnyPgColumn) => sql`${pictureIds(body)} @> ${JSON.stringify([id])}::jsonb`;
  const visibleEvents = db().select({ id: events.id }).from(events).where(isEventVisibleTo(actor));
  const { translationGroup } = eventTranslations;
  const counts = [
    () => db().$count(articles, and(isIn(articles.body), isVisible('article'))),
    () => db().$count(newsItems, and(isIn(newsItems.body), isVisible('news'))),
    () => db().$count(pages, and(isIn(pages.body), isVisible('page'))),
    () => db().$count(events, and(isIn(events.body), isEventVisibleTo(actor))),
    () =>
      db().$count(
        eventTranslations,
        and(
          isIn(eventTranslations.body),
          isVisible('event-translation'),
          inArray(translationGroup, visibleEvents),
        ),
      ),
    () => countLegalVersions(id),
  ];
  for (const count of counts) if ((await count()) > 0) return true;
  return false;
}

/** Versions of legal texts that were in force stay public. */
async function countLegalVersions(id: string): Promise<number> {
  const { publicationId, isPublished, content } = publicationVersions;
  const shown = db()
    .select({ id: pages.id })
    .from(pages)
    .where(and(inArray(pages.slug, [...legalSlugs]), isVisible('page')));
  const isIn = sql`${pictureIds(sql`${content} -> 'body'`)} @> ${JSON.stringify([id])}::jsonb`;
  const where = and(inArray(publicationId, shown), eq(isPublished, true), isIn);
  return db().$count(publicationVersions, where);
}

/**
 * Whether it belongs to what a preview link leads to.
 * @param token the secret of the link; null when there is none
 * @throws AppError `error.not-found` when the link does not work
 */
export async function isInPreview(
  actor: Actor,
  thing: OfPreview,
  token: string | null,
): Promise<boolean> {
  authorise(actor, 'publication.preview');
  if (!token) return false;
  const { page, pictures, attachments } = await findPreviewedFiles(actor, token);
  if ('page' in thing) return page === thing.page;
  return 'picture' in thing
    ? pictures.includes(thing.picture)
    : attachments.includes(thing.attachment);
}
