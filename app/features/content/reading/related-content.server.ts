import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gt,
  inArray,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { type Database, db, schema } from '~/db/db.server';
import { prepared } from '~/db/prepared.server';
import { authorise } from '~/policy/permissions';
import { isVisible, itemOf } from '~/features/content/publishing/publication-rows.server';
import { drawCover } from '~/features/content/covers/covers.server';
import { hasSharedAddress } from './shown-language.server';

const { articles, pictures, publicFiles } = schema;
const { placeholder } = sql;

type Kind = 'news' | 'article';
type ReadText = {
  kind: Kind;
  id: string;
  language: string;
  translationGroup: string;
  publishAt: Date;
  category: (typeof articles.category.enumValues)[number];
  decisionKeys: string[];
  topics?: string[];
  cover: string | null;
  attachments: string[];
};

/** The content around a published text: translations, neighbours, related texts, picture, files. */
export async function getRelatedContent(actor: Actor, text: ReadText) {
  authorise(actor, 'publication.read');
  const [languages, previous, next, related, cover, attachments] = await Promise.all([
    otherLanguages[text.kind]().execute(about(text)),
    neighbour(text, 'before'),
    neighbour(text, 'after'),
    relatedTexts(text),
    findCover(actor, text.cover),
    listAttachments(actor, text.attachments),
  ]);
  const shown = cover ?? drawCover(text.kind, text.translationGroup);
  return { languages, previous, next, related, cover: shown, attachments };
}
export type RelatedContent = Awaited<ReturnType<typeof getRelatedContent>>;

/**
 * PostgreSQL takes twice as long to plan these queries as to run them: each is prepared. The moment
 * they ask about is therefore always given.
 */
const perKind = <Query>(make: (database: Database, kind: Kind) => Query) => ({
  news: prepared((database) => make(database, 'news')),
  article: prepared((database) => make(database, 'article')),
});

/** The values of the prepared queries. */
const about = ({ id, language, translationGroup, publishAt, category, ...text }: ReadText) => ({
  id,
  language,
  translationGroup,
  publishAt,
  category,
  decisions: text.decisionKeys,
  topics: text.topics ?? [],
  now: new Date(),
});

const now = placeholder('now');

const headline = (kind: Kind) => {
  const { slug, title, language, publishAt } = itemOf(kind);
  return { slug, title, language, publishAt, isShared: hasSharedAddress(kind, now) };
};

const otherLanguages = perKind((database, kind) => {
  const table = itemOf(kind);
  const isTranslation = eq(table.translationGroup, placeholder('translationGroup'));
  return database
    .select({ slug: table.slug, language: table.language })
    .from(table)
    .where(and(isTranslation, ne(table.id, placeholder('id')), isVisible(kind, now)))
    .prepare(`other_languages_of_${kind}`);
});

type Side = 'before' | 'after';

const neighbours = {
  before: perKind((database, kind) => neighbourOf(database, kind, 'before')),
  after: perKind((database, kind) => neighbourOf(database, kind, 'after')),
};

function neighbourOf(database: Database, kind: Kind, side: Side) {
  const table = itemOf(kind);
  const isBefore = side === 'before';
  const beyond = isBefore ? lt : gt;
  const inOrder = isBefore ? desc : asc;
  // Several may have been scheduled for the same moment.
  const atOnce = and(
    eq(table.publishAt, placeholder('publishAt')),
    beyond(table.id, placeholder('id')),
  );
  return database
    .select(headline(kind))
    .from(table)
    .where(
      and(
        eq(table.language, placeholder('language')),
        isVisible(kind, now),
        or(beyond(table.publishAt, placeholder('publishAt')), atOnce),
      ),
    )
    .orderBy(inOrder(table.publishAt), inOrder(table.id))
    .limit(1)
    .prepare(`${kind}_${side}`);
}

async function neighbour(text: ReadText, side: Side) {
  const [found] = await neighbours[side][text.kind]().execute(about(text));
  return found ?? null;
}

const mostRelated = 4;

/**
 * Texts about the same decisions or topics, then others of the same category in its language; never
 * a translation of the text itself, and one of several translations.
 */
async function relatedTexts(text: ReadText) {
  const found: Alike[] = [];
  for (const find of [findOfOwnKind, findOfOtherKind, findOfCategory]) {
    // The later ones are needed only where the earlier ones are few.
    if (found.length >= mostRelated) break;
    for (const other of await find(text)) {
      if (!found.some((known) => known.translationGroup === other.translationGroup))
        found.push(other);
    }
  }
  return found.slice(0, mostRelated).map(({ translationGroup: _group, ...shown }) => shown);
}

type Alike = Awaited<ReturnType<typeof findAlike>>[number];

const findOfOwnKind = (text: ReadText) => findAlike(text, text.kind);
const findOfOtherKind = (text: ReadText) =>
  findAlike(text, text.kind === 'news' ? 'article' : 'news');

const ofSameSubject = perKind((database, kind) => {
  const { decisions } = itemOf(kind);
  const isAbout = or(
    arrayOverlaps(decisions, placeholder('decisions')),
    kind === 'article' ? hasTopic(database) : undefined,
  );
  return alike(database, { kind, isAbout }).prepare(`${kind}_of_same_subject`);
});

const ofSameCategory = perKind((database, kind) => {
  const { category, language } = itemOf(kind);
  const isAbout = and(eq(category, placeholder('category')), eq(language, placeholder('language')));
  return alike(database, { kind, isAbout }).prepare(`${kind}_of_same_category`);
});

const hasTopic = (database: Database) =>
  inArray(
    itemOf('article').id,
    database
      .select({ id: articles.id })
      .from(articles)
      .where(arrayOverlaps(articles.topics, placeholder('topics'))),
  );

/** Those in the language of the text come first. */
function alike(database: Database, { kind, isAbout }: { kind: Kind; isAbout: SQL | undefined }) {
  const table = itemOf(kind);
  const { translationGroup } = table;
  const isOther = ne(translationGroup, placeholder('translationGroup'));
  return database
    .select({ ...headline(kind), translationGroup })
    .from(table)
    .where(and(isAbout, isOther, isVisible(kind, now)))
    .orderBy(sql`${table.language} = ${placeholder('language')} desc`, desc(table.publishAt))
    .limit(2 * mostRelated);
}

async function findAlike(text: ReadText, kind: Kind) {
  const { decisionKeys, topics = [] } = text;
  if (decisionKeys.length === 0 && (kind === 'news' || topics.length === 0)) return [];
  const rows = await ofSameSubject[kind]().execute(about(text));
  return rows.map((row) => ({ kind, ...row }));
}

async function findOfCategory(text: ReadText) {
  const { kind } = text;
  const rows = await ofSameCategory[kind]().execute(about(text));
  return rows.map((row) => ({ kind, ...row }));
}

/** A cover as a page shows it, or null. */
export async function findCover(actor: Actor, id: string | null) {
  authorise(actor, 'publication.read');
  if (!id) return null;
  const { width, height, variants } = pictures;
  const [cover] = await db()
    .select({ id: pictures.id, width, height, variants })
    .from(pictures)
    .where(eq(pictures.id, id));
  return cover ?? null;
}

export async function listAttachments(actor: Actor, ids: string[]) {
  authorise(actor, 'publication.read');
  if (ids.length === 0) return [];
  const { id, title, fileName, bytes } = publicFiles;
  const rows = await db()
    .select({ id, title, fileName, bytes })
    .from(publicFiles)
    .where(inArray(id, ids));
  return ids.flatMap((wanted) => rows.filter((row) => row.id === wanted));
}
