import { asc, eq, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction, takeTurn } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { findCovers } from '~/features/content/covers/covers.server';
import { isVisible } from '~/features/content/publishing/publishing.server';
import { inReadersLanguage } from '~/i18n/readers-language.server';
import { isUuid } from '~/lib/is-uuid';
import { authorise } from '~/policy/permissions';
import { htmlOf } from '~/features/writing/rendered-texts/rendered-texts.server';
import type { RenderedText } from '~/rich-text/rendered-text';
import { invalidateTags } from '~/platform/page-invalidation.server';

const { boardMembers, pendingChanges } = schema;

/** What the page shows of a member, as it is published or as a preview has it. */
export type BoardEntry = Pick<
  typeof boardMembers.$inferSelect,
  | 'translationGroup'
  | 'language'
  | 'title'
  | 'role'
  | 'function'
  | 'court'
  | 'country'
  | 'body'
  | 'cover'
  | 'coverAlt'
  | 'isExample'
> & { rendered?: RenderedText | null };

/** The entries of each member together, in the order of the board. */
function byMember<Entry extends { translationGroup: string }>(rows: readonly Entry[]) {
  const members = new Map<string, [Entry, ...Entry[]]>();
  for (const row of rows) {
    const others = members.get(row.translationGroup);
    if (others) others.push(row);
    else members.set(row.translationGroup, [row]);
  }
  return [...members.values()];
}

const inOrder = [asc(boardMembers.position), asc(boardMembers.createdAt), asc(boardMembers.id)];

/**
 * The board, in its order, each member in the reader's language where the entry is public in it.
 * @param previewed an entry that is being written, in the place of the public one
 */
export async function listBoard(actor: Actor, reader: string, previewed?: BoardEntry) {
  authorise(actor, 'publication.read');
  const isPreviewed = (row: Pick<BoardEntry, 'translationGroup' | 'language'>) =>
    previewed?.translationGroup === row.translationGroup && previewed.language === row.language;
  const rows: BoardEntry[] = await db()
    .select()
    .from(boardMembers)
    .where(
      or(
        isVisible('board-member'),
        previewed && eq(boardMembers.translationGroup, previewed.translationGroup),
      ),
    )
    .orderBy(...inOrder);
  const shown = rows.map((row) => (previewed && isPreviewed(row) ? previewed : row));
  const members = byMember(shown).map((entries) => inReadersLanguage(entries, reader));
  const covers = await findCovers(members.flatMap(({ cover }) => cover ?? []));
  return members.map((entry) => ({
    id: entry.translationGroup,
    language: entry.language,
    name: entry.title,
    role: entry.role,
    function: entry.function,
    court: entry.court,
    country: entry.country,
    biography: htmlOf(entry),
    picture: covers.find(({ id }) => id === entry.cover) ?? null,
    alt: entry.coverAlt,
    isExample: entry.isExample,
  }));
}

/** All that is written of the board, in its order, for those who write it. */
export async function listBoardForEditing(actor: Actor, reader: string) {
  authorise(actor, 'content.edit');
  const { id, translationGroup, language, status, title, role, court, country } = boardMembers;
  const rows = await db()
    .select({
      id,
      translationGroup,
      language,
      status,
      title,
      role,
      court,
      country,
      pendingAt: pendingChanges.updatedAt,
    })
    .from(boardMembers)
    .leftJoin(pendingChanges, eq(pendingChanges.id, boardMembers.id))
    .orderBy(...inOrder);
  return byMember(rows).map((entries) => ({
    ...inReadersLanguage(entries, reader),
    entries: entries.map(({ pendingAt, ...entry }) => ({
      id: entry.id,
      language: entry.language,
      status: entry.status,
      hasChanges: pendingAt !== null,
    })),
  }));
}

/** Which member moves one place up or down. */
export const boardMoveSchema = z.strictObject({
  intent: z.enum(['up', 'down']),
  member: z.string().refine(isUuid, { error: 'form.invalid' }),
});
export type BoardMove = z.output<typeof boardMoveSchema>;

/**
 * Moves a member by one place, in all languages at once. Two at the same moment follow one another;
 * whoever stands at the end stays there.
 * @throws AppError `error.not-found`
 */
export async function moveBoardMember(actor: Actor, { intent, member }: BoardMove): Promise<void> {
  authorise(actor, 'content.edit');
  await transaction(async (tx) => {
    // A lock on the rows would come after they have been put in order.
    await takeTurn(tx, 'order of the board');
    const rows = await tx
      .select({ translationGroup: boardMembers.translationGroup })
      .from(boardMembers)
      .orderBy(...inOrder);
    const order = byMember(rows).map(([first]) => first);
    const from = order.findIndex(({ translationGroup }) => translationGroup === member);
    const moved = order[from];
    if (!moved) throw new AppError('error.not-found');
    const to = Math.min(Math.max(from + (intent === 'up' ? -1 : 1), 0), order.length - 1);
    const next = order.toSpliced(from, 1).toSpliced(to, 0, moved);
    for (const [position, { translationGroup }] of next.entries()) {
      await tx
        .update(boardMembers)
        .set({ position })
        .where(eq(boardMembers.translationGroup, translationGroup));
    }
    await invalidateTags(tx, 'pages');
    await appendAudit(tx, actor, {
      action: 'board.move',
      target: { kind: 'board-member', id: member },
      changes: { position: { from, to } },
    });
  });
}
