import { and, eq, ne } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { rebaseDraft } from '~/features/writing/drafts/drafts.server';
import { isFreePage, publicPath } from '~/lib/addresses/public-path';
import { siteZone } from '~/lib/format/format-date';
import { instantOf } from '~/lib/time/zoned-time.server';
import { authorise } from '~/policy/permissions';
import { association, leadMenuTo, reloadAssociation } from '~/platform/association.server';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { draftPlace, isErasable, isLegalText, type PublicationKind } from './publication-kinds';
import { coreOf, type CoreRow, isPublic, lockCore, readPublic } from './publication-rows.server';
import { publishDueName, tagsOf } from './publishing-times';
import { saveRevision, saveInitialRevision } from './save-revision.server';
import { clearAcceptance, holdPendingChange } from './pending-changes.server';

const { pendingChanges, previewLinks, publicationVersions } = schema;

/** A text, and the version of it that the actor has seen. */
export type SeenText = { kind: PublicationKind; id: string; baseVersion: number };
type Step = {
  action: AuditAction;
  reason?: string;
  change: (tx: Transaction, row: CoreRow) => Promise<void>;
};

/** One change of a text's state, with lock, audit entry and invalidation on all nodes. */
export async function takeStep(actor: Actor, text: SeenText, { action, reason, change }: Step) {
  authorise(actor, 'content.edit');
  await transaction(async (tx) => {
    const row = await lockCore(tx, text, text.baseVersion);
    const table = coreOf(text.kind);
    await tx
      .update(table)
      .set({ version: row.version + 1 })
      .where(eq(table.id, row.id));
    await change(tx, row);
    const draft = { userId: actor.id, place: draftPlace(row.id) };
    // What was typed after changes that are discarded holds them: it is a conflict to be seen.
    if (action !== 'content.discard-changes')
      await rebaseDraft(tx, draft, { from: row.version, to: row.version + 1 });
    await invalidateTags(tx, ...tagsOf(text.kind, row.slug));
    await appendAudit(tx, actor, {
      action,
      target: { kind: text.kind, id: text.id },
      ...(reason ? { reason } : {}),
    });
  });
}

/**
 * Calls a scheduled publication off: the text is a draft again, or withdrawn as it was before, or the
 * changes to a public text wait until someone publishes them.
 * @throws AppError `error.content.not-possible`
 */
export async function cancelSchedule(actor: Actor, text: SeenText): Promise<void> {
  authorise(actor, 'content.edit');
  const change = async (tx: Transaction, row: CoreRow) => {
    if (isPublic(row)) {
      if (!(await holdPendingChange(tx, row.id))) throw new AppError('error.content.not-possible');
      return;
    }
    if (row.status !== 'scheduled') throw new AppError('error.content.not-possible');
    const table = coreOf(text.kind);
    const status = (await hasBeenPublic(tx, row)) ? 'archived' : 'draft';
    await tx.update(table).set({ status }).where(eq(table.id, row.id));
    if (text.kind === 'page') await clearAcceptance(tx, row.id);
  };
  await takeStep(actor, text, { action: 'content.cancel-schedule', change });
}

async function hasBeenPublic(tx: Transaction, { id, withdrawnAt }: CoreRow): Promise<boolean> {
  const { publicationId, isPublished } = publicationVersions;
  const published = and(eq(publicationId, id), eq(isPublished, true));
  return withdrawnAt !== null || (await tx.$count(publicationVersions, published)) > 0;
}

/**
 * Takes a public text back; its address answers that it is gone, and why.
 * @throws AppError `error.content.not-possible`
 */
export async function withdrawText(actor: Actor, text: SeenText, reason: string): Promise<void> {
  authorise(actor, 'content.edit');
  const change = async (tx: Transaction, row: CoreRow) => {
    if (!isPublic(row) || isIndispensable(text.kind, row)) {
      throw new AppError('error.content.not-possible');
    }
    await saveLastPublicRevision(tx, text.kind, row);
    const table = coreOf(text.kind);
    await tx
      .update(table)
      .set({ status: 'archived', withdrawnReason: reason, withdrawnAt: new Date() })
      .where(eq(table.id, row.id));
    await holdPendingChange(tx, row.id);
    // A preview link would otherwise still show the withdrawn text.
    await tx.delete(previewLinks).where(eq(previewLinks.publicationId, row.id));
    await leaveMenu(tx, text.kind, row);
  };
  await takeStep(actor, text, { action: 'content.withdraw', reason, change });
  if (text.kind === 'page') await reloadAssociation();
}

type Led = Pick<CoreRow, 'id' | 'slug' | 'translationGroup'>;

