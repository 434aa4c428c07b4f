import { eq } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { clearDraft, rebaseDraft } from '~/features/writing/drafts/drafts.server';
import { siteZone } from '~/lib/format/format-date';
import { isSiteText } from '~/lib/addresses/public-path';
import { isWallTime } from '~/lib/time/wall-time';
import { instantOf } from '~/lib/time/zoned-time.server';
import { authorise } from '~/policy/permissions';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { plainText } from '~/rich-text/plain-text';
import { readRichText } from '~/rich-text/rich-text-input';
import { filledRows } from '~/ui/fields/rows-input';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { isItemContent, isPictured, type TypedContent } from './content-schemas';
import {
  bodyLimits,
  type EditedText,
  missingFields,
} from '~/features/content/editor/editing-schemas';
import { claimPictures } from '~/features/content/files/text-pictures.server';
import type { CitedDetails } from '~/features/content/rows/content-rows';
import {
  draftPlace,
  isLegalText,
  neededToPublish,
  type PublicationKind,
} from './publication-kinds';
import {
  coreOf,
  type CoreRow,
  getCore,
  isPublic,
  notWithdrawn,
  readWorking,
  refuseReservedSlug,
  writePublic,
} from './publication-rows.server';
import { publishDueName, tagsOf } from './publishing-times';
import { saveRevision, saveInitialRevision } from './save-revision.server';
import {
  requireAcceptance,
  followSlug,
  formerAddress,
  clearAcceptance,
  savePendingChange,
  lockUpToDate,
} from './pending-changes.server';

const { decisions, pendingChanges } = schema;

export type SaveResult =
  | { ok: true; row: CoreRow }
  /** What is missing before it can be published: the keys of the texts, by field. */
  | { ok: false; missing: Record<string, string> };

/**
 * Saves a text, and publishes or schedules it on request. What is public
 * stays as it is until its changes are published; a draft and a scheduled text change at once.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.content.slug-taken`,
 *   `error.content.not-possible`, `error.content.ends-before`
 */
export async function saveText(
  actor: Actor,
  place: { kind: PublicationKind; id: string },
  edited: EditedText,
): Promise<SaveResult> {
  authorise(actor, 'content.edit');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return transaction(async (tx) => {
    const row = await lockUpToDate(tx, place, edited.baseVersion);
    await saveInitialRevision(tx, { kind: place.kind, row });
    const content = savePending(edited.content, await readWorking(tx, place));
    const missing = edited.intent === 'save' ? {} : missingFields(content, isSiteText(row.slug));
    if (edited.intent === 'schedule' && !isAhead(edited.publishAt)) {
      missing.publishAt = 'form.moment-ahead';
    }
    if (!(await claimPictures(tx, actor, content.fields.body))) {
      missing.body = 'form.picture-unknown';
    }
    if (Object.keys(missing).length > 0) return { ok: false, missing };
    if (endsBefore(row, edited)) throw new AppError('error.content.ends-before');
    await saveDecisions(tx, edited.decisions);
    await write(tx, actor, { row, content, edited });
    await clearDraft(tx, actor.id, draftPlace(place.id));
    await appendAudit(tx, actor, {
      action: `content.${edited.intent}`,
      target: { kind: place.kind, id: place.id },
      changes: { version: { from: row.version, to: row.version + 1 } },
    });
    return { ok: true, row };
  });
}

/**
 * What a form lacks besides what it is refused for, so that all is said at once: the keys of the
 * texts, by field.
 * @throws AppError `error.not-found`
 */
export async function findMissing(
  actor: Actor,
  place: { kind: PublicationKind; id: string },
  values: Record<string, string>,
): Promise<Record<string, string>> {
  authorise(actor, 'content.edit');
  if (values['intent'] !== 'publish' && values['intent'] !== 'schedule') return {};
  const { slug } = await getCore(place);
  const before = await readWorking(db(), place);
  const hasCover = isPictured(before) && before.fields.cover !== null;
  const needed = neededToPublish(place.kind, { isBodyOptional: isSiteText(slug), hasCover });
  const missing = needed
    .filter((name) => isEmptyField(values, name))
    .map((name) => [name, 'form.required-to-publish']);
  const publishAt = values['publishAt'] ?? '';
  const isRightTime =
    values['intent'] === 'publish' || (isWallTime(publishAt) && isAhead(publishAt));
  return {
    ...Object.fromEntries(missing),
    ...(isRightTime ? {} : { publishAt: 'form.moment-ahead' }),
  };
}

/** Whether nothing is typed into a field: no word, no row, no text. */
function isEmptyField(values: Record<string, string>, name: string): boolean {
  const typed = values[name]?.trim() ?? '';
  if (name === 'authors') return filledRows(typed).length === 0;
  if (name !== 'body' || values['bodyFormat'] !== 'json') return typed === '';
  const text = readRichText(typed, 'json', { ...bodyLimits, maximum: typed.length + 1 });
  return text.ok && plainText(text.text).trim() === '';
}

/** Whether a wall time of Brussels is given and still to come. */
function isAhead(wallTime: string): boolean {
  return wallTime !== '' && instantOf(wallTime, siteZone) > new Date();
}

/** Whether the text would expire before it is published. */
function endsBefore({ expireAt }: CoreRow, { intent, publishAt }: EditedText): boolean {
  if (intent === 'save' || !expireAt) return false;
  return expireAt <= (intent === 'schedule' ? instantOf(publishAt, siteZone) : new Date());
}

