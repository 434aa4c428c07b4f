import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { diffWords } from '~/features/content/versions/text-diff';
import { textField } from '~/lib/forms/text-field';
import { authorise } from '~/policy/permissions';
import type { RevisionKind } from '~/features/content/publishing/publication-kinds';

const { publicationVersions, users } = schema;

const number = z.coerce.number().int().min(1).max(1_000_000);

/** The actions on a revision. */
export const versionForm = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('restore'), number, baseVersion: number }),
  z.strictObject({ intent: z.literal('name'), number, name: textField(0, 100) }),
]);

/** The revisions to compare, from the search parameters; by default the last two. */
export function requestedVersions(request: Request, versions: readonly { number: number }[]) {
  const { searchParams } = new URL(request.url);
  const from = number.safeParse(searchParams.get('from'));
  const to = number.safeParse(searchParams.get('to'));
  return {
    from: from.success ? from.data : (versions[1]?.number ?? versions[0]?.number ?? 1),
    to: to.success ? to.data : (versions[0]?.number ?? 1),
  };
}

type Place = { kind: RevisionKind; id: string };

/** The versions of a text or an event, newest first, with who saved them. */
export async function listRevisions(actor: Actor, { id }: Place) {
  authorise(actor, 'content.edit');
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
    .where(eq(publicationVersions.publicationId, id))
    .orderBy(desc(publicationVersions.number));
  return versions.map(({ firstName, lastName, ...version }) => ({
    ...version,
    writer: firstName ? `${firstName} ${lastName}` : null,
  }));
}

/** What a version says, as it was kept. @throws AppError `error.not-found` */
export async function getRevision(actor: Actor, place: Place, wanted: number) {
  authorise(actor, 'content.edit');
  const [version] = await db()
    .select({ content: publicationVersions.content })
    .from(publicationVersions)
    .where(
      and(
        eq(publicationVersions.publicationId, place.id),
        eq(publicationVersions.kind, place.kind),
        eq(publicationVersions.number, wanted),
      ),
    );
  if (!version) throw new AppError('error.not-found');
  return version.content;
}

/**
 * What differs between two versions, field by field.
 * @param comparable all that a version says, as texts by field
 * @throws AppError `error.not-found`
 */
export async function compareRevisions(
  actor: Actor,
  place: Place,
  { numbers, comparable }: { numbers: { from: number; to: number }; comparable: Comparable },
) {
  const [from, to] = await Promise.all([
    getRevision(actor, place, numbers.from),
    getRevision(actor, place, numbers.to),
  ]);
  return diffFields(comparable(from), comparable(to));
}

type Comparable = (kept: unknown) => Record<string, string>;

/** Where two states differ, by field, word by word. */
export function diffFields(before: Record<string, string>, after: Record<string, string>) {
  return Object.keys({ ...before, ...after })
    .map((field) => ({ field, before: before[field] ?? '', after: after[field] ?? '' }))
    .filter((part) => part.before !== part.after)
    .map((part) => ({ field: part.field, parts: diffWords(part.before, part.after) }));
}

/** Gives a version a name, or takes it away. */
export async function nameVersion(
  actor: Actor,
  place: Place,
  { number: wanted, name }: { number: number; name: string },
): Promise<void> {
  authorise(actor, 'content.edit');
  await transaction(async (tx) => {
    const named = await tx
      .update(publicationVersions)
      .set({ name: name || null })
      .where(
        and(
          eq(publicationVersions.publicationId, place.id),
          eq(publicationVersions.number, wanted),
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
