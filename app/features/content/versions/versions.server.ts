import type { Actor } from '~/policy/actor';
import { transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { authorise } from '~/policy/permissions';
import { comparable } from '~/features/content/editor/content-lines';
import { readContent } from '~/features/content/publishing/content-schemas';
import { compareRevisions, getRevision, listRevisions } from './revisions.server';
import type { SeenText } from '~/features/content/publishing/publication-states.server';
import { getCore } from '~/features/content/publishing/publication-rows.server';
import { saveInitialRevision } from '~/features/content/publishing/save-revision.server';
import { writeSaved } from '~/features/content/publishing/saving.server';
import { lockUpToDate } from '~/features/content/publishing/pending-changes.server';

/** The versions of a text, newest first, with who saved them. */
export async function listVersions(actor: Actor, place: Pick<SeenText, 'kind' | 'id'>) {
  authorise(actor, 'content.edit');
  const row = await getCore(place);
  await transaction((tx) => saveInitialRevision(tx, { kind: place.kind, row }));
  return {
    row: { title: row.title, version: row.version, language: row.language },
    versions: await listRevisions(actor, place),
  };
}

/**
 * What differs between two versions, field by field.
 * @throws AppError `error.not-found`
 */
export async function compareVersions(
  actor: Actor,
  place: Pick<SeenText, 'kind' | 'id'>,
  numbers: { from: number; to: number },
) {
  authorise(actor, 'content.edit');
  return compareRevisions(actor, place, {
    numbers,
    comparable: (kept) => comparable(readContent(place.kind, kept)),
  });
}

/**
 * Restores an earlier revision as a new one. The public text changes when it is published.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.content.slug-taken`
 */
export async function restoreVersion(actor: Actor, text: SeenText, number: number): Promise<void> {
  authorise(actor, 'content.edit');
  const content = readContent(text.kind, await getRevision(actor, text, number));
  await transaction(async (tx) => {
    const row = await lockUpToDate(tx, text, text.baseVersion);
    await writeSaved(tx, actor, { row, content, versionName: `↺ ${number}` });
    await appendAudit(tx, actor, {
      action: 'content.restore',
      target: { kind: text.kind, id: text.id },
      changes: { version: { to: number } },
    });
  });
}
