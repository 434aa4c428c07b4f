import { config } from '~/config/config.server';
import type { Actor } from '~/policy/actor';
import { transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { isLanguageOff } from '~/features/library/resources/resources.server';
import { type Proposals, proposalsIn } from '~/features/citations/judgment-proposals';
import { authorise } from '~/policy/permissions';
import { type Details, metadataOf } from './details-schema';
import { getDocument, requireReplaceable } from '~/features/library/documents/documents.server';
import { readPages } from '~/features/library/reading/pages.server';
import { changeDetails, listDescribedFiles } from './several.server';
import { writeDetails } from './write-details.server';

export { changeDetails, listDescribedFiles };

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
    const row = { id, version: details.version, kind: document.metadata.kind };
    const author = details.author ?? null;
    const written = { title, description, language, tags, author, metadata };
    if (!(await writeDetails(tx, actor, { row, details: written })))
      throw new AppError('error.intranet-resource.stale');
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
