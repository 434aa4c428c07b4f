import { addressesOf, type TranslationAddress } from './translation-addresses';
import { publicPath, type TextKind } from '~/lib/addresses/public-path';

type Shown = {
  /** All languages in which the page is public. */
  languages: readonly string[];
  /** The language in the search parameters, if any. */
  asked: string | null;
};

/**
 * The addresses that `meta` names of a page or an event: in each of its languages, and the plain one, which
 * shows everybody their own (`x-default`).
 */
export function pageLinks(slug: string, { languages, asked }: Shown, kind: TextKind = 'page') {
  const plain = publicPath(kind, slug);
  const all = addressesOf(
    kind,
    languages.map((language) => ({ slug, language })),
  );
  const path = all.find(({ language }) => language === asked)?.path ?? plain;
  const alternates: TranslationAddress[] =
    all.length < 2 ? [] : [...all, { language: 'x-default', path: plain }];
  return { path, alternates };
}

/** The language asked for in the address of a page, or null. */
export function askedLanguage(request: Request): string | null {
  return new URL(request.url).searchParams.get('language');
}
