import { config } from '~/config/config.server';

/**
 * Of one text in several languages the one in the reader's, else in that of the site, else the
 * first that is given; the page then says in which language the text is.
 * @param reader absent: the language of the site
 */
export function inReadersLanguage<Text extends { language: string }>(
  texts: readonly [Text, ...Text[]],
  reader?: string,
): Text;
export function inReadersLanguage<Text extends { language: string }>(
  texts: readonly Text[],
  reader?: string,
): Text | undefined;
export function inReadersLanguage<Text extends { language: string }>(
  texts: readonly Text[],
  reader: string = config().languages.default,
): Text | undefined {
  const inOne = (wanted: string) => texts.find(({ language }) => language === wanted);
  return inOne(reader) ?? inOne(config().languages.default) ?? texts[0];
}
