import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { db, schema, type Transaction } from '~/db/db.server';
import { changeableBy, isLanguageOff } from '~/features/library/resources/resources.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import type { DescribedFile, WrittenDetails } from './described-file';
import { writeDetails } from './write-details.server';

const { documentPages: pages, intranetResources: resources } = schema;

/** Where a judgment names itself. */
const firstPages = 3;

const isFile = (actor: Actor, ids: readonly string[]) =>
  and(inArray(resources.id, [...ids]), eq(resources.folder, false), changeableBy(actor));

/**
 * Files with their details and the beginning of their texts, in the order of the ids.
 * @throws AppError `error.not-found` when one of them is not there or not the actor's to change
 */
export async function listDescribedFiles(
  actor: Actor,
  ids: readonly string[],
): Promise<DescribedFile[]> {
  authorise(actor, 'library.add');
  const [found, texts] = await Promise.all([
    db()
      .select({
        id: resources.id,
        version: resources.version,
        title: resources.title,
        language: resources.language,
        author: resources.author,
        metadata: resources.metadata,
        textState: resources.textState,
        collection: resources.collection,
        parent: resources.parent,
      })
      .from(resources)
      .where(isFile(actor, ids)),
    db()
      .select({ document: pages.document, text: pages.text })
      .from(pages)
      .where(and(inArray(pages.document, [...ids]), lte(pages.page, firstPages)))
      .orderBy(asc(pages.page)),
  ]);
  return ids.map((id) => {
    const file = found.find((one) => one.id === id);
    if (!file) throw new AppError('error.not-found');
    const own = texts.filter(({ document }) => document === id);
    return { ...file, text: own.map(({ text }) => text).join('\n') };
  });
}

type DetailsChange = { id: string; version: number; details: WrittenDetails };

/**
 * Saves the details of several files, all of them or none.
 * @returns those that somebody else has changed meanwhile, with their version: none of the others is
 *   saved then
 * @throws AppError `error.not-found` as `listDescribedFiles`
 */
export async function changeDetails(
  actor: Actor,
  changes: readonly DetailsChange[],
  tx: Transaction,
): Promise<Map<string, number>> {
  authorise(actor, 'library.add');
  const ids = changes.map(({ id }) => id);
  const locked = await tx
    .select({
      id: resources.id,
      version: resources.version,
      language: resources.language,
      metadata: resources.metadata,
    })
    .from(resources)
    .where(isFile(actor, ids))
    .orderBy(resources.id)
    .for('update');
  const rows = new Map(locked.map((row) => [row.id, row]));
  const stale = new Map<string, number>();
  for (const { id, version, details } of changes) {
    const row = rows.get(id);
    if (!row) throw new AppError('error.not-found');
    if (row.version !== version) stale.set(id, row.version);
    if (row.language !== details.language && isLanguageOff(details.language))
      throw new AppError('error.invalid-input');
  }
  if (stale.size > 0) return stale;
  for (const { id, version, details } of changes) {
    const kind = rows.get(id)?.metadata.kind ?? 'other';
    await writeDetails(tx, actor, { row: { id, version, kind }, details });
  }
  return stale;
}
