import {
  and,
  eq,
  exists,
  inArray,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { config } from '~/config/config.server';
import { db, schema, type Transaction } from '~/db/db.server';
import { inReadersLanguage } from '~/i18n/readers-language.server';
import type { PublicationKind } from '~/features/content/publishing/publication-kinds';
import {
  coreOf,
  isInOpenLanguage,
  isVisible,
  isWithdrawn,
  type Moment,
} from '~/features/content/publishing/publication-rows.server';

const { publicationVersions } = schema;

type Found<Row> = { kind: PublicationKind; slug: string; found: readonly Row[] };

/**
 * Of the public languages of a text the one that a reader is shown: theirs, else that of the site,
 * else whichever comes first. But another language than these two stands for none that was public
 * and is gone: that is said, and not covered up.
 */
export async function shownTo<Row extends { language: string }>(
  reader: string,
  { kind, slug, found }: Found<Row>,
): Promise<Row | null> {
  const wanted = languagesFor(reader);
  const text = inReadersLanguage(found, reader);
  if (!text || wanted.includes(text.language)) return text ?? null;
  const table = coreOf(kind);
  const gone = and(eq(table.slug, slug), inArray(table.language, wanted), isOver(table));
  return (await db().$count(table, gone)) > 0 ? null : text;
}

/**
 * The same as a condition on rows: what a reader is shown, in the language of the site as well where
 * it is public in both.
 */
export function isShownTo(
  reader: string,
  kind: PublicationKind,
  now = new Date(),
): SQL | undefined {
  const table = coreOf(kind);
  const other = alias(table, 'other_language');
  const wanted = languagesFor(reader);
  const isWanted = inArray(other.language, wanted);
  const comesFirst = and(notInArray(other.language, wanted), lt(other.language, table.language));
  const standsBefore = or(
    and(isWanted, or(isVisible(other, now), isOver(other, now))),
    and(comesFirst, isVisible(other, now)),
  );
  const before = db()
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.slug, table.slug), standsBefore));
  return and(isVisible(kind, now), or(inArray(table.language, wanted), not(exists(before))));
}

/** Whether another language is, or was and is gone, public at the address of a text. */
export function hasSharedAddress(kind: PublicationKind, now: Moment = new Date()): SQL<boolean> {
  const table = coreOf(kind);
  const other = alias(table, 'at_same_address');
  const texts = db()
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.slug, table.slug),
        ne(other.language, table.language),
        isInOpenLanguage(kind, other),
        or(isVisible(other, now), isOver(other, now)),
      ),
    );
  return sql<boolean>`${exists(texts)}`;
}

type Place = { kind: PublicationKind; slug: string; language: string };

/** The same of one text, for a change that is being made. */
export async function isSharedAddress(tx: Transaction, place: Place): Promise<boolean> {
  const table = coreOf(place.kind);
  const isOther = and(eq(table.slug, place.slug), ne(table.language, place.language));
  return (await tx.$count(table, and(isOther, or(isVisible(table), isOver(table))))) > 0;
}

/** Whether another language at an address was read at a former one before. */
export async function hasOthersFrom(
  tx: Transaction,
  { kind, slug, language }: Place,
  before: string,
): Promise<boolean> {
  const table = coreOf(kind);
  const isOther = and(eq(table.slug, slug), ne(table.language, language));
  const wasThere = wasPublicAt(table.id, before);
  return (await tx.$count(table, and(isOther, wasThere, or(isVisible(table), isOver(table))))) > 0;
}

/** Whether a text was public under a name; someone may have given it another since. */
export function wasPublicAt(id: SQLWrapper, slug: string): SQL {
  const { publicationId, isPublished, content } = publicationVersions;
  const version = db()
    .select({ one: sql`1` })
    .from(publicationVersions)
    .where(and(eq(publicationId, id), eq(isPublished, true), sql`${content}->>'slug' = ${slug}`));
  return exists(version);
}

const languagesFor = (reader: string) => [reader, config().languages.default];

/** Whether a text was public and is not any more. */
export function isOver(
  table: ReturnType<typeof coreOf>,
  now: Moment = new Date(),
): SQL | undefined {
  const hasEnded = and(
    ne(table.status, 'draft'),
    lte(table.publishAt, now),
    lte(table.expireAt, now),
  );
  return or(isWithdrawn(table, now), hasEnded);
}