type Wishes = Pick<EditedText, 'intent' | 'versionName' | 'publishAt' | 'asksForAcceptance'>;
type Writing = { row: CoreRow; content: TypedContent; edited: Wishes };

const onlySave: Wishes = {
  intent: 'save',
  versionName: '',
  publishAt: '',
  asksForAcceptance: false,
};

/**
 * Saves another content of a locked text.
 * @param saved.keepsDraft what its writer has typed and not saved goes on from it; after an earlier
 *   version it would undo that unseen
 */
export async function writeSaved(
  tx: Transaction,
  actor: Actor,
  saved: { row: CoreRow; content: TypedContent; versionName?: string; keepsDraft: boolean },
): Promise<void> {
  const { versionName = '', keepsDraft, ...writing } = saved;
  const { id, version } = saved.row;
  await write(tx, actor, { ...writing, edited: { ...onlySave, versionName } });
  if (!keepsDraft) return;
  const draft = { userId: actor.id, place: draftPlace(id) };
  await rebaseDraft(tx, draft, { from: version, to: version + 1 });
}

async function write(tx: Transaction, actor: Actor, { row, content, edited }: Writing) {
  const { kind } = content;
  const { intent, versionName } = edited;
  const isLive = isPublic(row);
  const isPublished = intent === 'publish';
  if (isItemContent(content)) {
    const { slug } = content.fields;
    await refuseReservedSlug(tx, { id: row.id, kind, language: row.language, slug });
  }
  if (isLive && !isPublished) {
    await savePendingChange(tx, { row, content, by: actor.id }, scheduleOf(edited));
  } else {
    const { id, slug, language } = row;
    await writePublic(tx, content, { id, slug, language, by: actor.id });
    await tx.delete(pendingChanges).where(eq(pendingChanges.id, row.id));
  }
  const table = coreOf(kind);
  await tx
    .update(table)
    .set({ version: row.version + 1, ...(isPublished ? publicNow : {}) })
    .where(eq(table.id, row.id));
  await saveRevision(tx, actor, { id: row.id, content, name: versionName, isPublished });
  if (isPublished) await afterPublishing(tx, { row, content, edited });
  if (intent === 'schedule' && !isLive) await schedule(tx, { row, content, edited });
}

function scheduleOf({ intent, publishAt, asksForAcceptance }: Wishes) {
  if (intent !== 'schedule') return null;
  return { publishAt: instantOf(publishAt, siteZone), asksForAcceptance };
}

/** Public again: no longer withdrawn. */
const publicNow = { status: 'published', ...notWithdrawn } as const;

async function afterPublishing(tx: Transaction, { row, content, edited }: Writing) {
  const now = new Date();
  if (!isPublic(row)) {
    const table = coreOf(content.kind);
    await tx.update(table).set({ publishAt: now }).where(eq(table.id, row.id));
  }
  if (isItemContent(content)) {
    const slug = isPublic(row) ? row.slug : await formerAddress(tx, { ...row, kind: content.kind });
    await followSlug(tx, { slug, language: row.language }, content);
  } else if (requiresAcceptance(row, edited)) await requireAcceptance(tx, row.id, now);
  else await clearAcceptance(tx, row.id);
  await invalidateTags(tx, ...tagsOf(content.kind, row.slug));
}

const requiresAcceptance = ({ slug }: CoreRow, { asksForAcceptance }: Wishes) =>
  asksForAcceptance && isLegalText(slug);

/** Lets a text appear that is not public now. Until then it stays known why it was withdrawn. */
async function schedule(tx: Transaction, { row, content, edited }: Writing): Promise<void> {
  const publishAt = instantOf(edited.publishAt, siteZone);
  const table = coreOf(content.kind);
  await tx.update(table).set({ status: 'scheduled', publishAt }).where(eq(table.id, row.id));
  if (requiresAcceptance(row, edited)) await requireAcceptance(tx, row.id, publishAt);
  else if (content.kind === 'page') await clearAcceptance(tx, row.id);
  await enqueue(tx, { name: publishDueName, data: {} }, { startAfter: publishAt });
  // Cached pages hold the time of their next change, which is different now.
  await invalidateTags(tx, ...tagsOf(content.kind, row.slug));
}

/** The cover and the attachments have forms of their own: saving the words leaves them alone. */
function savePending(content: TypedContent, before: TypedContent): TypedContent {
  if (content.kind === 'board-member' && before.kind === content.kind) {
    const { cover } = before.fields;
    return { kind: content.kind, fields: { ...content.fields, cover } };
  }
  if (!isItemContent(content) || !isItemContent(before)) return content;
  const { cover, attachments } = before.fields;
  return content.kind === 'news'
    ? { kind: content.kind, fields: { ...content.fields, cover, attachments } }
    : { kind: content.kind, fields: { ...content.fields, cover, attachments } };
}

/** What is known of a decision is shown with every text that cites it. */
async function saveDecisions(tx: Transaction, cited: readonly CitedDetails[]): Promise<void> {
  for (const { ecli, ...details } of cited) {
    await tx
      .insert(decisions)
      .values({ ecli, ...details })
      .onConflictDoUpdate({ target: decisions.ecli, set: details });
  }
  if (cited.length > 0) await invalidateTags(tx, 'news', 'articles');
}
