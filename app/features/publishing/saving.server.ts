import { and, eq, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/actor';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { clearDraft, rebaseDraft } from '~/features/drafts/drafts.server';
import { siteZone } from '~/lib/format-date';
import { isSiteText } from '~/lib/site-texts';
import { momentOf } from '~/lib/zoned-time.server';
import { authorise } from '~/permissions';
import type { PageTag } from '~/lib/page-keeping';
import { announcePageChange } from '~/platform/page-changes.server';
import { enqueue } from '~/platform/job-queue.server';
import type { TypedContent } from './content-schemas';
import { type EditedText, missingFields } from './editing-schemas';
import type { TypedDecision } from './line-lists';
import { draftPlace, isLegalText, publicPath, type PublicationKind } from './publication-kinds';
import {
  coreOf,
  type CoreRow,
  lockCore,
  readWorking,
  refuseTakenSlug,
  timedOf,
  writePublic,
} from './publication-rows.server';
import { followMovedAddress } from '~/features/redirects/redirects.server';
import { keepVersion, keepWhatThereWas } from './saved-versions.server';

const { decisions, pages, pendingChanges } = schema;

/** Which kept pages show texts of a kind. */
export const tagOf: Record<PublicationKind, PageTag> = {
  news: 'news',
  article: 'articles',
  page: 'pages',
};

/** The job that makes a text public at its moment; see publish-due.job. */
export const publishDueName = 'publish-due';

export type SaveResult =
  | { ok: true; row: CoreRow }
  /** What is missing before it can be published: the keys of the texts, by field. */
  | { ok: false; missing: Record<string, string> };

/** Whether visitors see the row as it is: then changes wait beside it until they are published. */
export async function isPublic(tx: Transaction, kind: PublicationKind, row: CoreRow) {
  if (row.status === 'published') return true;
  if (row.status !== 'scheduled' || kind === 'page') return false;
  const table = timedOf(kind);
  const [due] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, row.id), sql`${table.publishAt} <= now()`));
  return due !== undefined;
}

/**
 * Saves what was written, and publishes or schedules it when that is asked for. What is public
 * stays as it is until its changes are published; a draft and a scheduled text change at once.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.content.slug-taken`,
 *   `error.content.not-possible`
 */
