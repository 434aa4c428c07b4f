import { and, desc, eq } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import type { RevisionContent } from '~/db/schema/content/publishing';
import type { RevisionKind, PublicationKind } from './publication-kinds';
import { readPublic } from './publication-rows.server';

const { publicationVersions } = schema;

type NewRevision = {
  id: string;
  content: { kind: RevisionKind; fields: RevisionContent };
  name?: string;
  isPublished: boolean;
  /** When it was saved or became public; by default now. */
  at?: Date;
};

/**
 * Saves a revision of a text or an event. The caller holds the lock on its row, so numbers are
 * consecutive.
 * @returns the number of the version
 */
export async function saveRevision(
  tx: Transaction,
  by: { id: string | null },
  { id, content, name, isPublished, at }: NewRevision,
): Promise<number> {
  const [last] = await tx
    .select({ number: publicationVersions.number })
    .from(publicationVersions)
    .where(eq(publicationVersions.publicationId, id))
    .orderBy(desc(publicationVersions.number))
    .limit(1);
  const number = (last?.number ?? 0) + 1;
  await tx.insert(publicationVersions).values({
    createdBy: by.id,
    ...(at ? { createdAt: at } : {}),
    kind: content.kind,
    publicationId: id,
    number,
    name: name || null,
    isPublished,
    content: content.fields,
  });
  return number;
}

/** Saves the initial state as revision 1 before the first change. */
export async function saveInitialRevision(
  tx: Transaction,
  { kind, row }: { kind: PublicationKind; row: { id: string; createdAt: Date; status: string } },
): Promise<void> {
  const [one] = await tx
    .select({ id: publicationVersions.id })
    .from(publicationVersions)
    .where(and(eq(publicationVersions.publicationId, row.id), eq(publicationVersions.number, 1)));
  if (one) return;
  const { fields } = await readPublic(tx, { kind, id: row.id });
  await tx.insert(publicationVersions).values({
    createdAt: row.createdAt,
    kind,
    publicationId: row.id,
    number: 1,
    isPublished: row.status === 'published',
    content: fields,
  });
}
