import { eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { rebaseDraft } from '~/features/writing/drafts/drafts.server';
import type { EventRecord } from '~/features/events/events.server';
import { prepareAttachment, preparePicture } from '~/features/content/publishing/publishing.server';
import { usualFocus } from '~/rich-text/pictures';
import { authorise } from '~/policy/permissions';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { eventDraftPlace } from '~/features/events/editor/editor.server';
import { lockForEditing, writtenBy } from '~/features/events/editor/event-writing.server';
import {
  saveEventRevision,
  saveInitialEventRevision,
} from '~/features/events/editor/event-revisions.server';

const { events, pictures, publicFiles } = schema;

/** An event, and the version of it that the actor has seen. */
type SeenEvent = { id: string; version: number };

/**
 * Gives an event another cover image; of a public event visitors see it at once, so it needs the
 * text for those who do not.
 * @throws AppError `error.content.cover-alt`, `error.storage/…`, `error.changed-meanwhile`
 */
export async function setEventCover(
  actor: Actor,
  seen: SeenEvent,
  { bytes, alt }: { bytes: Buffer; alt: string },
): Promise<void> {
  authorise(actor, 'event.manage');
  if (alt === '') throw new AppError('error.content.cover-alt');
  const picture = await preparePicture(actor, bytes);
  await changeFiles(actor, { ...seen, action: 'event.set-cover' }, async (tx) => {
    await tx.insert(pictures).values({ ...picture, createdBy: actor.id });
    return { cover: picture.id, coverAlt: alt, coverFocus: usualFocus };
  });
}

export async function removeEventCover(actor: Actor, seen: SeenEvent): Promise<void> {
  authorise(actor, 'event.manage');
  const none = { cover: null, coverAlt: '', coverCredit: '', coverFocus: usualFocus };
  await changeFiles(actor, { ...seen, action: 'event.remove-cover' }, async () => none);
}

/** Attaches a file to an event. @throws AppError `error.storage/…`, `error.changed-meanwhile` */
export async function attachToEvent(
  actor: Actor,
  seen: SeenEvent,
  file: { title: string; fileName: string; bytes: Buffer },
): Promise<void> {
  authorise(actor, 'event.manage');
  const row = await prepareAttachment(actor, file);
  await changeFiles(actor, { ...seen, action: 'event.attach' }, async (tx, { attachments }) => {
    await tx.insert(publicFiles).values(row);
    return { attachments: [...attachments, row.id] };
  });
}

/** Takes a file off an event; versions still know it. */
export async function detachFromEvent(actor: Actor, seen: SeenEvent, file: string): Promise<void> {
  authorise(actor, 'event.manage');
  await changeFiles(actor, { ...seen, action: 'event.detach' }, async (_tx, { attachments }) => ({
    attachments: attachments.filter((id) => id !== file),
  }));
}

type Files = Partial<
  Pick<EventRecord, 'cover' | 'coverAlt' | 'coverCredit' | 'coverFocus' | 'attachments'>
>;

async function changeFiles(
  actor: Actor,
  { id, version, action }: SeenEvent & { action: AuditAction },
  change: (tx: Transaction, before: EventRecord) => Promise<Files>,
): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockForEditing(tx, id, version);
    await saveInitialEventRevision(tx, before);
    const [after] = await tx
      .update(events)
      .set({ ...(await change(tx, before)), ...writtenBy(actor) })
      .where(eq(events.id, id))
      .returning();
    if (!after) throw new AppError('error.not-found');
    await saveEventRevision(tx, after, { by: actor.id });
    const draft = { userId: actor.id, place: eventDraftPlace(id) };
    await rebaseDraft(tx, draft, { from: version, to: after.version });
    await invalidateTags(tx, 'events');
    await appendAudit(tx, actor, { action, target: { kind: 'event', id } });
  });
}
