import { and, eq, like, or } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/actor';
import { isUniqueViolation, schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { newId } from '~/lib/new-id';
import { slugOf } from '~/lib/slug-of';
import { authorise } from '~/permissions';
import { type TypedContent } from './content-schemas';
import type { NewText } from './editing-schemas';
import { isItem, type PublicationKind } from './publication-kinds';
import { coreOf, getCore, readPublic, writePublic } from './publication-rows.server';
import { keepVersion } from './saved-versions.server';

const { articles, events, eventTranslations, newsItems, pages } = schema;
const nothing = { type: 'doc' as const, content: [] };

/**
 * Begins a text, as a draft that nobody else sees; `of` makes it a translation of another text,
 * beginning with what that one says in public.
 * @returns its id
 * @throws AppError `error.content.language-taken`, `error.not-found`
 */
export async function createText(actor: Actor, input: NewText): Promise<string> {
  authorise(actor, 'content.edit');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const { kind, language, title } = input;
  // Pages have their fixed places, events are made elsewhere: here they are only translated.
  if (!isItem(kind) && !input.of) throw new AppError('error.not-found');
  const id = newId();
  await transaction(async (tx) => {
    const original = input.of ? await getOriginal(tx, kind, input.of) : null;
    if (original) await refuseTakenLanguage(tx, input, original);
    const slug =
      !isItem(kind) && original ? original.slug : await freeSlug(tx, input, slugOf(title));
    const group = original?.translationGroup ?? newId();
    const draft = { id, language, title, slug, group, by: actor.id };
    await insertDraft(tx, kind, draft).catch((error: unknown) => {
      // Somebody has begun the same at the same moment.
      if (!isUniqueViolation(error)) throw error;
      const taken = original ? 'error.content.language-taken' : 'error.content.slug-taken';
      throw new AppError(taken, { cause: error });
    });
    if (original) {
      const text = renamed(original.content, title, slug);
      await writePublic(tx, text, { id, language, by: actor.id });
    }
    const content = await readPublic(tx, { kind, id });
    await keepVersion(tx, actor, { id, content, isPublished: false });
    await appendAudit(tx, actor, {
      action: 'content.create',
      target: { kind, id },
      changes: { language: { to: language } },
    });
  });
  return id;
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
  const fields = { title, summary, body, coverAlt, corrections: [] };
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

/** The wanted slug, with a number behind it when it is taken. */
async function freeSlug(tx: Transaction, { kind, language }: NewText, wanted: string) {
  const table = coreOf(kind);
  const rows = await tx
    .select({ slug: table.slug })
    .from(table)
    .where(
      and(
        eq(table.language, language),
        or(eq(table.slug, wanted), like(table.slug, `${wanted}-%`)),
      ),
    );
  const taken = new Set(rows.map(({ slug }) => slug));
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
    body: nothing,
  };
  const publication = {
    ...values,
    teaser: '',
    category: 'association' as const,
    publishAt: new Date(),
  };
  if (kind === 'page') await tx.insert(pages).values({ ...values, description: '' });
  else if (kind === 'event-translation') {
    await tx.insert(eventTranslations).values({ ...values, summary: '', publishAt: new Date() });
  } else if (kind === 'news') await tx.insert(newsItems).values({ ...publication, authorName: '' });
  else await tx.insert(articles).values({ ...publication, abstract: '' });
}
