import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { config } from '~/config.server';
import { db, schema } from '~/db/db.server';
import { isSiteText } from '~/lib/site-texts';
import { authorise } from '~/permissions';
import type { PublicationKind } from './publication-kinds';
import { coreOf, type CoreRow, getCore, readWorking } from './publication-rows.server';
import { isIndispensable } from './publication-states.server';

const { articles, decisions, newsItems, pages, pendingChanges, pictures, publicFiles } = schema;

export type ContentFilter = {
  kind?: PublicationKind;
  status?: CoreRow['status'];
  language?: string;
};

/** All texts, newest change first, with those whose saved changes are not published yet. */
export async function listTexts(actor: Actor, filter: ContentFilter) {
  authorise(actor, 'content.edit');
  const kinds: PublicationKind[] = filter.kind ? [filter.kind] : ['news', 'article', 'page'];
  const lists = await Promise.all(kinds.map((kind) => listOf(kind, filter)));
  return lists.flat().toSorted((a, b) => Number(b.updatedAt) - Number(a.updatedAt));
}

async function listOf(kind: PublicationKind, { status, language }: ContentFilter) {
  const table = coreOf(kind);
  const conditions: (SQL | undefined)[] = [
    status ? eq(table.status, status) : undefined,
    language ? eq(table.language, language) : undefined,
  ];
  const rows = await db()
    .select({
      id: table.id,
      title: table.title,
      slug: table.slug,
      language: table.language,
      status: table.status,
      updatedAt: table.updatedAt,
      publishAt: table.publishAt,
      pendingAt: pendingChanges.updatedAt,
      changesAt: pendingChanges.publishAt,
    })
    .from(table)
    .leftJoin(pendingChanges, eq(pendingChanges.id, table.id))
    .where(and(...conditions))
    .orderBy(desc(table.updatedAt))
    .limit(1000);
  return rows.map((row) => ({
    ...row,
    kind,
    isSiteText: isSiteText(row.slug),
    updatedAt: row.pendingAt ?? row.updatedAt,
  }));
}

/** The languages texts may be written in: those of the site and those that exist already. */
export async function contentLanguages(actor: Actor): Promise<string[]> {
  authorise(actor, 'content.edit');
  const used = await Promise.all(
    [newsItems, articles, pages].map((table) =>
      db().selectDistinct({ language: table.language }).from(table),
    ),
  );
  const own = ['en', 'fr', 'de', ...config().languages.active];
  return [...new Set([...own, ...used.flat().map(({ language }) => language)])];
}

/**
 * A text with all that its editing needs: the working copy, the state, the translations.
 * @throws AppError `error.not-found`
 */
export async function getTextForEditing(actor: Actor, kind: PublicationKind, id: string) {
  authorise(actor, 'content.edit');
  const row = await getCore({ kind, id });
  const table = coreOf(kind);
  const [content, pending, translations] = await Promise.all([
    readWorking(db(), { kind, id }),
    db()
      .select({ publishAt: pendingChanges.publishAt })
      .from(pendingChanges)
      .where(eq(pendingChanges.id, id)),
    db()
      .select({ id: table.id, language: table.language, status: table.status, title: table.title })
      .from(table)
      .where(eq(table.translationGroup, row.translationGroup)),
  ]);
  const isPublication = content.kind !== 'page';
  return {
    row,
    content,
    hasPendingChanges: pending.length > 0,
    /** When the waiting changes become public by themselves, or null. */
    changesAt: pending[0]?.publishAt ?? null,
    isIndispensable: isIndispensable(kind, row),
    translations: translations.filter((other) => other.id !== id),
    decisions: isPublication ? await decisionsOf(content.fields.decisions) : [],
    cover: isPublication && content.fields.cover ? await findPicture(content.fields.cover) : null,
    attachments: isPublication ? await filesOf(content.fields.attachments) : [],
  };
}

function decisionsOf(eclis: string[]) {
  return eclis.length === 0
    ? Promise.resolve([])
    : db().select().from(decisions).where(inArray(decisions.ecli, eclis));
}

async function findPicture(id: string) {
  const [picture] = await db()
    .select({ id: pictures.id, width: pictures.width, height: pictures.height })
    .from(pictures)
    .where(eq(pictures.id, id));
  return picture ?? null;
}

async function filesOf(ids: string[]) {
  if (ids.length === 0) return [];
  const { id, title, fileName, bytes } = publicFiles;
  const rows = await db()
    .select({ id, title, fileName, bytes })
    .from(publicFiles)
    .where(inArray(id, ids));
  return ids.flatMap((wanted) => rows.filter((row) => row.id === wanted));
}
