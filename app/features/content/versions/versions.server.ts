import { eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
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

const { pendingChanges } = schema;

/** The versions of a text, newest first, with who saved them, and which of them is before the editor. */
export async function listVersions(actor: Actor, place: Pick<SeenText, 'kind' | 'id'>) {
  authorise(actor, 'content.edit');
  const row = await getCore(place);
  await transaction((tx) => saveInitialRevision(tx, { kind: place.kind, row }));
  const versions = await listRevisions(actor, place);
  const [pending] = await db()
    .select({ id: pendingChanges.id })
    .from(pendingChanges)
    .where(eq(pendingChanges.id, row.id));
  return {
    row: { title: row.title, version: row.version, language: row.language },
    versions,
    current: currentVersion(versions, { status: row.status, hasPending: pending !== undefined }),
  };
}

type State = { status: string; hasPending: boolean };

/**
 * The version that the editor shows, which cannot be restored; null where that is not known, since
 * discarded changes remain as a version.
 * @param versions newest first
 */
function currentVersion(
  versions: readonly { number: number; isPublished: boolean }[],
  { status, hasPending }: State,
): number | null {
  const newest = versions[0];
  const published = versions.find(({ isPublished }) => isPublished);
  if (hasPending || !published || newest?.isPublished) return newest?.number ?? null;
  return status === 'published' ? published.number : null;
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
    await writeSaved(tx, actor, { row, content, versionName: `↺ ${number}`, keepsDraft: false });
    await appendAudit(tx, actor, {
      action: 'content.restore',
      target: { kind: text.kind, id: text.id },
      changes: { version: { to: number } },
    });
  });
}
