import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { pictureIds } from '~/db/columns';
import { db, schema, transaction } from '~/db/db.server';
import { enqueueFileRemoval } from '~/features/library/resources/resources.server';
import { inBatches } from './in-batches';
import { fileStore } from '~/platform/files/file-store.server';
import { pictureKey } from './picture-key';

const { articles, boardMembers, drafts, events, eventTranslations, newsItems, pages } = schema;
const { pendingChanges, pictures, publicationVersions, publicFiles } = schema;

/** Younger ones may belong to a save that is just being made. */
const grace = 24 * 3_600_000;
const batch = 1_000;

const inText = (table: PgTable, body: SQL) =>
  sql`select jsonb_array_elements_text(${pictureIds(body)}) from ${table}`;

/**
 * Covers of texts and pictures in them, also of drafts, of changes that wait and of versions, which can
 * be restored.
 */
const usedPictures = sql`(
  select cover::text from ${newsItems} where cover is not null
  union select cover::text from ${articles} where cover is not null
  union select cover::text from ${events} where cover is not null
  union select cover::text from ${boardMembers} where cover is not null
  union select content ->> 'cover' from ${pendingChanges} where content ->> 'cover' is not null
  union select content ->> 'cover' from ${publicationVersions} where content ->> 'cover' is not null
  union ${sql.join(
    [
      ...[articles, drafts, events, eventTranslations, newsItems, pages].map((table) =>
        inText(table, sql`body`),
      ),
      ...[pendingChanges, publicationVersions].map((table) =>
        inText(table, sql`content -> 'body'`),
      ),
    ],
    sql` union `,
  )})`;

const listed = (table: typeof pendingChanges | typeof publicationVersions) => sql`
  select jsonb_array_elements_text(content -> 'attachments') from ${table}
  where jsonb_typeof(content -> 'attachments') = 'array'`;
const usedAttachments = sql`(
  select unnest(attachments)::text from ${newsItems}
  union select unnest(attachments)::text from ${articles}
  union select unnest(attachments)::text from ${events}
  union ${listed(pendingChanges)}
  union ${listed(publicationVersions)})`;

/**
 * Removes pictures and attachments that no text, no waiting change and no version has any more, as
 * those of deleted drafts, and files that a save left behind which never came about.
 * @param olderThan milliseconds since they were made or last saved with a text before they count as left behind
 * @returns how many files are given up for removal
 */
export async function removeUnusedFiles(olderThan = grace): Promise<number> {
  const before = new Date(Date.now() - olderThan);
  const keys = await transaction(async (tx) => {
    const gonePictures = await tx
      .delete(pictures)
      .where(and(lt(pictures.updatedAt, before), sql`${pictures.id}::text not in ${usedPictures}`))
      .returning({ id: pictures.id, variants: pictures.variants });
    const goneFiles = await tx
      .delete(publicFiles)
      .where(
        and(
          eq(publicFiles.page, 'publication'),
          lt(publicFiles.createdAt, before),
          sql`${publicFiles.id}::text not in ${usedAttachments}`,
        ),
      )
      .returning({ key: publicFiles.storageKey });
    const gone = [
      ...gonePictures.flatMap(({ id, variants }) =>
        variants.map(({ width, format }) => pictureKey(id, width, format)),
      ),
      ...goneFiles.map(({ key }) => key),
    ];
    await enqueueFileRemoval(tx, gone);
    return gone;
  });
  const strays = await findStrays(before, new Set(keys));
  await transaction((tx) => enqueueFileRemoval(tx, strays));
  return keys.length + strays.length;
}

/** Files in the store that no row names. */
async function findStrays(before: Date, known: ReadonlySet<string>): Promise<string[]> {
  const strays: string[] = [];
  for (const folder of ['pictures', 'public'] as const) {
    for await (const files of inBatches(fileStore().list(folder), batch)) {
      const old = files
        .filter(({ key, changedAt }) => changedAt < before && !known.has(key))
        .map(({ key }) => key);
      const named = await (folder === 'pictures' ? namedPictures(old) : namedFiles(old));
      strays.push(...old.filter((key) => !named.has(key)));
    }
  }
  return strays;
}

async function namedPictures(keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const ids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))];
  const rows = await db()
    .select({ id: pictures.id })
    .from(pictures)
    .where(inArray(sql`${pictures.id}::text`, ids));
  const known = new Set(rows.map(({ id }) => id));
  return new Set(keys.filter((key) => known.has(key.split('/')[1] ?? '')));
}

async function namedFiles(keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db()
    .select({ key: publicFiles.storageKey })
    .from(publicFiles)
    .where(inArray(publicFiles.storageKey, keys));
  return new Set(rows.map(({ key }) => key));
}
