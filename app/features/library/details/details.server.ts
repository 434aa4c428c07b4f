import { and, eq, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import type { Actor } from '~/policy/actor';
import { schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import {
  changeableBy,
  isLanguageOff,
  publishFolderChanges,
} from '~/features/library/resources/resources.server';
import { type Proposals, proposalsIn } from '~/features/citations/judgment-proposals';
import { citationsOf } from './resource-citations';
import { authorise } from '~/policy/permissions';
import { type Details, metadataOf } from './details-schema';
import { getDocument, requireReplaceable } from '~/features/library/documents/documents.server';
import { indexPageWords } from '~/features/library/reading/index-page-words.server';
import { readPages } from '~/features/library/reading/pages.server';

const { documentPages: pages, intranetResources: resources } = schema;

/**
 * Saves title, details and metadata of a document: members their own, administrators any.
 * @throws AppError `error.intranet-resource.could-not-get-intranet-resource`,
 *   `error.intranet-resource.could-not-update-intranet-resource`, `error.intranet-resource.stale`
 */
export async function updateDetails(actor: Actor, id: string, details: Details): Promise<void> {
  authorise(actor, 'library.add');
  const { document } = await getDocument(actor, id);
  await requireReplaceable(actor, id, { collection: document.collection });
  const { title, description, language, tags } = details;
  if (language !== document.language && isLanguageOff(language))
    throw new AppError('error.invalid-input');
  const metadata = metadataOf(details);
  await transaction(async (tx) => {
    const [saved] = await tx
      .update(resources)
      .set({
        title,
        description,
        language,
        tags,
        author: details.author ?? null,
        metadata,
        citations: citationsOf(title, metadata),
        version: sql`${resources.version} + 1`,
        updatedAt: new Date(),
        updatedBy: actor.id,
      })
      .where(and(eq(resources.id, id), eq(resources.version, details.version), changeableBy(actor)))
      .returning({ collection: resources.collection, parent: resources.parent });
    if (!saved) throw new AppError('error.intranet-resource.stale');
    // The words of the text are found by the rules of its language.
    if (language) {
      await tx.update(pages).set({ language }).where(eq(pages.document, id));
      await indexPageWords(tx, id);
    }
    await publishFolderChanges(tx, saved.collection, [saved.parent, id]);
    await appendAudit(tx, actor, {
      action: 'intranet.update-details',
      target: { kind: 'intranet-resource', id },
      changes: { kind: { from: document.metadata.kind, to: metadata.kind } },
    });
  });
}

/** Reads ECLI, case number, language and date from the beginning of a document's own text. */
export async function proposeDetails(actor: Actor, id: string): Promise<Proposals> {
  authorise(actor, 'library.read');
  const { language, ...others } = proposalsIn((await readPages(actor, id)).slice(0, 3).join('\n'));
  return language === undefined || isLanguageOff(language) ? others : { ...others, language };
}

/** The languages a document can be marked with: those of the library, and the one it has. */
export function languagesFor(actor: Actor, current: string | null): string[] {
  authorise(actor, 'library.read');
  return [...new Set([...config().languages.intranet, ...(current ? [current] : [])])];
}
