import { asc, inArray } from 'drizzle-orm';
import { redirectWithNotice } from '~/answers/notices.server';
import { db, schema } from '~/db/db.server';
import { takeNewsletterStep } from '~/features/newsletters/newsletters.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { listedVersions, versionKey } from '~/ui/data-table/listed-version';
import { selectedRows } from '~/ui/data-table/selected-rows';

const { newsletters } = schema;

/** Of what is not deleted: it was changed since it was listed, or is no draft. */
export type LeftNewsletter = { id: string; subject: string; why: 'changed' | 'state' };

/**
 * The newsletters among the rows that were ticked: drafts as they were listed, and the others.
 * @param keys as `versionKey` makes them
 * @returns `unknown`: how many are no newsletters any more
 */
export async function findSelectedDrafts(actor: Actor, keys: readonly string[]) {
  authorise(actor, 'newsletter.manage');
  const seen = listedVersions(keys);
  const { id, version, subject, status, language, list } = newsletters;
  const rows = await db()
    .select({ id, version, subject, status, language, list })
    .from(newsletters)
    .where(inArray(newsletters.id, [...seen.keys()]))
    .orderBy(asc(newsletters.subject), asc(newsletters.id));
  const found = rows.map((row) => {
    const isSame = seen.get(row.id) === row.version;
    const why = row.status === 'draft' ? (isSame ? null : 'changed') : 'state';
    return { row, why } as const;
  });
  return {
    drafts: found.flatMap(({ row, why }) => (why === null ? [row] : [])),
    left: found.flatMap(({ row, why }) =>
      why === null ? [] : [{ id: row.id, subject: row.subject, why }],
    ),
    unknown: new Set(keys).size - rows.length,
  };
}

export type DeletionResult = {
  deleted: number;
  left: LeftNewsletter[];
  /** How many are not there any more. */
  unknown: number;
};

/**
 * Deletes drafts, each by itself as `takeNewsletterStep` does. What is scheduled, being sent or sent,
 * or not as it was listed, stays as it is.
 * @param keys as `versionKey` makes them
 */
export async function deleteSelectedDrafts(
  actor: Actor,
  keys: readonly string[],
): Promise<DeletionResult> {
  authorise(actor, 'newsletter.manage');
  const { drafts, left, unknown } = await findSelectedDrafts(actor, keys);
  const result: DeletionResult = { deleted: 0, left, unknown };
  for (const { id, version, subject } of drafts) {
    try {
      await takeNewsletterStep(actor, id, { intent: 'delete', version });
      result.deleted += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'error.not-found') result.unknown += 1;
      else if (error.code === 'error.changed-meanwhile')
        result.left.push({ id, subject, why: 'changed' });
      else throw error;
    }
  }
  return result;
}

const intents = ['ask-delete', 'delete'] as const;

/** Names the drafts that were ticked before they are deleted, then deletes them. */
export async function answerDraftDeletion(actor: Actor, request: Request) {
  authorise(actor, 'newsletter.manage');
  const back = `/administration/newsletters${new URL(request.url).search}`;
  const chosen = selectedRows(await request.formData(), intents);
  if (!chosen) return redirectWithNotice(back, { kind: 'error', key: 'error.nothing-selected' });
  const { intent, selected: keys } = chosen;
  if (intent === 'delete') return { result: await deleteSelectedDrafts(actor, keys) };
  const { drafts, left, unknown } = await findSelectedDrafts(actor, keys);
  const result: DeletionResult = { deleted: 0, left, unknown };
  const asked = drafts.map(({ subject, language, list, ...draft }) => ({
    key: versionKey(draft),
    subject,
    language,
    list,
  }));
  return { asked, result };
}