/** Menu and footer lead no more to a page of the association that is gone in all its languages. */
async function leaveMenu(tx: Transaction, kind: PublicationKind, row: Led): Promise<void> {
  if (kind !== 'page' || !isFreePage(row.slug) || (await isShownOtherwise(tx, row))) return;
  await leadMenuTo(tx, { from: publicPath('page', row.slug), to: null });
}

async function isShownOtherwise(tx: Transaction, row: Led): Promise<boolean> {
  const table = coreOf('page');
  const others = and(eq(table.translationGroup, row.translationGroup), ne(table.id, row.id));
  return (await tx.select().from(table).where(others)).some((one) => isPublic(one));
}

/** Whether entries of menu or footer go with a text, were it withdrawn or deleted. */
export async function leavesMenu(actor: Actor, kind: PublicationKind, row: Led): Promise<boolean> {
  authorise(actor, 'content.edit');
  if (kind !== 'page' || !isFreePage(row.slug)) return false;
  const { menu, footer } = association();
  const path = publicPath('page', row.slug);
  if (![...menu, ...footer].some(({ url }) => url === path)) return false;
  return transaction(async (tx) => !(await isShownOtherwise(tx, row)));
}

/** Saves the last public state as a revision, also when no save or job has done so yet. */
async function saveLastPublicRevision(
  tx: Transaction,
  kind: PublicationKind,
  row: CoreRow,
): Promise<void> {
  await saveInitialRevision(tx, { kind, row });
  if (row.status !== 'scheduled') return;
  const content = await readPublic(tx, { kind, id: row.id });
  const by = { id: row.updatedBy };
  await saveRevision(tx, by, { id: row.id, content, isPublished: true, at: row.publishAt });
}

/**
 * Sets until when a text is shown, by the clock of Brussels; '' takes the end away.
 * @throws AppError `error.content.not-possible`, `error.content.ends-before` when it appears, or has
 *   appeared, later
 */
export async function setExpiry(actor: Actor, text: SeenText, expireAt: string): Promise<void> {
  authorise(actor, 'content.edit');
  const moment = expireAt ? instantOf(expireAt, siteZone) : null;
  const change = async (tx: Transaction, row: CoreRow) => {
    if (isIndispensable(text.kind, row)) throw new AppError('error.content.not-possible');
    if (row.status !== 'draft' && moment && moment <= row.publishAt) {
      throw new AppError('error.content.ends-before');
    }
    const table = coreOf(text.kind);
    await tx.update(table).set({ expireAt: moment }).where(eq(table.id, row.id));
    if (moment) await enqueue(tx, { name: publishDueName, data: {} }, { startAfter: moment });
  };
  await takeStep(actor, text, { action: 'content.expire', change });
}

/**
 * Whether the site cannot be without a text: the home page and the legal texts, which every page
 * links to, in the language that everybody falls back to.
 */
export function isIndispensable(
  kind: PublicationKind,
  { slug, language }: Pick<CoreRow, 'slug' | 'language'>,
): boolean {
  const isNeeded = slug === 'home' || isLegalText(slug);
  return kind === 'page' && isNeeded && language === config().languages.default;
}

/**
 * Removes a text that has never been public, or an entry of the board that has been withdrawn, with
 * its versions. Its pictures and files go with the nightly tidying.
 * @throws AppError `error.content.not-possible`
 */
export async function deleteDraft(actor: Actor, text: SeenText): Promise<void> {
  authorise(actor, 'content.edit');
  const change = async (tx: Transaction, row: CoreRow) => {
    const wasPublic = row.status === 'draft' && (await hasBeenPublic(tx, row));
    if (wasPublic || !isErasable(text.kind, row.status)) {
      throw new AppError('error.content.not-possible');
    }
    const table = coreOf(text.kind);
    await tx.delete(previewLinks).where(eq(previewLinks.publicationId, row.id));
    await tx.delete(pendingChanges).where(eq(pendingChanges.id, row.id));
    await tx.delete(publicationVersions).where(eq(publicationVersions.publicationId, row.id));
    await tx.delete(table).where(eq(table.id, row.id));
    await leaveMenu(tx, text.kind, row);
  };
  await takeStep(actor, text, { action: 'content.delete', change });
  if (text.kind === 'page') await reloadAssociation();
}

/** Forgets saved changes that are not published; the versions keep them. */
export async function discardChanges(actor: Actor, text: SeenText): Promise<void> {
  authorise(actor, 'content.edit');
  const change = async (tx: Transaction, row: CoreRow) => {
    await tx.delete(pendingChanges).where(eq(pendingChanges.id, row.id));
  };
  await takeStep(actor, text, { action: 'content.discard-changes', change });
}