export async function saveText(
  actor: Actor,
  place: { kind: PublicationKind; id: string },
  edited: EditedText,
): Promise<SaveResult> {
  authorise(actor, 'content.edit');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return transaction(async (tx) => {
    const row = await lockCore(tx, place, edited.baseVersion);
    await keepWhatThereWas(tx, { kind: place.kind, row });
    const content = keepBeside(edited.content, await readWorking(tx, place));
    const missing = edited.intent === 'save' ? {} : missingFields(content, isSiteText(row.slug));
    await keepDecisions(tx, edited.decisions);
    if (edited.intent === 'schedule' && !isAhead(edited.publishAt)) {
      missing.publishAt = 'form.moment-ahead';
    }
    const unknown = await findUnknownDecision(tx, content);
    if (unknown) missing.decisions = 'form.decision-unknown';
    if (Object.keys(missing).length > 0) return { ok: false, missing };
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

/** Whether a wall time of Brussels is given and still to come. */
function isAhead(wallTime: string): boolean {
  return wallTime !== '' && momentOf(wallTime, siteZone) > new Date();
}

type Wishes = Pick<EditedText, 'intent' | 'versionName' | 'publishAt' | 'asksForAcceptance'>;
type Writing = { row: CoreRow; content: TypedContent; edited: Wishes };

const onlySave: Wishes = {
  intent: 'save',
  versionName: '',
  publishAt: '',
  asksForAcceptance: false,
};

/** Saves another content of a locked text, such as an earlier version of it. */
export async function writeSaved(
  tx: Transaction,
  actor: Actor,
  saved: { row: CoreRow; content: TypedContent; versionName?: string },
): Promise<void> {
  const { versionName = '', ...writing } = saved;
  const { id, version } = saved.row;
  await write(tx, actor, { ...writing, edited: { ...onlySave, versionName } });
  const draft = { userId: actor.id, place: draftPlace(id) };
  await rebaseDraft(tx, draft, { from: version, to: version + 1 });
}

async function write(tx: Transaction, actor: Actor, { row, content, edited }: Writing) {
  const { kind } = content;
  const { intent, versionName } = edited;
  const isLive = await isPublic(tx, kind, row);
  if (intent === 'schedule' && isLive) throw new AppError('error.content.not-possible');
  const isWaiting = intent === 'save' && isLive;
  if (isWaiting) {
    if (kind !== 'page') {
      const { slug } = content.fields;
      await refuseTakenSlug(tx, { id: row.id, kind, language: row.language, slug });
    }
    await keepPending(tx, actor.id, { id: row.id, ...content });
  } else {
    await writePublic(tx, content, { id: row.id, language: row.language, by: actor.id });
    await tx.delete(pendingChanges).where(eq(pendingChanges.id, row.id));
  }
  const table = coreOf(kind);
  await tx
    .update(table)
    .set({ version: row.version + 1, ...(intent === 'publish' ? { status: 'published' } : {}) })
    .where(eq(table.id, row.id));
  const isPublished = intent === 'publish';
  await keepVersion(tx, actor, { id: row.id, content, name: versionName, isPublished });
  if (intent === 'publish') await afterPublishing(tx, { row, content, edited }, isLive);
  if (intent === 'schedule') await schedule(tx, { row, content, edited });
}

async function afterPublishing(
  tx: Transaction,
  { row, content, edited }: Writing,
  wasLive: boolean,
) {
  if (content.kind === 'page') {
    if (isLegalText(row.slug) && edited.asksForAcceptance) {
      await tx.update(pages).set({ acceptanceFrom: new Date() }).where(eq(pages.id, row.id));
    }
  } else {
    const table = timedOf(content.kind);
    const moment = wasLive ? {} : { publishAt: new Date() };
    const fresh = { ...moment, withdrawnReason: null, withdrawnAt: null };
    if (!wasLive) await tx.update(table).set(fresh).where(eq(table.id, row.id));
    const { slug } = content.fields;
    if (slug !== row.slug && row.status !== 'draft') {
      const [from, to] = [publicPath(content.kind, row.slug), publicPath(content.kind, slug)];
      await followMovedAddress(tx, from, to);
    }
  }
  await announcePageChange(tx, tagOf[content.kind]);
}

async function schedule(tx: Transaction, { row, content, edited }: Writing): Promise<void> {
  if (content.kind === 'page') throw new AppError('error.content.not-possible');
  const publishAt = momentOf(edited.publishAt, siteZone);
  const table = timedOf(content.kind);
  await tx
    .update(table)
    .set({ status: 'scheduled', publishAt, withdrawnReason: null, withdrawnAt: null })
    .where(eq(table.id, row.id));
  await enqueue(tx, { name: publishDueName, data: {} }, { startAfter: publishAt });
}

type Waiting = { id: string } & TypedContent;

async function keepPending(tx: Transaction, by: string | null, waiting: Waiting) {
  const { id, kind, fields } = waiting;
  const values = { kind, content: fields, updatedAt: new Date(), updatedBy: by };
  await tx
    .insert(pendingChanges)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: pendingChanges.id, set: values });
}

/** The cover and the attachments have forms of their own: saving the words leaves them alone. */
function keepBeside(content: TypedContent, before: TypedContent): TypedContent {
  if (content.kind === 'page' || before.kind === 'page') return content;
  const { cover, attachments } = before.fields;
  return content.kind === 'news'
    ? { kind: content.kind, fields: { ...content.fields, cover, attachments } }
    : { kind: content.kind, fields: { ...content.fields, cover, attachments } };
}

async function keepDecisions(tx: Transaction, typed: readonly TypedDecision[]): Promise<void> {
  for (const { ecli, details } of typed) {
    if (!details) continue;
    await tx
      .insert(decisions)
      .values({ ecli, ...details })
      .onConflictDoUpdate({ target: decisions.ecli, set: details });
  }
}

async function findUnknownDecision(tx: Transaction, content: TypedContent) {
  if (content.kind === 'page') return null;
  for (const ecli of content.fields.decisions) {
    if ((await tx.$count(decisions, eq(decisions.ecli, ecli))) === 0) return ecli;
  }
  return null;
}
