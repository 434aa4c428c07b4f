import { and, eq, gt, isNotNull, lte } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { followMovedAddress } from '~/features/content/redirects/redirects.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { isItemContent, type ItemContent, readContent, type TypedContent } from './content-schemas';
import { publicPath } from '~/lib/addresses/public-path';
import { textAddress } from '~/site/translation-addresses';
import { type PublicationKind } from './publication-kinds';
import {
  type CoreRow,
  isPublic,
  lockCore,
  refuseTakenSlug,
  writePublic,
} from './publication-rows.server';
import { publishDueName, tagOf } from './publishing-times';
import { keepVersion } from './saved-versions.server';
import { hasOthersFrom, isSharedAddress } from '~/features/content/reading/shown-language.server';

const { pages, pendingChanges } = schema;

/** Who publishes what the clock asks for, whoever's request comes first after the moment. */
export const byClock = { job: publishDueName };

type Waiting = { row: CoreRow; content: TypedContent; by: string | null };
type Schedule = { publishAt: Date; asksForAcceptance: boolean };

/**
 * Keeps changes beside a public text, which stays as it is. With a schedule they become public by
 * themselves; without one they wait, or keep the schedule they have.
 * @throws AppError `error.content.slug-taken`
 */
export async function keepWaiting(
  tx: Transaction,
  { row, content, by }: Waiting,
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
  // Pages in memory know when they change next; that is another moment now.
  await invalidateTags(tx, tagOf[kind]);
}

/** Takes their moment from changes that wait. @returns whether they had one */
export async function holdWaiting(tx: Transaction, id: string): Promise<boolean> {
  const held = await tx
    .update(pendingChanges)
    .set({ publishAt: null, asksForAcceptance: false })
    .where(and(eq(pendingChanges.id, id), isNotNull(pendingChanges.publishAt)))
    .returning({ id: pendingChanges.id });
  return held.length > 0;
}

/**
 * Makes the changes of a public text public whose moment has come. The row is locked by the caller.
 * The working copy stays what it was, so whoever is writing can go on. Noted as done by the job,
 * whether it or a save comes first.
 * @returns whether there were any
 * @throws AppError `error.content.slug-taken`
 */
export async function publishWaiting(tx: Transaction, kind: PublicationKind, row: CoreRow) {
  const [due] = await tx
    .delete(pendingChanges)
    .where(and(eq(pendingChanges.id, row.id), lte(pendingChanges.publishAt, new Date())))
    .returning();
  if (!due?.publishAt) return false;
  const content = readContent(kind, due.content);
  await writePublic(tx, content, { id: row.id, language: row.language, by: due.updatedBy });
  await keepVersion(
    tx,
    { id: due.updatedBy },
    { id: row.id, content, isPublished: true, at: due.publishAt },
  );
  if (isItemContent(content)) await followSlug(tx, row, content);
  else if (due.asksForAcceptance) await askForAcceptance(tx, row.id, due.publishAt);
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
  const hasChanged = isPublic(row) && (await publishWaiting(tx, place.kind, row));
  return hasChanged ? lockCore(tx, place, version) : row;
}

/** From when members are asked to accept an agreement. */
export async function askForAcceptance(tx: Transaction, id: string, from: Date): Promise<void> {
  await tx.update(pages).set({ acceptanceFrom: from }).where(eq(pages.id, id));
}

/** Nobody is asked to accept what does not appear, or appears without being asked for. */
export async function forgetAcceptance(tx: Transaction, id: string): Promise<void> {
  const isAhead = gt(pages.acceptanceFrom, new Date());
  await tx
    .update(pages)
    .set({ acceptanceFrom: null })
    .where(and(eq(pages.id, id), isAhead));
}

/**
 * The address that a text had in public leads to the one it has now, unless another of its languages
 * stays there, or was withdrawn there and says so.
 */
export async function followSlug(
  tx: Transaction,
  row: CoreRow,
  { kind, fields }: ItemContent,
): Promise<void> {
  const wasPublic = isPublic(row) || row.status === 'archived';
  if (fields.slug === row.slug || !wasPublic) return;
  const { slug: before, language } = row;
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
