import { and, eq, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { indexPageWords } from '~/features/library/reading/index-page-words.server';
import type { ResourceMetadata } from '~/features/library/resources/resource-metadata';
import {
  aboutOwner,
  changeableBy,
  publishFolderChanges,
} from '~/features/library/resources/resources.server';
import type { Actor } from '~/policy/actor';
import type { WrittenDetails } from './described-file';
import { citationsOf } from './resource-citations';

const { documentPages: pages, intranetResources: resources } = schema;

/** A document as its details were when they were read. */
type DescribedRow = { id: string; version: number; kind: ResourceMetadata['kind'] };

/**
 * Writes the details of a document that the actor may change; what is left out stays.
 * @returns whether nobody else had changed it meanwhile; if so, nothing is written
 */
export async function writeDetails(
  tx: Transaction,
  actor: Actor,
  { row: { id, version, kind }, details }: { row: DescribedRow; details: WrittenDetails },
): Promise<boolean> {
  const { title, language, metadata } = details;
  const [saved] = await tx
    .update(resources)
    .set({
      ...details,
      citations: citationsOf(title, metadata),
      version: sql`${resources.version} + 1`,
      updatedAt: new Date(),
      updatedBy: actor.id,
    })
    .where(and(eq(resources.id, id), eq(resources.version, version), changeableBy(actor)))
    .returning({
      collection: resources.collection,
      parent: resources.parent,
      owner: resources.user,
    });
  if (!saved) return false;
  // The words of the text are found by the rules of its language.
  if (language) {
    const isOther = sql`${pages.language} is distinct from ${language}`;
    const { rowCount } = await tx
      .update(pages)
      .set({ language })
      .where(and(eq(pages.document, id), isOther));
    if (rowCount) await indexPageWords(tx, id);
  }
  await publishFolderChanges(tx, saved.collection, [saved.parent, id]);
  await appendAudit(tx, actor, {
    action: 'intranet.update-details',
    target: { kind: 'intranet-resource', id },
    changes: { kind: { from: kind, to: metadata.kind } },
    ...aboutOwner(actor, saved.owner),
  });
  return true;
}
