import { eq } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { rebaseDraft } from '~/features/drafts/drafts.server';
import { siteZone } from '~/lib/format-date';
import { momentOf } from '~/lib/zoned-time.server';
import { authorise } from '~/permissions';
import { enqueue } from '~/platform/job-queue.server';
import { announcePageChange } from '~/platform/page-changes.server';
import { draftPlace, type PublicationKind } from './publication-kinds';
import { coreOf, type CoreRow, lockCore, timedOf } from './publication-rows.server';
import { isPublic, publishDueName, tagOf } from './saving.server';

const { pendingChanges, previewLinks, publicationVersions } = schema;

/** A text, and the version of it that the actor has seen. */
export type SeenText = { kind: PublicationKind; id: string; baseVersion: number };
type Step = {
  action: string;
  reason?: string;
  change: (tx: Transaction, row: CoreRow) => Promise<void>;
};

/** One change of a text's state: locked, noted, and told to all nodes. */
async function takeStep(actor: Actor, text: SeenText, { action, reason, change }: Step) {
  await transaction(async (tx) => {
    const row = await lockCore(tx, text, text.baseVersion);
    const table = coreOf(text.kind);
    await tx
      .update(table)
      .set({ version: row.version + 1 })
      .where(eq(table.id, row.id));
    await change(tx, row);
    const draft = { userId: actor.id, place: draftPlace(row.id) };
    await rebaseDraft(tx, draft, { from: row.version, to: row.version + 1 });
    await announcePageChange(tx, tagOf[text.kind]);
    await appendAudit(tx, actor, {
      action,
      target: { kind: text.kind, id: text.id },
      ...(reason ? { reason } : {}),
    });
  });
}

/** Makes a scheduled text a draft again. @throws AppError `error.content.not-possible` */
export async function cancelSchedule(actor: Actor, text: SeenText): Promise<void> {
  authorise(actor, 'content.edit');
  const change = async (tx: Transaction, row: CoreRow) => {
    if (row.status !== 'scheduled' || (await isPublic(tx, text.kind, row))) {
      throw new AppError('error.content.not-possible');
    }
    const table = coreOf(text.kind);
    await tx.update(table).set({ status: 'draft' }).where(eq(table.id, row.id));
  };
  await takeStep(actor, text, { action: 'content.cancel-schedule', change });
}

/**
 * Takes a public text back; its address answers that it is gone, and why.
 * @throws AppError `error.content.not-possible`
 */
export async function withdrawText(actor: Actor, text: SeenText, reason: string): Promise<void> {
  authorise(actor, 'content.edit');
  const { kind } = text;
  if (kind === 'page') throw new AppError('error.content.not-possible');
  const change = async (tx: Transaction, row: CoreRow) => {
    if (!(await isPublic(tx, kind, row))) throw new AppError('error.content.not-possible');
    const table = timedOf(kind);
    await tx
      .update(table)
      .set({ status: 'archived', withdrawnReason: reason, withdrawnAt: new Date() })
      .where(eq(table.id, row.id));
  };
  await takeStep(actor, text, { action: 'content.withdraw', reason, change });
}

/** Sets until when a text is shown, by the clock of Brussels; '' takes the end away. */
export async function setExpiry(actor: Actor, text: SeenText, expireAt: string): Promise<void> {
  authorise(actor, 'content.edit');
  const { kind } = text;
  if (kind === 'page') throw new AppError('error.content.not-possible');
  const moment = expireAt ? momentOf(expireAt, siteZone) : null;
  const change = async (tx: Transaction, row: CoreRow) => {
    const table = timedOf(kind);
    await tx.update(table).set({ expireAt: moment }).where(eq(table.id, row.id));
    if (moment) await enqueue(tx, { name: publishDueName, data: {} }, { startAfter: moment });
  };
  await takeStep(actor, text, { action: 'content.expire', change });
}

/**
 * Removes a text that has never been public, with its versions.
 * @throws AppError `error.content.not-possible`
 */
export async function deleteDraft(actor: Actor, text: SeenText): Promise<void> {
  authorise(actor, 'content.edit');
  const change = async (tx: Transaction, row: CoreRow) => {
    if (row.status !== 'draft') throw new AppError('error.content.not-possible');
    const table = coreOf(text.kind);
    await tx.delete(previewLinks).where(eq(previewLinks.publicationId, row.id));
    await tx.delete(publicationVersions).where(eq(publicationVersions.publicationId, row.id));
    await tx.delete(table).where(eq(table.id, row.id));
  };
  await takeStep(actor, text, { action: 'content.delete', change });
}

/** Forgets saved changes that are not published; the versions keep them. */
export async function discardChanges(actor: Actor, text: SeenText): Promise<void> {
  authorise(actor, 'content.edit');
  const change = async (tx: Transaction, row: CoreRow) => {
    await tx.delete(pendingChanges).where(eq(pendingChanges.id, row.id));
  };
  await takeStep(actor, text, { action: 'content.discard-changes', change });
}
