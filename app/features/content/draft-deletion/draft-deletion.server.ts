import { eq } from 'drizzle-orm';
import { db } from '~/db/db.server';
import { publicationKindOf } from '~/features/content/publishing/publication-kinds';
import { coreOf } from '~/features/content/publishing/publication-rows.server';
import {
  deleteDraft,
  leavesMenu,
  type SeenText,
} from '~/features/content/publishing/publication-states.server';
import { isUuid } from '~/lib/is-uuid';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { redirectWithNotice } from '~/answers/notices.server';
import { selectedRows } from '~/ui/data-table/selected-rows';

/** What a row of the list stands for, see `draft-key.ts`; null for what is no such thing. */
function seenText(key: string): SeenText | null {
  const [kind, id = '', version = '', ...rest] = key.split('/');
  const known = publicationKindOf(kind);
  const isVersion = /^[1-9]\d{0,8}$/.test(version);
  if (!known || !isUuid(id) || !isVersion || rest.length > 0) return null;
  return { kind: known, id, baseVersion: Number(version) };
}

/**
 * The drafts among the rows that were ticked that are still as they were listed.
 * @param keys as `draftKey` makes them
 */
export async function findDrafts(actor: Actor, keys: readonly string[]) {
  authorise(actor, 'content.edit');
  const drafts = [];
  for (const key of new Set(keys)) {
    const text = seenText(key);
    if (!text) continue;
    const table = coreOf(text.kind);
    const [row] = await db().select().from(table).where(eq(table.id, text.id));
    if (row?.status !== 'draft' || row.version !== text.baseVersion) continue;
    const { title, language } = row;
    drafts.push({
      key,
      text,
      title,
      language,
      leavesMenu: await leavesMenu(actor, text.kind, row),
    });
  }
  return drafts;
}

/** Why a draft is kept: it is not what was listed any more, or has been public before. */
const reasonsToKeep = [
  'error.changed-meanwhile',
  'error.not-found',
  'error.content.not-possible',
] as const;

/**
 * Deletes drafts with their versions, each by itself as `deleteDraft` does.
 * @param keys as `draftKey` makes them
 * @returns how many are deleted, and how many are kept because they are no such drafts any more
 */
export async function deleteDrafts(actor: Actor, keys: readonly string[]) {
  authorise(actor, 'content.edit');
  let deleted = 0;
  for (const { text } of await findDrafts(actor, keys)) {
    try {
      await deleteDraft(actor, text);
      deleted += 1;
    } catch (error) {
      if (!(error instanceof AppError) || !reasonsToKeep.some((code) => code === error.code))
        throw error;
    }
  }
  return { deleted, kept: new Set(keys).size - deleted };
}

const intents = ['ask-delete', 'delete'] as const;

/** Names the drafts that were ticked before they are deleted, then deletes them. */
export async function answerDraftDeletion(actor: Actor, request: Request) {
  authorise(actor, 'content.edit');
  const back = `/administration/content${new URL(request.url).search}`;
  const chosen = selectedRows(await request.formData(), intents);
  if (!chosen) return redirectWithNotice(back, { kind: 'error', key: 'error.nothing-selected' });
  const { intent, selected } = chosen;
  if (intent === 'delete') return { result: await deleteDrafts(actor, selected) };
  const drafts = await findDrafts(actor, selected);
  const result = { deleted: 0, kept: new Set(selected).size - drafts.length };
  const asked = drafts.map(({ text: _text, ...named }) => named);
  return asked.length > 0 ? { asked, result } : { result };
}
