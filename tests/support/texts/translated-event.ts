/** Events in several languages, for tests. */
import type { SignedInActor } from '~/policy/actor';
import { paragraphs } from '~/db/factories.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { makeDraft, step } from './event-form';
import { typedNews } from './texts';

const kind = 'event-translation' as const;

/** What a translation says when nothing else is given. */
export const translatedWords = {
  title: 'Un séminaire',
  summary: 'De quoi il s’agit.',
  body: paragraphs('Les jugements anonymisés.'),
  corrections: [],
  coverAlt: '',
  sessions: [],
  questions: [],
  feeText: '',
  photoPolicy: '',
  cancelledReason: '',
};

type Wishes = Parameters<typeof typedNews>[1];

/** A translation as it comes from its form, to be published unless something else is wished. */
export const typedTranslation = (fields: object, wishes: Wishes = {}) => ({
  ...typedNews({}, { intent: 'publish', ...wishes }),
  content: { kind, fields: { ...translatedWords, ...fields } },
});

/** An event that is public, with its programme, its question and its fee. */
export async function makeSeminar(fields: Record<string, string> = {}) {
  const { id, slug } = await makeDraft({ feeText: 'Nothing', photoPolicy: 'None', ...fields });
  const { sessions } = await step(id, { intent: 'publish' });
  return { id, slug, opening: sessions[0]?.id ?? '' };
}

/** Its text in a further language, French unless told. */
export async function translate(
  admin: SignedInActor,
  event: { id: string },
  fields: object,
  wishes: Wishes & { into?: string } = {},
) {
  const { into: language = 'fr', ...rest } = wishes;
  const id = await createText(admin, { kind, language, title: 'Un séminaire', of: event.id });
  await saveText(admin, { kind, id }, typedTranslation(fields, rest));
  return { kind, id };
}
