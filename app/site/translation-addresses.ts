import { publicPath, type TextKind } from '~/lib/addresses/public-path';

type Translation = {
  slug: string;
  language: string;
  /** Whether another language has the same address, also one that is not public any more. */
  isShared?: boolean;
};

/** Where a text is read in each of its languages. */
export type TranslationAddress = { language: string; path: string };

/**
 * The address of a text, for a reader of a language: where another of its languages is read at the
 * plain one, or it is said there that this was withdrawn, the language is part of it.
 */
export function textAddress(kind: TextKind, text: Translation, reader?: string): string {
  const path = publicPath(kind, text.slug);
  return text.isShared && text.language !== reader ? `${path}?language=${text.language}` : path;
}

/**
 * The address of each translation of a text, in the order given: where several have the same
 * one, the language is part of it.
 */
export function addressesOf(
  kind: TextKind,
  translations: readonly Translation[],
): TranslationAddress[] {
  return translations.map((text) => {
    const { slug, language } = text;
    const isShared =
      text.isShared ||
      translations.some((other) => other.slug === slug && other.language !== language);
    return { language, path: textAddress(kind, { slug, language, isShared }) };
  });
}

/**
 * The addresses that `meta` names of a text in several languages; none where there is only one.
 * @param own the text that is shown; its address is the canonical one
 */
export function translationLinks(
  kind: TextKind,
  own: Translation,
  others: readonly Translation[],
): { path: string; alternates: TranslationAddress[] } {
  const alternates = addressesOf(kind, [own, ...others]);
  const path = alternates[0]?.path ?? publicPath(kind, own.slug);
  return { path, alternates: others.length === 0 ? [] : alternates };
}
