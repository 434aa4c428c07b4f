import { comparableText } from '~/rich-text/comparable-text';
import { diffFields } from '~/features/content/publishing/publishing.server';
import type { NewsletterInput } from '~/features/newsletters/newsletter-schemas';
import { getNewsletter, listNewsletterChoices } from '~/features/newsletters/newsletters.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { itemKey } from './newsletter-items';

type Composed = Omit<NewsletterInput, 'id' | 'version' | 'language' | 'list'> & {
  language: string;
  list: string;
};

/** All that is composed as strings, for comparison. */
function comparableNewsletter(
  { subject, language, list, onlyLanguage, inArchive, items, body }: Composed,
  titles: ReadonlyMap<string, string>,
): Record<string, string> {
  const title = (key: string) => titles.get(key) ?? key;
  return {
    subject,
    language,
    list,
    onlyLanguage: onlyLanguage ? 'on' : '',
    inArchive: inArchive ? 'on' : '',
    body: comparableText(body),
    items: items.map((item) => title(itemKey(item))).join('\n'),
  };
}

/**
 * What is saved of a newsletter now, against what was typed on an older version.
 * @returns null when it was deleted
 */
export async function findSavedMeanwhile(actor: Actor, id: string, typed: Composed) {
  const saved = await getNewsletter(actor, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'error.not-found') return null;
    throw error;
  });
  if (!saved) return null;
  const { choices, chosen, leftOut } = await listNewsletterChoices(actor, saved);
  const titles = new Map(choices.map((item) => [itemKey(item), item.title]));
  // By their present addresses, as the form has them.
  const now = { ...saved, items: [...chosen, ...leftOut] };
  return {
    version: saved.version,
    isDraft: saved.status === 'draft',
    changes: diffFields(comparableNewsletter(now, titles), comparableNewsletter(typed, titles)),
  };
}

export type SavedNewsletter = NonNullable<Awaited<ReturnType<typeof findSavedMeanwhile>>>;
