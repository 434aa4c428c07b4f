import { and, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { publicationStatuses } from '~/db/schema/content/publications';
import { hasTypedWords } from '~/db/typed-words.server';
import { textKinds, isSiteText } from '~/lib/addresses/public-path';
import { AppError } from '~/policy/errors';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { pageNumber } from '~/ui/page-number';
import { isUuid } from '~/lib/is-uuid';
import { authorise } from '~/policy/permissions';
import { isItemContent, isPictured, type TypedContent } from './content-schemas';
import { type PublicationKind, publicationKindOf } from './publication-kinds';
import {
  coreOf,
  type CoreRow,
  getCore,
  isLanguageOff,
  readWorking,
} from './publication-rows.server';
import { isIndispensable } from './publication-states.server';
import { findCover, listAttachments } from '~/features/content/reading/related-content.server';

const { articles, boardMembers, decisions, events, eventTranslations, newsItems, pages } = schema;
const { pendingChanges } = schema;

export type ContentFilter = {
  kind?: PublicationKind;
  status?: CoreRow['status'];
  language?: string;
  /** Words of the title. */
  search?: string;
};

/** All texts, newest change first, with those whose saved changes are not published yet. */
export async function listTexts(actor: Actor, filter: ContentFilter) {
  authorise(actor, 'content.edit');
  const kinds = filter.kind ? [filter.kind] : textKinds;
  const lists = await Promise.all(kinds.map((kind) => listOf(kind, filter)));
  return lists.flat().toSorted((a, b) => Number(b.updatedAt) - Number(a.updatedAt));
}

const textSortings = ['text', 'kind', 'language', 'status', 'changed'] as const;
type TextSorting = Sorting<(typeof textSortings)[number]>;
type ListedText = Awaited<ReturnType<typeof listTexts>>[number];

const inOrder: Record<TextSorting['by'], (one: ListedText, other: ListedText) => number> = {
  text: (one, other) => one.title.localeCompare(other.title),
  kind: (one, other) => one.kind.localeCompare(other.kind),
  language: (one, other) => one.language.localeCompare(other.language),
  status: (one, other) => one.status.localeCompare(other.status),
  changed: (one, other) => Number(one.updatedAt) - Number(other.updatedAt),
};

/** What the address of the list asks for. */
export function textQueryOf(search: URLSearchParams, languages: readonly string[]) {
  const filter: ContentFilter = {
    kind: publicationKindOf(search.get('kind')) ?? undefined,
    status: publicationStatuses.find((one) => one === search.get('status')),
    language: languages.find((one) => one === search.get('language')),
    search: (search.get('search') ?? '').slice(0, 100),
  };
  const sorting = sortingOf(search, textSortings, { by: 'changed', descending: true });
  return { filter, sorting, page: pageNumber(search, 10_000) };
}

/** A page of the texts that fit the filter, and how many do. */
export async function listTextPage(
  actor: Actor,
  filter: ContentFilter,
  list: { sorting: TextSorting; page: number; perPage?: number },
) {
  authorise(actor, 'content.edit');
  const { sorting, ...place } = list;
  const found = await listTexts(actor, filter);
  const compare = inOrder[sorting.by];
  const sorted = found.toSorted(sorting.descending ? (a, b) => compare(b, a) : compare);
  const { rows, ...facts } = await readPage(
    place,
    Promise.resolve(sorted.length),
    async ({ limit, offset }) => sorted.slice(offset, offset + limit),
  );
  return { texts: rows, ...facts };
}

async function listOf(kind: PublicationKind, { status, language, search = '' }: ContentFilter) {
  const table = coreOf(kind);
  const conditions: (SQL | undefined)[] = [
    status ? eq(table.status, status) : undefined,
    language ? eq(table.language, language) : undefined,
    hasTypedWords(search, table.title),
  ];
  const rows = await db()
    .select({
      id: table.id,
      version: table.version,
      title: table.title,
      slug: table.slug,
      language: table.language,
      status: table.status,
      updatedAt: table.updatedAt,
      publishAt: table.publishAt,
      isOver: hasEnded(table.expireAt),
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
    isLanguageOff: isLanguageOff(kind, row.language),
    updatedAt: row.pendingAt ?? row.updatedAt,
  }));
}

/** Whether a text was shown until a moment that has passed. */
const hasEnded = (expireAt: PgColumn) =>
  sql<boolean>`coalesce(${lte(expireAt, new Date())}, false)`;

/** The languages texts may be written in: those of the site and those that exist already. */
export async function contentLanguages(actor: Actor): Promise<string[]> {
  authorise(actor, 'content.edit');
  const used = await Promise.all(
    [newsItems, articles, pages, events, eventTranslations, boardMembers].map((table) =>
      db().selectDistinct({ language: table.language }).from(table),
    ),
  );
  const own = ['en', 'fr', 'de', ...config().languages.active];
  return [...new Set([...own, ...used.flat().map(({ language }) => language)])];
}

/** The languages in which a new text of this kind can be written so that it may be published. */
export async function newTextLanguages(actor: Actor, kind: PublicationKind): Promise<string[]> {
  const all = await contentLanguages(actor);
  return kind === 'news' ? config().languages.news : all;
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
  return {
    row,
    content,
    hasPendingChanges: pending.length > 0,
    /** When the waiting changes become public by themselves, or null. */
    changesAt: pending[0]?.publishAt ?? null,
    isIndispensable: isIndispensable(kind, row),
    translations: translations.filter((other) => other.id !== id),
    /** What is translated, where that is an event. */
    event: kind === 'event-translation' ? await findEvent(row.translationGroup) : null,
    ...(await partsOf(actor, content)),
  };
}

/**
 * What is to be translated, and the languages in which it exists.
 * @throws AppError `error.not-found`
 */
export async function getTranslated(actor: Actor, kind: PublicationKind, id: string) {
  authorise(actor, 'content.edit');
  const isOfEvent = kind === 'event-translation';
  const original = isOfEvent ? isUuid(id) && (await findEvent(id)) : await getCore({ kind, id });
  if (!original) throw new AppError('error.not-found');
  const { title, language } = original;
  const table = coreOf(kind);
  const group = isOfEvent ? id : (await getCore({ kind, id })).translationGroup;
  const rows = await db()
    .select({ language: table.language })
    .from(table)
    .where(eq(table.translationGroup, group));
  return { title, languages: [language, ...rows.map((row) => row.language)] };
}

async function partsOf(actor: Actor, content: TypedContent) {
  const { cover = null } = isPictured(content) ? content.fields : {};
  const { decisions: cited, attachments } = isItemContent(content)
    ? content.fields
    : { decisions: [], attachments: [] };
  return {
    decisions: await decisionsOf(cited),
    cover: await findCover(actor, cover),
    attachments: await listAttachments(actor, attachments),
  };
}

async function findEvent(id: string) {
  const { title, language, status, sessions, questions } = events;
  const { feeText, photoPolicy, cancelledReason } = events;
  const [event] = await db()
    .select({
      id: events.id,
      title,
      language,
      status,
      sessions,
      questions,
      feeText,
      photoPolicy,
      cancelledReason,
    })
    .from(events)
    .where(eq(events.id, id));
  return event ?? null;
}

function decisionsOf(eclis: string[]) {
  return eclis.length === 0
    ? Promise.resolve([])
    : db().select().from(decisions).where(inArray(decisions.ecli, eclis));
}
