import type { Actor } from '~/policy/actor';
import { paragraphs } from '~/db/factories.server';
import type { EditedText } from '~/features/content/editor/editing-schemas';
import { createText } from '~/features/content/publishing/new-texts.server';
import { getCore } from '~/features/content/publishing/publication-rows.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { typedNews } from './texts';

const kind = 'board-member' as const;

/** An entry of the board as someone has typed it. */
export function typedEntry(fields: object = {}, wishes: Partial<EditedText> = {}): EditedText {
  const content = {
    title: 'Märta Ängsholm',
    role: 'President',
    function: 'Judge',
    court: 'Court of Appeal',
    country: 'SE',
    body: paragraphs('She has judged for twenty years.'),
    cover: null,
    coverAlt: '',
    isExample: false,
    ...fields,
  };
  return { ...typedNews({}, wishes), content: { kind, fields: content } };
}

/** Begins an entry, or one in a further language, and saves it once. */
export async function writeEntry(
  actor: Actor,
  { language = 'en', of, ...fields }: { language?: string; of?: string; [field: string]: unknown },
  wishes: Partial<EditedText> = {},
) {
  const id = await createText(actor, { kind, language, title: 'Märta Ängsholm', of });
  const place = { kind, id };
  const saved = await saveText(actor, place, typedEntry(fields, wishes));
  return { ...place, saved, member: (await getCore(place)).translationGroup };
}
