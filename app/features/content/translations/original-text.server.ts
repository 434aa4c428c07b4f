import { asc, eq } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { TypedContent } from '~/features/content/publishing/content-schemas';
import type { PublicationKind } from '~/features/content/publishing/publication-kinds';
import {
  coreOf,
  type CoreRow,
  readPublic,
} from '~/features/content/publishing/publication-rows.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import type { RichText } from '~/rich-text/rich-text';

const { events } = schema;

/** What a translation is made of. */
export type OriginalText = {
  language: string;
  /** The words above the text that have something to translate, in the order of the form. */
  fields: { name: string; text: string }[];
  body: RichText;
};

const translatedFields: Record<PublicationKind, readonly string[]> = {
  news: ['title', 'teaser'],
  article: ['title', 'subtitle', 'teaser', 'abstract'],
  page: ['title', 'description'],
  'event-translation': ['title', 'summary'],
  'board-member': ['title', 'role', 'function', 'court'],
};

/**
 * What the original of a translation says in public, or as a draft: the event, else the text that was
 * begun first.
 * @returns null: the text is the original itself
 */
export async function findOriginalText(
  actor: Actor,
  kind: PublicationKind,
  row: Pick<CoreRow, 'id' | 'translationGroup'>,
): Promise<OriginalText | null> {
  authorise(actor, 'content.edit');
  if (kind === 'event-translation') return findEventText(row.translationGroup);
  const table = coreOf(kind);
  const [first] = await db()
    .select({ id: table.id, language: table.language })
    .from(table)
    .where(eq(table.translationGroup, row.translationGroup))
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(1);
  if (!first || first.id === row.id) return null;
  const { fields } = await readPublic(db(), { kind, id: first.id });
  return { language: first.language, fields: wordsOf(kind, fields), body: fields.body };
}

async function findEventText(id: string): Promise<OriginalText | null> {
  const { language, title, summary, body } = events;
  const [event] = await db()
    .select({ language, title, summary, body })
    .from(events)
    .where(eq(events.id, id));
  if (!event) return null;
  const fields = wordsOf('event-translation', event);
  return { language: event.language, fields, body: event.body };
}

function wordsOf(
  kind: PublicationKind,
  fields: Partial<TypedContent['fields']>,
): OriginalText['fields'] {
  const words: Record<string, unknown> = fields;
  return translatedFields[kind].flatMap((name) => {
    const text = words[name];
    return typeof text === 'string' && text ? [{ name, text }] : [];
  });
}
