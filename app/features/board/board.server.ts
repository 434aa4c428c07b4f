import { and, eq, max } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/actor';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { isCountryCode } from '~/lib/country-codes';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import { textField, tickField } from '~/lib/text-field';
import { authorise } from '~/permissions';
import { announcePageChange } from '~/platform/page-changes.server';
import { versionField } from '~/lib/version-field';

const { boardMembers } = schema;

export const boardMemberSchema = z.strictObject({
  intent: z.literal('save'),
  version: versionField,
  name: textField(1, 120),
  role: textField(1, 120),
  function: textField(1, 160),
  court: textField(1, 200),
  country: textField(2, 2)
    .transform((text) => text.toUpperCase())
    .refine(isCountryCode, { error: 'form.country' }),
  position: z.coerce
    .number({ error: 'form.invalid' })
    .int({ error: 'form.invalid' })
    .min(0, { error: 'form.invalid' })
    .max(999, { error: 'form.invalid' }),
  isExample: tickField,
});
export type BoardMemberInput = z.output<typeof boardMemberSchema>;

/** @throws AppError `error.not-found` */
export async function getBoardMember(actor: Actor, id: string) {
  authorise(actor, 'content.edit');
  const [member] = isUuid(id)
    ? await db().select().from(boardMembers).where(eq(boardMembers.id, id))
    : [];
  if (!member) throw new AppError('error.not-found');
  return member;
}

/** The place behind the last one. */
export async function nextBoardPosition(actor: Actor): Promise<number> {
  authorise(actor, 'content.edit');
  const [row] = await db()
    .select({ last: max(boardMembers.position) })
    .from(boardMembers);
  return (row?.last ?? -1) + 1;
}

/**
 * Adds somebody to the board (`id` null) or changes the entry; visitors see it at once.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`
 */
export async function saveBoardMember(
  actor: Actor,
  id: string | null,
  { intent: _intent, version, ...fields }: BoardMemberInput,
): Promise<void> {
  authorise(actor, 'content.edit');
  if (id) await getBoardMember(actor, id);
  const target = id ?? newId();
  await transaction(async (tx) => {
    const saved = id
      ? await tx
          .update(boardMembers)
          .set({ ...fields, version: version + 1, updatedAt: new Date(), updatedBy: actor.id })
          .where(and(eq(boardMembers.id, id), eq(boardMembers.version, version)))
          .returning({ id: boardMembers.id })
      : await tx
          .insert(boardMembers)
          .values({ ...fields, id: target, createdBy: actor.id })
          .returning({ id: boardMembers.id });
    if (saved.length === 0) throw new AppError('error.changed-meanwhile');
    await announcePageChange(tx, 'pages');
    await appendAudit(tx, actor, {
      action: id ? 'board.update' : 'board.add',
      target: { kind: 'board-member', id: target },
    });
  });
}

/** Takes somebody off the board. @throws AppError `error.not-found` */
export async function removeBoardMember(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'content.edit');
  await transaction(async (tx) => {
    const gone = await tx
      .delete(boardMembers)
      .where(eq(boardMembers.id, id))
      .returning({ id: boardMembers.id });
    if (gone.length === 0) throw new AppError('error.not-found');
    await announcePageChange(tx, 'pages');
    await appendAudit(tx, actor, {
      action: 'board.remove',
      target: { kind: 'board-member', id },
    });
  });
}
