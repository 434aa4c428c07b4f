import { and, asc, eq, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { recognise } from '~/features/citations/cited-in-text';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import { onOneLine, sentenceAt } from '~/features/decisions/relations/sentence-around';
import type { Sentence } from '~/features/decisions/relations/sentences.server';
import type { PageLink } from '~/features/library/preview/page-links';
import { visibleTo } from '~/features/library/resources/resources.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { cardFrom } from './decision-card';
import { type CitedDecision, findCited } from './find-cited.server';
import { findLinks } from './find-links.server';

const { documentPages: pages, intranetResources: resources } = schema;

/** Keys of more citations than any judgment has are not looked for. */
const maxKeys = 10_000;
/** Links of one page: more than any page has, and fewer than one that was made to hold up a browser. */
const maxLinks = 500;

/**
 * The decisions and the articles that the text of a document cites and the actor may find, in the
 * order of the text. The decision that the document is the text of is not among them.
 * @throws AppError `error.not-found` for a document that the actor may not read
 */
export async function listCitedIn(actor: Actor, document: string) {
  authoriseReading(actor);
  const found = await findDocument(actor, document);
  // Until a new file has been read, the text that is kept is that of the one before.
  if (!found.isRead) return { decisions: [], articles: [] };
  const kept = await listKeptKeys(document);
  const citedOf = await findCited(actor, kept);
  const here = kept.filter((key) => citedOf(key) !== null);
  const sentences = new Map<CitedDecision, Sentence>();
  const articles = new Set<string>();
  for (const { key, sentence } of await recogniseOf(document, here)) {
    const cited = citedOf(key);
    if (cited && 'article' in cited) articles.add(cited.article);
    else if (cited && !sentences.has(cited.decision)) sentences.set(cited.decision, sentence);
  }
  return {
    decisions: [...sentences]
      .filter(([{ identifier }]) => identifier.toUpperCase() !== found.own)
      .map(([decision, sentence]) => ({
        address: decisionAddress(decision.identifier),
        ...cardFrom(decision),
        sentence,
      })),
    articles: [...articles],
  };
}

export type CitedInDocument = Awaited<ReturnType<typeof listCitedIn>>;

/**
 * Where a page of a document cites decisions and provisions that the actor may find, in the order of the
 * text; the words are on one line.
 * @throws AppError `error.not-found` for a document that the actor may not read
 */
export async function listPageLinks(
  actor: Actor,
  document: string,
  number: number,
): Promise<PageLink[]> {
  authoriseReading(actor);
  const { isRead } = await findDocument(actor, document);
  const [page] = await db()
    .select({ text: pages.text })
    .from(pages)
    .where(and(eq(pages.document, document), eq(pages.page, number)));
  if (!isRead || !page) return [];
  const plain = onOneLine(page.text);
  const cited = recognise(plain)
    .filter(({ start, end }) => start < end)
    .slice(0, maxLinks);
  const linkOf = await findLinks(actor, [...new Set(cited.map(({ key }) => key))]);
  return cited.flatMap(({ key, start, end }) => {
    const link = linkOf(key);
    return link ? [{ words: plain.slice(start, end), ...link }] : [];
  });
}

async function findDocument(actor: Actor, document: string) {
  const [found] = await db()
    .select({
      isRead: sql<boolean>`${resources.textState} = 'found'`,
      own: sql<string | null>`upper(${resources.metadata} #>> '{judgment,ecli}')`,
    })
    .from(resources)
    .where(and(eq(resources.id, document), eq(resources.folder, false), visibleTo(actor)));
  if (!found) throw new AppError('error.not-found');
  return found;
}

type Place = { key: string; sentence: Sentence };

/** The keys that the search has of a document: all that it cites, and some that only look like it. */
async function listKeptKeys(document: string): Promise<string[]> {
  const { rows } = await db().execute<{ key: string }>(sql`
    select distinct key from ${pages}, unnest(${pages.citations}) as key
    where ${pages.document} = ${document} limit ${maxKeys}`);
  return rows.map(({ key }) => key);
}

/**
 * Where the text cites what the keys name, each once, with the sentence. Only the pages on which one of
 * the keys is seen for the first time are read anew: the recogniser takes a millisecond for each.
 */
async function recogniseOf(document: string, keys: readonly string[]): Promise<Place[]> {
  if (keys.length === 0) return [];
  const texts = await db()
    .select({ text: pages.text, language: pages.language, kept: pages.citations })
    .from(pages)
    .where(
      and(eq(pages.document, document), sql`${pages.citations} && ${sql.param([...keys])}::text[]`),
    )
    .orderBy(asc(pages.page));
  const missing = new Set(keys);
  const places: Place[] = [];
  for (const { text, language, kept } of texts) {
    if (!kept.some((key) => missing.has(key))) continue;
    const plain = onOneLine(text);
    for (const { key, start, end } of recognise(plain)) {
      if (!missing.delete(key)) continue;
      places.push({ key, sentence: { text: sentenceAt(plain, [start, end], language), language } });
    }
  }
  return places;
}
