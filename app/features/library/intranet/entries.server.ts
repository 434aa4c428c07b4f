import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import type { Language } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { authoriseCollection, visibleTo } from '~/features/library/resources/resources.server';
import { translateIn } from '~/i18n/translations.server';
import type { Collection } from '~/lib/collections';
import { documentKinds } from '~/features/library/resources/resource-metadata';
import { titleOrder } from '~/features/library/entries/title-order';
import { type EntryFilter, entriesPerPage, type ListQuery, type SortKey } from './entry-view';

const { intranetResources: resources, users } = schema;

type Resource = typeof resources.$inferSelect;

/** What a list shows of a resource. */
export type Entry = Pick<
  Resource,
  | 'id'
  | 'folder'
  | 'title'
  | 'metadata'
  | 'bytes'
  | 'mediaType'
  | 'textState'
  | 'language'
  | 'user'
  | 'version'
> & { extension: Resource['storageExtension']; changedAt: Date; userName: string | null };

/** A folder, or the top level of a collection. */
export type Place = { collection: Collection; folder: string | null };
/** A list as an address describes it, in the reader's alphabet. */
export type EntryQuery = ListQuery & { language: Language };

export type EntryPage = {
  entries: Entry[];
  /** As asked for, but never beyond the last one. */
  page: number;
  pages: number;
  /** Entries in the place, and those of them that the filter shows. */
  total: number;
  matching: number;
  countries: string[];
  courts: string[];
  /** The newest first. */
  years: string[];
};

const judgment = (field: string): SQL<string | null> =>
  sql`${resources.metadata} -> 'judgment' ->> ${sql.raw(`'${field}'`)}`;
const country = judgment('country');
const court = judgment('court');
const year = sql<string | null>`left(${judgment('decidedOn')}, 4)`;
const userName = sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`;
const changedAt = sql<Date>`coalesce(${resources.fileAt}, ${resources.updatedAt})`.mapWith(
  resources.updatedAt,
);

/** One page of what lies in a place, sorted and filtered by the database. */
export async function listEntries(
  actor: Actor,
  place: Place,
  look: EntryQuery,
): Promise<EntryPage> {
  authoriseCollection(actor, place.collection);
  const listed = inPlace(actor, place);
  const isShown = matching(look.filter);
  const facts = await countEntries(listed, isShown);
  const pages = Math.max(1, Math.ceil(facts.matching / entriesPerPage));
  const page = Math.min(look.page, pages);
  const entries = await db()
    .select({
      id: resources.id,
      folder: resources.folder,
      title: resources.title,
      metadata: resources.metadata,
      bytes: resources.bytes,
      mediaType: resources.mediaType,
      textState: resources.textState,
      language: resources.language,
      user: resources.user,
      version: resources.version,
      extension: resources.storageExtension,
      changedAt,
      userName,
    })
    .from(resources)
    .leftJoin(users, eq(users.id, resources.user))
    .where(and(listed, isShown))
    .orderBy(...inOrder(look))
    .limit(entriesPerPage)
    .offset((page - 1) * entriesPerPage);
  return { ...facts, entries, page, pages };
}

/** The documents of a place in the order of its list, all of them. */
export async function listDocuments(
  actor: Actor,
  place: Place,
  look: EntryQuery,
): Promise<{ id: string; title: string; isShown: boolean }[]> {
  authoriseCollection(actor, place.collection);
  return db()
    .select({
      id: resources.id,
      title: resources.title,
      isShown: sql<boolean>`coalesce(${matching(look.filter) ?? sql`true`}, false)`,
    })
    .from(resources)
    .leftJoin(users, eq(users.id, resources.user))
    .where(and(inPlace(actor, place), eq(resources.folder, false)))
    .orderBy(...inOrder(look));
}

function inPlace(actor: Actor, { collection, folder }: Place): SQL | undefined {
  const parent = folder ? eq(resources.parent, folder) : isNull(resources.parent);
  return and(visibleTo(actor), eq(resources.collection, collection), parent);
}

/** By how many entries a place is filled, and by what they can be narrowed. */
async function countEntries(listed: SQL | undefined, isShown: SQL | undefined) {
  const each = (value: SQL<string | null>) =>
    sql<string[]>`coalesce(array_agg(distinct ${value}) filter (where ${value} is not null), '{}')`;
  const [found] = await db()
    .select({
      total: sql<number>`count(*)::int`,
      matching: sql<number>`(count(*) filter (where ${isShown ?? sql`true`}))::int`,
      countries: each(country),
      courts: each(court),
      years: each(year),
    })
    .from(resources)
    .where(listed);
  if (!found) throw new Error('The database has counted nothing');
  return { ...found, years: found.years.toReversed() };
}

/** Folders stay whatever the document is about, so that one can go on looking in them. */
function matching(filter: EntryFilter): SQL | undefined {
  const ofDocument = and(
    filter.kind ? sql`${resources.metadata} ->> 'kind' = ${filter.kind}` : undefined,
    filter.country ? sql`${country} = ${filter.country}` : undefined,
    filter.court ? sql`${court} = ${filter.court}` : undefined,
    filter.year ? sql`${year} = ${filter.year}` : undefined,
    namesArticle(filter.article),
  );
  return and(
    hasTypedWords(filter.name, resources.title),
    ofDocument && or(eq(resources.folder, true), ofDocument),
  );
}

/** "82" means Article 82 with its paragraphs: "82", "82(1)", "GDPR Art. 82(1)", never 182 or 8. */
function namesArticle(typed: string): SQL | undefined {
  const article = typed.replace(/^art(icle|\.)?\s*/i, '');
  if (!article) return undefined;
  const escaped = article.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = `(?<![[:alnum:]])${escaped}(?![[:alnum:]])`;
  return sql`exists (select from jsonb_array_elements_text(
    ${resources.metadata} -> 'judgment' -> 'articles') article where article ~* ${pattern})`;
}

/** Made by a migration: letters by their alphabet, without case and accents, numbers by size. */
const alphabets: Record<Language, SQL> = {
  en: sql`collate library_en`,
  fr: sql`collate library_fr`,
  de: sql`collate library_de`,
};

/** Folders first, then as asked for, then by title. */
function inOrder({ sorting, language }: EntryQuery): SQL[] {
  const alphabet = alphabets[language];
  const t = translateIn(language);
  const compare = titleOrder(language);
  const kinds = (['folder', ...documentKinds] as const).toSorted((a, b) =>
    compare(t(`document.kind.${a}`), t(`document.kind.${b}`)),
  );
  const values: Record<SortKey, SQL> = {
    title: sql`${resources.title} ${alphabet}`,
    kind: sql`array_position(${sql.param(`{${kinds.join(',')}}`)}::text[], ${resources.metadata} ->> 'kind')`,
    bytes: sql`coalesce(${resources.bytes}, -1)`,
    changedAt: sql`${changedAt}`,
    userName: sql`coalesce(${userName}, '') ${alphabet}`,
  };
  const value = values[sorting.by];
  return [
    desc(resources.folder),
    sorting.descending ? desc(value) : asc(value),
    asc(values.title),
    asc(resources.id),
  ];
}
