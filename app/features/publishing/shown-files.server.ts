import { and, arrayOverlaps, eq } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db } from '~/db/db.server';
import { authorise } from '~/permissions';
import { openPreview } from './previews.server';
import { isVisible, itemOf } from './publication-rows.server';

type OfText = { cover: string } | { attachment: string };
/** What belongs to a text: its cover, an attachment, or whatever stands below a page. */
type OfPreview = OfText | { page: string };

/** Whether visitors see a text that has this cover or this attachment now. */
export async function isShownSomewhere(actor: Actor, thing: OfText): Promise<boolean> {
  authorise(actor, 'publication.read');
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
  const { row, content } = await openPreview(actor, token);
  if ('page' in thing) return content.kind === 'page' && row.slug === thing.page;
  if (content.kind === 'page') return false;
  const { cover, attachments } = content.fields;
  return 'cover' in thing ? cover === thing.cover : attachments.includes(thing.attachment);
}
