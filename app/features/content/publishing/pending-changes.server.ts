import { and, desc, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { followMovedAddress } from '~/features/content/redirects/redirects.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { isItemContent, type ItemContent, readContent, type TypedContent } from './content-schemas';
import { publicPath } from '~/lib/addresses/public-path';
import { textAddress } from '~/site/translation-addresses';
import type { ItemKind, PublicationKind } from './publication-kinds';
import {
  coreOf,
  type CoreRow,
  isPublic,
  lockCore,
  refuseTakenSlug,
  writePublic,
} from './publication-rows.server';
import { publishDueName, tagOf } from './publishing-times';
import { saveRevision } from './save-revision.server';
import { hasOthersFrom, isSharedAddress } from '~/features/content/reading/shown-language.server';

const { pages, pendingChanges, publicationVersions, redirects } = schema;

/** The actor of scheduled publications, whichever request comes first after the scheduled time. */
export const byClock = { job: publishDueName };

type PendingChange = { row: CoreRow; content: TypedContent; by: string | null };
type Schedule = { publishAt: Date; asksForAcceptance: boolean };

/**
 * Saves changes of a public text without publishing them. With a schedule they are published then;
 * without one they stay pending, or keep their schedule.
 * @throws AppError `error.content.slug-taken`
 */
export async function savePendingChange(
  tx: Transaction,
  { row, content, by }: PendingChange,
  schedule: Schedule | null,
): Promise<void> {
  const { kind, fields } = content;
  if (isItemContent(content)) {
    const { slug } = content.fields;
    await refuseTakenSlug(tx, { id: row.id, kind, language: row.language, slug });
  }
  const values = { kind, content: fields, updatedAt: new Date(), updatedBy: by, ...schedule };
  await tx
    .insert(pendingChanges)
    .values({ id: row.id, ...values })
    .onConflictDoUpdate({ target: pendingChanges.id, set: values });
  if (!schedule) return;
  await enqueue(tx, { name: publishDueName, data: {} }, { startAfter: schedule.publishAt });
  // Cached pages hold the time of their next change, which is different now.
  await invalidateTags(tx, tagOf[kind]);
}

/** Removes the schedule of pending changes. @returns whether they had one */
export async function holdPendingChange(tx: Transaction, id: string): Promise<boolean> {
  const held = await tx
    .update(pendingChanges)
    .set({ publishAt: null, asksForAcceptance: false })
    .where(and(eq(pendingChanges.id, id), isNotNull(pendingChanges.publishAt)))
    .returning({ id: pendingChanges.id });
  return held.length > 0;
}

/**
 * Publishes the changes of a public text that are due. The caller holds the lock on the row.
 * The working copy does not change, so editing can continue. Recorded as done by the job,
 * whether it or a save comes first.
 * @returns whether there were any
 * @throws AppError `error.content.slug-taken`
 */
export async function publishPendingChange(tx: Transaction, kind: PublicationKind, row: CoreRow) {
  const [due] = await tx
    .delete(pendingChanges)
    .where(and(eq(pendingChanges.id, row.id), lte(pendingChanges.publishAt, new Date())))
    .returning();
  if (!due?.publishAt) return false;
  const content = readContent(kind, due.content);
  const { id, slug, language } = row;
  await writePublic(tx, content, { id, slug, language, by: due.updatedBy });
  await saveRevision(
    tx,
    { id: due.updatedBy },
    { id: row.id, content, isPublished: true, at: due.publishAt },
  );
  if (isItemContent(content)) await followSlug(tx, row, content);
  else if (due.asksForAcceptance) await requireAcceptance(tx, row.id, due.publishAt);
  await invalidateTags(tx, tagOf[kind]);
  await appendAudit(tx, byClock, { action: 'content.publish', target: { kind, id: row.id } });
  return true;
}

/**
 * The row, locked for a change that was begun on `version`; what was to be public by now is so
 * before anything else is written.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.content.slug-taken`
 */
export async function lockUpToDate(
  tx: Transaction,
  place: { kind: PublicationKind; id: string },
  version: number,
): Promise<CoreRow> {
  const row = await lockCore(tx, place, version);
  const hasChanged = isPublic(row) && (await publishPendingChange(tx, place.kind, row));
  return hasChanged ? lockCore(tx, place, version) : row;
}

/** From when members are asked to accept an agreement. */
export async function requireAcceptance(tx: Transaction, id: string, from: Date): Promise<void> {
  await tx.update(pages).set({ acceptanceFrom: from }).where(eq(pages.id, id));
}

/** Clears a future acceptance date, because the change will not appear or needs no acceptance. */
export async function clearAcceptance(tx: Transaction, id: string): Promise<void> {
  const isAhead = gt(pages.acceptanceFrom, new Date());
  await tx
    .update(pages)
    .set({ acceptanceFrom: null })
    .where(and(eq(pages.id, id), isAhead));
}

/**
 * The address that a text had in public leads to the one it has now, unless another of its languages
 * stays there, or was withdrawn there and says so.
 * @param before `slug` is null for a text that was not public
 */
export async function followSlug(
  tx: Transaction,
  { slug: before, language }: { slug: string | null; language: string },
  { kind, fields }: ItemContent,
): Promise<void> {
  if (before === null || fields.slug === before) return;
  const place = { kind, slug: fields.slug, language };
  const isShared = await isSharedAddress(tx, place);
  const spoken = {
    from: `${publicPath(kind, before)}?language=${language}`,
    to: textAddress(kind, { slug: fields.slug, language, isShared }),
  };
  // Those who came for another language that has gone the same way find theirs.
  const hasCompany = await hasOthersFrom(tx, place, before);
  await followMovedAddress(tx, {
    from: publicPath(kind, before),
    to: hasCompany ? publicPath(kind, fields.slug) : spoken.to,
    spoken,
    isKept: await isSharedAddress(tx, { kind, slug: before, language }),
  });
}

/**
 * Where a text was public before the version that is recorded as public now: someone may have given it
 * another address while it was withdrawn.
 * @returns null when it was not public before, or the address has become that of another text
 */
export async function formerAddress(
  tx: Transaction,
  { id, kind, translationGroup }: Pick<CoreRow, 'id' | 'translationGroup'> & { kind: ItemKind },
): Promise<string | null> {
  const { publicationId, isPublished, number, content } = publicationVersions;
  const [before] = await tx
    .select({ slug: sql<string | null>`${content}->>'slug'` })
    .from(publicationVersions)
    .where(and(eq(publicationId, id), eq(isPublished, true)))
    .orderBy(desc(number))
    .limit(1)
    .offset(1);
  if (!before?.slug) return null;
  const table = coreOf(kind);
  const isOther = and(
    eq(table.slug, before.slug),
    ne(table.translationGroup, translationGroup),
    ne(table.status, 'draft'),
  );
  const hasMovedOn = eq(redirects.fromPath, publicPath(kind, before.slug));
  const isTaken = (await tx.$count(table, isOther)) + (await tx.$count(redirects, hasMovedOn)) > 0;
  return isTaken ? null : before.slug;
}
