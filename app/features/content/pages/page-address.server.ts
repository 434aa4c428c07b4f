import { and, eq, ne } from 'drizzle-orm';
import { isUniqueViolation, schema, type Transaction } from '~/db/db.server';
import { followMovedAddress } from '~/features/content/redirects/redirects.server';
import {
  coreOf,
  type CoreRow,
  isPublic,
  lockSlugs,
} from '~/features/content/publishing/publication-rows.server';
import { takeStep } from '~/features/content/publishing/publication-states.server';
import { freePageSlug, isFreePage, publicPath } from '~/lib/addresses/public-path';
import { leadMenuTo, reloadAssociation } from '~/platform/association.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';

const { pages } = schema;

/**
 * Gives a page of the association another address, in all its languages at once. The old one leads to
 * it, and menu and footer follow.
 * @param name the last part of the address
 * @throws AppError `error.content.not-possible`, `error.content.slug-taken`,
 *   `error.changed-meanwhile`
 */
export async function movePage(
  actor: Actor,
  page: { id: string; baseVersion: number },
  name: string,
): Promise<void> {
  authorise(actor, 'content.edit');
  const slug = freePageSlug(name);
  const change = async (tx: Transaction, row: CoreRow) => {
    if (!isFreePage(row.slug)) throw new AppError('error.content.not-possible');
    if (row.slug !== slug) await move(tx, row, slug);
  };
  await takeStep(actor, { kind: 'page', ...page }, { action: 'content.move', change });
  await reloadAssociation();
}

async function move(tx: Transaction, row: CoreRow, slug: string): Promise<void> {
  await lockSlugs(tx, 'page');
  const isRival = and(eq(pages.slug, slug), ne(pages.translationGroup, row.translationGroup));
  if ((await tx.$count(pages, isRival)) > 0) throw new AppError('error.content.slug-taken');
  const core = coreOf('page');
  const languages = await tx
    .update(core)
    .set({ slug })
    .where(eq(core.translationGroup, row.translationGroup))
    .returning()
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('error.content.slug-taken', { cause: error });
    });
  const wasPublic = languages.some((one) => isPublic(one) || one.withdrawnAt !== null);
  if (!wasPublic) return;
  const [from, to] = [publicPath('page', row.slug), publicPath('page', slug)];
  await followMovedAddress(tx, { from, to });
  await leadMenuTo(tx, { from, to });
}
