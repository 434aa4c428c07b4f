import { and, desc, eq } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import type { KeptContent } from '~/db/schema/content/publishing';
import type { KeptKind, PublicationKind } from './publication-kinds';
import { readPublic } from './publication-rows.server';

const { publicationVersions } = schema;

type KeptVersion = {
  id: string;
  content: { kind: KeptKind; fields: KeptContent };
  name?: string;
  isPublished: boolean;
  /** When it was saved or became public; without: now. */
  at?: Date;
};

/**
 * Keeps a state of a text or an event. Its row is locked by the caller, so that numbers follow one
 * another.
 * @returns the number of the version
 */
export async function keepVersion(
  tx: Transaction,
  by: { id: string | null },
  { id, content, name, isPublished, at }: KeptVersion,
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

/** Before the first change here: what there was, which came with the site, is a version too. */
export async function keepWhatThereWas(
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
