import { publicPath, type TextKind } from './public-path';

type Translation = { slug: string; language: string };

/** Where a text is read in each of its languages. */
export type TranslationAddress = { language: string; path: string };

/**
 * The own address of each translation of a text, in the order given: where several have the same
 * one, the language is part of it.
 */
export function addressesOf(
  kind: TextKind,
  translations: readonly Translation[],
): TranslationAddress[] {
  return translations.map(({ slug, language }) => {
    const isShared = translations.some(
      (other) => other.slug === slug && other.language !== language,
    );
    const path = publicPath(kind, slug);
    return { language, path: isShared ? `${path}?language=${language}` : path };
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
