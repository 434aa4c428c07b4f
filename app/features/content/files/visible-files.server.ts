import { and, arrayOverlaps, eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { authorise } from '~/policy/permissions';
import { isEventVisibleTo } from '~/features/content/publishing/event-record.server';
import { findPreviewedFiles } from '~/features/content/previews/previews.server';
import { isVisible, itemOf } from '~/features/content/publishing/publication-rows.server';

const { boardMembers, events } = schema;

type OfText = { cover: string } | { attachment: string };
/** Files of a text: its cover, an attachment, or the files of a page. */
type OfPreview = OfText | { page: string };

/** Whether the actor may see a text or event that uses this cover or attachment. */
export async function isVisibleSomewhere(actor: Actor, thing: OfText): Promise<boolean> {
  authorise(actor, 'publication.read');
  const ofEvent =
    'cover' in thing
      ? eq(events.cover, thing.cover)
      : arrayOverlaps(events.attachments, [thing.attachment]);
  if ((await db().$count(events, and(ofEvent, isEventVisibleTo(actor)))) > 0) return true;
  if ('cover' in thing) {
    const ofEntry = and(eq(boardMembers.cover, thing.cover), isVisible('board-member'));
    if ((await db().$count(boardMembers, ofEntry)) > 0) return true;
  }
  for (const kind of ['news', 'article'] as const) {
    const table = itemOf(kind);
    const uses =
      'cover' in thing
        ? eq(table.cover, thing.cover)
        : arrayOverlaps(table.attachments, [thing.attachment]);
    if ((await db().$count(table, and(uses, isVisible(kind)))) > 0) return true;
  }
  return false;
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
  const { page, cover, attachments } = await findPreviewedFiles(actor, token);
  if ('page' in thing) return page === thing.page;
  return 'cover' in thing ? cover === thing.cover : attachments.includes(thing.attachment);
}
