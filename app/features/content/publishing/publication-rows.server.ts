import {
  and,
  eq,
  getTableName,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
  type Placeholder,
} from 'drizzle-orm';
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { config } from '~/config/config.server';
import {
  db,
  schema,
  type Database,
  type Transaction,
  isUniqueViolation,
  takeTurn,
} from '~/db/db.server';
import { publicationStatuses } from '~/db/schema/content/publications';
import { AppError } from '~/policy/errors';
import { renderedColumns } from '~/features/writing/rendered-texts/rendered-texts.server';
import { isSiteText } from '~/lib/addresses/public-path';
import { isUuid } from '~/lib/is-uuid';
import { categories, readContent, type TypedContent } from './content-schemas';
import type { ItemKind, PublicationKind } from './publication-kinds';

const { articles, boardMembers, eventTranslations, newsItems, pages, pendingChanges } = schema;

const moment = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
const tableNames = {
  news: 'news_items',
  article: 'articles',
  page: 'pages',
  'event-translation': 'event_translations',
  'board-member': 'board_members',
} as const;

const coreColumns = () => ({
  id: uuid('id').primaryKey(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: uuid('updated_by'),
  version: integer('version').notNull(),
  slug: text('slug').notNull(),
  language: text('language').notNull(),
  status: text('status', { enum: publicationStatuses }).notNull(),
  translationGroup: uuid('translation_group').notNull(),
  title: text('title').notNull(),
  publishAt: moment('publish_at').notNull(),
  expireAt: moment('expire_at'),
  withdrawnReason: text('withdrawn_reason'),
  withdrawnAt: moment('withdrawn_at'),
});

/** The columns that all kinds have: one type for what is the same for each. */
function coreTable(name: string) {
  return pgTable(name, coreColumns());
}
/** News and articles also have a picture and what they are about. */
function itemTable(name: string) {
  return pgTable(name, {
    ...coreColumns(),
    cover: uuid('cover'),
    attachments: uuid('attachments').array().notNull(),
    category: text('category', { enum: categories }).notNull(),
    decisions: text('decisions').array().notNull(),
  });
}
const cores = {
  news: coreTable(tableNames.news),
  article: coreTable(tableNames.article),
  page: coreTable(tableNames.page),
  'event-translation': coreTable(tableNames['event-translation']),
  'board-member': coreTable(tableNames['board-member']),
};
const items = { news: itemTable(tableNames.news), article: itemTable(tableNames.article) };

type CoreTable = ReturnType<typeof coreTable>;
export const coreOf = (kind: PublicationKind): CoreTable => cores[kind];
export const itemOf = (kind: ItemKind) => items[kind];
export type CoreRow = CoreTable['$inferSelect'];

/** A moment to ask about; prepared queries are given it each time. */
export type Moment = Date | Placeholder;

/** What visitors see at this moment; a scheduled text appears by the clock alone. */
export function isVisible(texts: PublicationKind | CoreTable, now: Moment = new Date()) {
  const table = coreTableOf(texts);
  return and(
    inArray(table.status, ['published', 'scheduled']),
    lte(table.publishAt, now),
    or(isNull(table.expireAt), gt(table.expireAt, now)),
    isInOpenLanguage(table),
  );
}

/** News are published in the languages chosen for them (spec section 9), other texts in any. */
export const isInOpenLanguage = (texts: PublicationKind | CoreTable, table = coreTableOf(texts)) =>
  getTableName(coreTableOf(texts)) === tableNames.news
    ? inArray(table.language, config().languages.news)
    : undefined;

const coreTableOf = (texts: PublicationKind | CoreTable) =>
  typeof texts === 'string' ? coreOf(texts) : texts;

/** Whether news in this language stay in the administration (spec section 9); other texts never do. */
export const isLanguageOff = (kind: PublicationKind, language: string): boolean =>
  kind === 'news' && !config().languages.news.includes(language);

/** Withdrawn and not yet public again. */
export function isWithdrawn(table: CoreTable, now: Moment = new Date()) {
  const isComingBack = and(
    eq(table.status, 'scheduled'),
    isNotNull(table.withdrawnAt),
    gt(table.publishAt, now),
  );
  return or(eq(table.status, 'archived'), isComingBack);
}

/** Whether visitors see the row as it is: then changes wait beside it until they are published. */
export function isPublic({ status, publishAt }: CoreRow): boolean {
  return status === 'published' || (status === 'scheduled' && publishAt <= new Date());
}

/** A public text has no withdrawal. */
export const notWithdrawn = { withdrawnReason: null, withdrawnAt: null };

type Place = { kind: PublicationKind; id: string };
const contentTables = {
  news: newsItems,
  article: articles,
  page: pages,
  'event-translation': eventTranslations,
  'board-member': boardMembers,
};

/** What the row of a text holds for everybody. @throws AppError `error.not-found` */
export async function readPublic(connection: Database | Transaction, { kind, id }: Place) {
  const table = contentTables[kind];
  const [row] = await connection.select().from(table).where(eq(table.id, id));
  if (!row) throw new AppError('error.not-found');
  return readContent(kind, row);
}

/** What is being written: the saved changes that are not published yet, else the public text. */
export async function readWorking(connection: Database | Transaction, place: Place) {
  const [pending] = await connection
    .select()
    .from(pendingChanges)
    .where(eq(pendingChanges.id, place.id));
  return pending ? readContent(place.kind, pending.content) : readPublic(connection, place);
}

/** @throws AppError `error.not-found` */
export async function getCore(place: Place): Promise<CoreRow> {
  const table = coreOf(place.kind);
  const [row] = isUuid(place.id)
    ? await db().select().from(table).where(eq(table.id, place.id))
    : [];
  if (!row) throw new AppError('error.not-found');
  return row;
}

/**
 * Takes the row of a text for a change that was begun on `version`.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`
 */
export async function lockCore(tx: Transaction, place: Place, version: number): Promise<CoreRow> {
  const table = coreOf(place.kind);
  const [row] = isUuid(place.id)
    ? await tx.select().from(table).where(eq(table.id, place.id)).for('update')
    : [];
  if (!row) throw new AppError('error.not-found');
  if (row.version !== version) throw new AppError('error.changed-meanwhile');
  return row;
}

/** Writes the content into the public row. @throws AppError `error.content.slug-taken` */
export async function writePublic(
  tx: Transaction,
  content: TypedContent,
  row: { id: string; slug: string; language: string; by: string | null },
): Promise<void> {
  const hasAnchors = content.kind === 'page' && !isSiteText(row.slug);
  const stamp = {
    ...renderedColumns(content.fields.body, { hasAnchors }),
    updatedAt: new Date(),
    updatedBy: row.by,
  };
  switch (content.kind) {
    case 'page':
      await tx
        .update(pages)
        .set({ ...content.fields, ...stamp })
        .where(eq(pages.id, row.id));
      return;
    case 'event-translation':
      await tx
        .update(eventTranslations)
        .set({ ...content.fields, ...stamp })
        .where(eq(eventTranslations.id, row.id));
      return;
    case 'board-member':
      await tx
        .update(boardMembers)
        .set({ ...content.fields, ...stamp })
        .where(eq(boardMembers.id, row.id));
      return;
    case 'news':
      await refuseTakenSlug(tx, { ...row, kind: 'news', slug: content.fields.slug });
      await tx
        .update(newsItems)
        .set({ ...content.fields, ...stamp })
        .where(eq(newsItems.id, row.id))
        .catch(refuseTakenAddress);
      return;
    case 'article':
      await refuseTakenSlug(tx, { ...row, kind: 'article', slug: content.fields.slug });
      await tx
        .update(articles)
        .set({ ...content.fields, ...stamp })
        .where(eq(articles.id, row.id))
        .catch(refuseTakenAddress);
  }
}

/** The index of the table has found another text at the address. */
function refuseTakenAddress(error: unknown): never {
  throw isUniqueViolation(error)
    ? new AppError('error.content.slug-taken', { cause: error })
    : error;
}

/** Of two who give texts of a kind an address at the same moment, one waits for the other. */
export async function lockSlugs(tx: Transaction, kind: PublicationKind): Promise<void> {
  await takeTurn(tx, `addresses of ${kind}`);
}

type WantedSlug = { id: string; kind: PublicationKind; language: string; slug: string };

/** Two at the same moment wait for each other here; the index of the table is the last word. */
export async function refuseTakenSlug(tx: Transaction, wanted: WantedSlug): Promise<void> {
  const table = coreOf(wanted.kind);
  await takeSlugTurn(tx, wanted);
  const isHeld = and(
    eq(table.slug, wanted.slug),
    eq(table.language, wanted.language),
    ne(table.id, wanted.id),
  );
  if ((await tx.$count(table, isHeld)) > 0) throw new AppError('error.content.slug-taken');
}

/**
 * Refuses a writer an address that is reserved for a pending change of another text. Scheduled
 * publishing does not ask: of two texts that are to have one address, the first gets it.
 */
export async function refuseReservedSlug(tx: Transaction, wanted: WantedSlug): Promise<void> {
  await takeSlugTurn(tx, wanted);
  const isReserved = (await reservedSlugs(tx, wanted)).includes(wanted.slug);
  if (isReserved) throw new AppError('error.content.slug-taken');
}

const takeSlugTurn = (tx: Transaction, { kind, language, slug }: WantedSlug) =>
  takeTurn(tx, `address ${kind} ${language} ${slug}`);

/** The addresses that public texts will have once their saved changes are published. */
export async function reservedSlugs(
  tx: Transaction,
  { id, kind, language }: { id?: string; kind: PublicationKind; language: string },
): Promise<string[]> {
  const table = coreOf(kind);
  const rows = await tx
    .select({ slug: sql<string | null>`${pendingChanges.content}->>'slug'` })
    .from(pendingChanges)
    .innerJoin(table, eq(table.id, pendingChanges.id))
    .where(
      and(
        eq(pendingChanges.kind, kind),
        eq(table.language, language),
        ne(table.status, 'archived'),
        id === undefined ? undefined : ne(pendingChanges.id, id),
      ),
    );
  return rows.flatMap((row) => row.slug ?? []);
}
