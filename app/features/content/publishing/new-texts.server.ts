import { and, asc, eq, like, max, ne, or } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { isUniqueViolation, schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit, type AuditEvent } from '~/features/identity/audit/audit.server';
import { freePageSlug } from '~/lib/addresses/public-path';
import { newId } from '~/lib/new-id';
import { claimPictures } from '~/features/content/files/text-pictures.server';
import { slugOf } from './slug-of';
import { renderedColumns } from '~/features/writing/rendered-texts/rendered-texts.server';
import { authorise } from '~/policy/permissions';
import { eventTranslationContent, type TypedContent } from './content-schemas';
import type { NewText } from '~/features/content/editor/editing-schemas';
import { canBegin, isItem, type PublicationKind } from './publication-kinds';
import {
  coreOf,
  getCore,
  lockSlugs,
  readPublic,
  reservedSlugs,
  writePublic,
} from './publication-rows.server';
import { saveRevision } from './save-revision.server';

const { articles, boardMembers, events, eventTranslations, newsItems, pages } = schema;

/** The page that shows the board. */
const boardPage = 'about';
const nothing = { type: 'doc' as const, content: [] };

/**
 * Creates a text as a draft that is not public; `of` makes it a translation of another text,
 * beginning with what that one says in public.
 * @returns its id
 * @throws AppError `error.content.language-taken`, `error.not-found`
 */
export async function createText(actor: Actor, input: NewText): Promise<string> {
  authorise(actor, 'content.edit');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const { kind, language, title } = input;
  if (!canBegin(kind) && !input.of) throw new AppError('error.not-found');
  const id = newId();
  await transaction(async (tx) => {
    const original = input.of ? await getOriginal(tx, kind, input.of) : null;
    if (original) await refuseTakenLanguage(tx, input, original);
    const slug = await slugFor(tx, input, original);
    const group = original?.translationGroup ?? newId();
    const draft = { id, language, title, slug, group, by: actor.id };
    await insertDraft(tx, kind, draft).catch((error: unknown) => {
      // Someone has begun the same at the same moment.
      if (!isUniqueViolation(error)) throw error;
      const taken = original ? 'error.content.language-taken' : 'error.content.slug-taken';
      throw new AppError(taken, { cause: error });
    });
    if (original) {
      const text = renamed(original.content, title, slug);
      await writePublic(tx, text, { id, slug, language, by: actor.id });
    }
    const content = await readPublic(tx, { kind, id });
    await saveRevision(tx, actor, { id, content, isPublished: false });
    await appendAudit(tx, actor, {
      action: 'content.create',
      target: { kind, id },
      changes: { language: { to: language } },
    });
  });
  return id;
}

type EventCopy = {
  /** The event whose translations are copied. */
  from: string;
  /** Its copy, which is there already. */
  to: { id: string; slug: string };
  titleOf: (original: { language: string; title: string }) => string;
};

/**
 * Copies what the translations of an event say in public, as drafts of its copy; corrections and
 * withdrawn translations stay behind.
 * @returns what the caller has to note, at the end of its transaction; null when a picture is missing
 */
export async function copyEventTranslations(
  tx: Transaction,
  actor: Actor,
  { from, to, titleOf }: EventCopy,
): Promise<AuditEvent[] | null> {
  authorise(actor, 'event.manage');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const kind = 'event-translation' as const;
  const rows = await tx
    .select()
    .from(eventTranslations)
    .where(
      and(eq(eventTranslations.translationGroup, from), ne(eventTranslations.status, 'archived')),
    )
    .orderBy(asc(eventTranslations.language));
  const entries: AuditEvent[] = [];
  for (const row of rows) {
    const { language } = row;
    const draft = { id: newId(), language, slug: to.slug, group: to.id, by: actor.id };
    const title = titleOf(row);
    const kept = { ...eventTranslationContent.parse(row), title };
    if (!(await claimPictures(tx, actor, kept.body))) return null;
    await insertDraft(tx, kind, { ...draft, title });
    const fields = { ...kept, corrections: [], cancelledReason: '', coverAlt: '' };
    await writePublic(tx, { kind, fields }, draft);
    await saveRevision(tx, actor, { id: draft.id, content: { kind, fields }, isPublished: false });
    const changes = { language: { to: language } };
    entries.push({ action: 'content.create', target: { kind, id: draft.id }, changes });
  }
  return entries;
}

/** Texts that are not items stand at the address of something else, in all their languages. */
async function slugFor(tx: Transaction, input: NewText, original: Original | null) {
  if (input.kind === 'board-member') return boardPage;
  const isShared = !isItem(input.kind) && original;
  if (isShared) return original.slug;
  const name = slugOf(input.title);
  await lockSlugs(tx, input.kind);
  return freeSlug(tx, input, input.kind === 'page' ? freePageSlug(name) : name);
}

