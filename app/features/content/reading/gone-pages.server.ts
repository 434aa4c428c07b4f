import { and, desc, eq, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { data, redirect } from 'react-router';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { findRedirect, slugOfEvent } from '~/features/content/redirects/redirects.server';
import { isUuid } from '~/lib/is-uuid';
import { publicPath } from '~/lib/addresses/public-path';
import { textAddress } from '~/site/translation-addresses';
import { authorise, can } from '~/policy/permissions';
import type {
  RevisionKind,
  PublicationKind,
} from '~/features/content/publishing/publication-kinds';
import {
  coreOf,
  isVisible,
  isWithdrawn,
} from '~/features/content/publishing/publication-rows.server';
import {
  hasSharedAddress,
  isOver,
  wasPublicAt,
} from '~/features/content/reading/shown-language.server';

const { events, publicationVersions } = schema;

type MissingText = {
  kind: RevisionKind;
  slug: string;
  /** That of the reader, who is told of the text that they would have read. */
  language?: string;
  /** What of it was asked for, as the end of its address. */
  below?: string;
  /** The language that the address named, which goes along to where the text has moved. */
  asked?: string | null;
};
type Gone = {
  id: string;
  title: string;
  /** Why it was withdrawn, and when. */
  reason: string | null;
  at: Date | null;
  /** When it ran out, if that is why. */
  until: Date | null;
};

/**
 * For loaders: a text or an event that is not there may have moved, been withdrawn or run out. Leads
 * on (301), says that it is gone and why or since when (410), or shows the page for what does not
 * exist.
 */
export async function answerGone(
  actor: Actor,
  { kind, slug, language = config().languages.default, below = '', asked = null }: MissingText,
  error: unknown,
): Promise<never> {
  if (!(error instanceof AppError) || error.code !== 'error.not-found') throwErrorResponse(error);
  const textKind = kind === 'event' ? 'event-translation' : kind;
  const isOfEvent = textKind === 'event-translation';
  const moved = await findRedirect(actor, publicPath(textKind, slug));
  // An event that was withdrawn is gone at all its addresses, not only at the last.
  const place = isOfEvent && moved ? slugOfEvent(moved) : undefined;
  const goneThere = place === undefined ? null : await findGoneEvent(actor, place);
  if (moved !== null && !goneThere)
    throw redirect(inLanguage(addressBelow(moved, below), asked), 301);
  const goneHere = isOfEvent
    ? await findGoneEvent(actor, slug)
    : await findGone(textKind, slug, language);
  const gone = goneThere ?? goneHere;
  if (gone?.reason) {
    const { reason, at } = gone;
    const title = (await lastPublicTitle(gone.id)) ?? gone.title;
    throw data({ title, reason, at: at?.toISOString() ?? null }, { status: 410 });
  }
  if (gone?.until) throw data({ until: gone.until.toISOString() }, { status: 410 });
  throwErrorResponse(error);
}

type Asked = {
  kind: 'news' | 'article';
  slug: string;
  /** The language that the address names. */
  asked: string | null;
};

/**
 * For loaders: the text that was found, unless it is in another language than the address names, or
 * there is none, and the one in that language has moved away from there: leads on to it (301).
 */
export async function followLanguage<Text extends { language: string }>(
  actor: Actor,
  { kind, slug, asked }: Asked,
  found: Promise<Text>,
): Promise<Text> {
  authorise(actor, 'publication.read');
  const text = await found.catch(() => null);
  if (asked === null || text?.language === asked) return found;
  const table = coreOf(kind);
  // Another text in that language, which is gone, says so itself.
  const goneHere = and(eq(table.slug, slug), eq(table.language, asked), isOver(table));
  if ((await db().$count(table, goneHere)) > 0) return found;
  const [moved] = await db()
    .select({ slug: table.slug, language: table.language, isShared: hasSharedAddress(kind) })
    .from(table)
    .where(and(eq(table.language, asked), isVisible(kind), wasPublicAt(table.id, slug)))
    .orderBy(desc(table.publishAt))
    .limit(1);
  if (moved) throw redirect(textAddress(kind, moved), 301);
  return found;
}

async function findGone(kind: PublicationKind, slug: string, reader: string): Promise<Gone | null> {
  const table = coreOf(kind);
  const named = isUuid(slug)
    ? eq(table.id, slug)
    : or(eq(table.slug, slug), wasPublicAt(table.id, slug));
  const withdrawn = isWithdrawn(table);
  const expired = and(lte(table.publishAt, new Date()), lte(table.expireAt, new Date()));
  const [gone] = await db()
    .select({
      id: table.id,
      title: table.title,
      reason: sql<string | null>`case when ${withdrawn} then ${table.withdrawnReason} end`,
      at: table.withdrawnAt,
      until: table.expireAt,
    })
    .from(table)
    .where(and(named, or(withdrawn, and(ne(table.status, 'draft'), expired))))
    .orderBy(
      desc(eq(table.language, reader)),
      desc(eq(table.language, config().languages.default)),
      desc(eq(table.slug, slug)),
      sql`${table.withdrawnAt} desc nulls last`,
    )
    .limit(1);
  return gone ?? null;
}

type Named = { kind: 'news' | 'article' | 'event'; slug: string; language: string };

/**
 * Whether a text or an event that was public by this name is there for visitors no more because it
 * was withdrawn, or is for members now. One that has run out was not taken back.
 */
export async function isWithdrawnFromPublic(actor: Actor, { kind, slug, language }: Named) {
  authorise(actor, 'publication.read');
  if (kind === 'event') return isEventWithdrawnFromPublic(actor, slug);
  const table = coreOf(kind);
  const named = await textsWhere(kind, eq(table.slug, slug));
  const texts = named.length > 0 ? named : await textsWhere(kind, wasPublicAt(table.id, slug));
  const own = texts.filter((text) => text.language === language);
  return (own.length > 0 ? own : texts).every(({ withdrawnAt }) => withdrawnAt !== null);
}

function textsWhere(kind: PublicationKind, condition: SQL) {
  const { language, withdrawnAt } = coreOf(kind);
  return db().select({ language, withdrawnAt }).from(coreOf(kind)).where(condition);
}

async function isEventWithdrawnFromPublic(actor: Actor, slug: string): Promise<boolean> {
  const moved = await findRedirect(actor, publicPath('event-translation', slug));
  const now = (moved !== null && slugOfEvent(moved)) || slug;
  const isThere = and(
    eq(events.slug, now),
    eq(events.visibility, 'public'),
    ne(events.status, 'archived'),
  );
  return (await db().$count(events, isThere)) === 0;
}

/** An address in the language that was asked for, unless it names one. */
const inLanguage = (address: string, asked: string | null) =>
  asked && !address.includes('?')
    ? addressBelow(address, `?language=${encodeURIComponent(asked)}`)
    : address;

/** What stands below an address, before what is asked of it or where it begins on the page. */
const addressBelow = (address: string, below: string) => address.replace(/(?=[?#]|$)/, below);

/** A withdrawn event, for those who could see it. */
async function findGoneEvent(actor: Actor, slug: string): Promise<Gone | null> {
  const { id, title, withdrawnReason: reason, withdrawnAt: at } = events;
  const mayKnow = can(actor, 'event.read-members-only')
    ? undefined
    : eq(events.visibility, 'public');
  const [gone] = await db()
    .select({ id, title, reason, at })
    .from(events)
    .where(and(eq(events.slug, slug), eq(events.status, 'archived'), mayKnow));
  return gone ? { ...gone, until: null } : null;
}

/** The last public title; unpublished changes must not leak through it. */
async function lastPublicTitle(id: string): Promise<string | null> {
  const { publicationId, isPublished, number, content } = publicationVersions;
  const [last] = await db()
    .select({ title: sql<string | null>`${content}->>'title'` })
    .from(publicationVersions)
    .where(and(eq(publicationId, id), eq(isPublished, true)))
    .orderBy(desc(number))
    .limit(1);
  return last?.title ?? null;
}
