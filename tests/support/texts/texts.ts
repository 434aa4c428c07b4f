import { eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import type { EditedText } from '~/features/content/editor/editing-schemas';
import { createText } from '~/features/content/publishing/new-texts.server';
import { getCore } from '~/features/content/publishing/publication-rows.server';
import { saveText } from '~/features/content/publishing/saving.server';

/** A news item as someone has typed it. */
export function typedNews(fields: object = {}, wishes: Partial<EditedText> = {}): EditedText {
  const content = {
    slug: 'first-text',
    title: 'First text',
    teaser: 'What it is about.',
    body: paragraphs('The words of the text.'),
    category: 'association' as const,
    pinned: false,
    links: [],
    corrections: [],
    decisions: [],
    cover: null,
    coverAlt: '',
    coverCredit: '',
    coverFocus: 'centre' as const,
    attachments: [],
    authorName: 'The secretariat',
    relatedEvent: null,
    relatedArticle: null,
    ...fields,
  };
  return {
    content: { kind: 'news', fields: content },
    decisions: [],
    intent: 'save',
    baseVersion: 1,
    versionName: '',
    publishAt: '',
    asksForAcceptance: false,
    ...wishes,
  };
}

/** Begins a news item and saves it once. */
export async function writeNews(
  actor: Actor,
  fields: object = {},
  wishes: Partial<EditedText> = {},
) {
  const id = await createText(actor, { kind: 'news', language: 'en', title: 'First text' });
  const place = { kind: 'news' as const, id };
  await saveText(actor, place, typedNews(fields, wishes));
  return { ...place, version: async () => (await getCore(place)).version };
}

/** Moves the moment of a scheduled text into the past, as if the time had gone by. */
export async function letTimePass(id: string): Promise<void> {
  await db()
    .update(schema.newsItems)
    .set({ publishAt: new Date(Date.now() - 1000) })
    .where(eq(schema.newsItems.id, id));
}