type Original = {
  slug: string;
  language: string;
  translationGroup: string;
  content: TypedContent;
};

/** What is translated, with what it says in public. @throws AppError `error.not-found` */
async function getOriginal(tx: Transaction, kind: PublicationKind, id: string): Promise<Original> {
  if (kind !== 'event-translation') {
    return { ...(await getCore({ kind, id })), content: await readPublic(tx, { kind, id }) };
  }
  // Of two who begin the same language, or give it to the event itself, the second is told so.
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('no key update');
  if (!event) throw new AppError('error.not-found');
  const { slug, language, title, summary, body, coverAlt } = event;
  const said = { title, summary, body, coverAlt, corrections: [] };
  // What is not written yet is read in the event's own words.
  const words = { sessions: [], questions: [], feeText: '', photoPolicy: '', cancelledReason: '' };
  const fields = { ...said, ...words };
  return { slug, language, translationGroup: id, content: { kind, fields } };
}

function renamed(text: TypedContent, title: string, slug: string): TypedContent {
  switch (text.kind) {
    case 'news':
      return { kind: text.kind, fields: { ...text.fields, title, slug } };
    case 'article':
      return { kind: text.kind, fields: { ...text.fields, title, slug } };
    case 'page':
      return { kind: text.kind, fields: { ...text.fields, title } };
    case 'event-translation':
      return { kind: text.kind, fields: { ...text.fields, title } };
    case 'board-member':
      return { kind: text.kind, fields: { ...text.fields, title } };
  }
}

async function refuseTakenLanguage(
  tx: Transaction,
  { kind, language }: NewText,
  { language: own, translationGroup: group }: Original,
) {
  const table = coreOf(kind);
  if (language === own) throw new AppError('error.content.language-taken');
  const [taken] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.translationGroup, group), eq(table.language, language)));
  if (taken) throw new AppError('error.content.language-taken');
}

/** The requested slug, with a number appended if it is taken. */
async function freeSlug(tx: Transaction, { kind, language }: NewText, wanted: string) {
  const table = coreOf(kind);
  // A page has one address in all of its languages.
  const isRival = kind === 'page' ? undefined : eq(table.language, language);
  const rows = await tx
    .select({ slug: table.slug })
    .from(table)
    .where(and(isRival, or(eq(table.slug, wanted), like(table.slug, `${wanted}-%`))));
  const reserved = await reservedSlugs(tx, { kind, language });
  const taken = new Set([...rows.map(({ slug }) => slug), ...reserved]);
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}

type Draft = {
  id: string;
  language: string;
  title: string;
  slug: string;
  group: string;
  by: string;
};

async function insertDraft(tx: Transaction, kind: NewText['kind'], draft: Draft): Promise<void> {
  const { group, by, ...facts } = draft;
  const values = {
    ...facts,
    translationGroup: group,
    createdBy: by,
    status: 'draft' as const,
    ...renderedColumns(nothing),
  };
  const publication = {
    ...values,
    teaser: '',
    category: 'association' as const,
    publishAt: new Date(),
  };
  if (kind === 'board-member') await insertEntry(tx, values);
  else if (kind === 'page') await tx.insert(pages).values({ ...values, description: '' });
  else if (kind === 'event-translation') {
    await tx.insert(eventTranslations).values({ ...values, summary: '', publishAt: new Date() });
  } else if (kind === 'news') await tx.insert(newsItems).values({ ...publication, authorName: '' });
  else await tx.insert(articles).values({ ...publication, abstract: '' });
}

type NewEntry = Pick<
  typeof boardMembers.$inferInsert,
  | 'id'
  | 'slug'
  | 'language'
  | 'title'
  | 'translationGroup'
  | 'createdBy'
  | 'status'
  | 'body'
  | 'rendered'
>;

/** An entry of the board: a translation in the place of what it translates, else behind the last. */
async function insertEntry(tx: Transaction, entry: NewEntry): Promise<void> {
  const { position, translationGroup } = boardMembers;
  const [own] = await tx
    .select({ position })
    .from(boardMembers)
    .where(eq(translationGroup, entry.translationGroup ?? ''))
    .limit(1);
  const [last] = await tx.select({ position: max(position) }).from(boardMembers);
  await tx.insert(boardMembers).values({
    ...entry,
    role: '',
    function: '',
    court: '',
    country: '',
    publishAt: new Date(),
    position: own?.position ?? (last?.position ?? -1) + 1,
  });
}
