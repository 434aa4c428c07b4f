import { and, eq } from 'drizzle-orm';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { publishFolderChanges } from '~/features/library/resources/resources.server';
import { isImage, isPlainText } from '~/features/library/resources/file-types';
import { guessLanguage } from '~/features/citations/guess-language';
import { fileStore } from '~/platform/files/file-store.server';
import { enqueue, type Job } from '~/platform/jobs/job-queue.server';
import { log } from '~/platform/log/log.server';
import { indexSearchWords } from '~/features/library/documents/index-search-words.server';
import { type DocumentText, textOfFile } from './document-text.server';
import { indexPageWords } from './index-page-words.server';
import { citationColumns } from './page-citations.server';
import { inBatches, longestPlainText } from './text-parts.server';
import { ReaderMissing } from '~/platform/reader-sandbox/reader-program.server';

const { documentPages: pages, documentVersions: versions, intranetResources: resources } = schema;

/** Files above this are kept and shown, but their text is not read. */
const longestFile = 100_000_000;

type Extraction = { document: string; version: number };

/**
 * Reads the text of a document's newest file, page by page, for the search. What was replaced or
 * deleted meanwhile is left alone; running again gives the same.
 */
export const extractText: Job<Extraction> = {
  name: 'extract-text',
  // A file store may be away for a day; until then the search would know an earlier file's words.
  retryLimit: 20,
  // A file that was made to harm may take much memory: never two of them.
  atOnce: 1,
  run: async ({ document, version }) => {
    const [file] = await db()
      .select({
        extension: versions.extension,
        mediaType: versions.mediaType,
        key: versions.storageKey,
        bytes: versions.bytes,
      })
      .from(versions)
      .where(and(eq(versions.document, document), eq(versions.number, version)));
    if (!file) return;
    const text = await readText(file);
    await transaction((tx) => saveText(tx, { document, version }, text));
    await indexSearchWords(document);
  },
};

/** Lets the text be read once `tx` commits. */
export async function enqueueTextExtraction(tx: Transaction, data: Extraction): Promise<void> {
  await enqueue(tx, { name: extractText.name, data });
}

/** 'failed': damaged or encrypted; 'unread': of a kind that is not read, or too long. */
type Reading = DocumentText | 'failed' | 'unread';

async function readText(file: {
  extension: string;
  mediaType: string;
  key: string;
  bytes: number;
}): Promise<Reading> {
  if (isImage(file.mediaType)) return { pages: [], pageCount: null };
  if (file.bytes > longestFile) return 'unread';
  const bytes = isPlainText(file.extension) ? Math.min(file.bytes, longestPlainText) : file.bytes;
  const range = bytes < file.bytes ? { start: 0, end: bytes - 1 } : undefined;
  const stream = await fileStore().getStream(file.key, range);
  let outage: Error | undefined;
  stream.once('error', (error) => {
    outage = error;
  });
  try {
    return (await textOfFile(file.extension, { stream, bytes })) ?? 'unread';
  } catch (error) {
    // A file that cannot be fetched or read now is tried again later.
    if (outage || error instanceof ReaderMissing) throw outage ?? error;
    log().info({ err: error }, 'the text of a document could not be read');
    return 'failed';
  } finally {
    stream.destroy();
  }
}

async function saveText(
  tx: Transaction,
  { document, version }: Extraction,
  text: Reading,
): Promise<void> {
  const [found] = await tx
    .select({
      language: resources.language,
      collection: resources.collection,
      parent: resources.parent,
    })
    .from(resources)
    .where(and(eq(resources.id, document), eq(resources.fileVersion, version)))
    .for('update');
  if (!found) return;
  await tx.delete(pages).where(eq(pages.document, document));
  const parts = typeof text === 'string' ? [] : text.pages;
  const language = found.language ?? guessLanguage(parts.join('\n').slice(0, 50_000));
  for (const { before, parts: some } of inBatches(parts)) {
    const batch = some.map((part, offset) => ({
      document,
      page: before + offset + 1,
      text: part,
      language,
      ...citationColumns(part),
      search: '',
    }));
    await tx.insert(pages).values(batch);
  }
  const hasText = parts.some((part) => /\p{L}{3}/u.test(part));
  await tx
    .update(resources)
    .set({
      textState: typeof text === 'string' ? text : hasText ? 'found' : 'none',
      pages: typeof text === 'string' ? null : text.pageCount,
    })
    .where(eq(resources.id, document));
  await indexPageWords(tx, document);
  await publishFolderChanges(tx, found.collection, [found.parent, document]);
}
