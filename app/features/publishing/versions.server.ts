import { and, desc, eq } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { diffWords } from '~/lib/text-diff';
import { authorise } from '~/permissions';
import { comparableBody, formValues } from './content-lines';
import { readContent, type TypedContent } from './content-schemas';
import type { SeenText } from './publication-states.server';
import { getCore } from './publication-rows.server';
import { keepWhatThereWas } from './saved-versions.server';
import { writeSaved } from './saving.server';
import { lockUpToDate } from './waiting-changes.server';

const { publicationVersions, users } = schema;

/** The versions of a text, newest first, with who saved them. */
export async function listVersions(actor: Actor, place: Pick<SeenText, 'kind' | 'id'>) {
  authorise(actor, 'content.edit');
  const row = await getCore(place);
  await transaction((tx) => keepWhatThereWas(tx, { kind: place.kind, row }));
  const versions = await db()
    .select({
      number: publicationVersions.number,
      name: publicationVersions.name,
      createdAt: publicationVersions.createdAt,
      isPublished: publicationVersions.isPublished,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(publicationVersions)
    .leftJoin(users, eq(users.id, publicationVersions.createdBy))
    .where(eq(publicationVersions.publicationId, row.id))
    .orderBy(desc(publicationVersions.number));
  return {
    row: { title: row.title, version: row.version, language: row.language },
    versions: versions.map(({ firstName, lastName, ...version }) => ({
      ...version,
      writer: firstName ? `${firstName} ${lastName}` : null,
    })),
  };
}

async function getVersion(place: Pick<SeenText, 'kind' | 'id'>, number: number) {
  const [version] = await db()
    .select()
    .from(publicationVersions)
    .where(
      and(
        eq(publicationVersions.publicationId, place.id),
        eq(publicationVersions.kind, place.kind),
        eq(publicationVersions.number, number),
      ),
    );
  if (!version) throw new AppError('error.not-found');
  return { ...version, content: readContent(place.kind, version.content) };
}

/** All that a version says, as texts by field. */
function comparable(content: TypedContent): Record<string, string> {
  return { ...formValues(content), body: comparableBody(content.fields.body) };
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
  const [from, to] = await Promise.all([
    getVersion(place, numbers.from),
    getVersion(place, numbers.to),
  ]);
  const [before, after] = [comparable(from.content), comparable(to.content)];
  const fields = Object.keys({ ...before, ...after });
  return fields
    .map((field) => ({ field, before: before[field] ?? '', after: after[field] ?? '' }))
    .filter((part) => part.before !== part.after)
    .map((part) => ({ field: part.field, parts: diffWords(part.before, part.after) }));
}

/**
 * Saves what an earlier version said, as a new version. What is public changes when it is published.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.content.slug-taken`
 */
export async function restoreVersion(actor: Actor, text: SeenText, number: number): Promise<void> {
  authorise(actor, 'content.edit');
  const { content } = await getVersion(text, number);
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

/** Gives a version a name, or takes it away. */
export async function nameVersion(
  actor: Actor,
  place: Pick<SeenText, 'kind' | 'id'>,
  { number, name }: { number: number; name: string },
): Promise<void> {
  authorise(actor, 'content.edit');
  await transaction(async (tx) => {
    const named = await tx
      .update(publicationVersions)
      .set({ name: name || null })
      .where(
        and(
          eq(publicationVersions.publicationId, place.id),
          eq(publicationVersions.number, number),
        ),
      )
      .returning({ id: publicationVersions.id });
    if (named.length === 0) throw new AppError('error.not-found');
    await appendAudit(tx, actor, {
      action: 'content.name-version',
      target: { kind: place.kind, id: place.id },
    });
  });
}
