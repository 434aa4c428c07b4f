import { createHash } from 'node:crypto';
import keysOfPages from 'virtual:page-texts';
import type { Language } from '~/config/config.server';
import { mergeTexts, type Texts } from './merge-texts';
import { pageOf } from './page-of';
import { createTranslate, type Translate } from './translate';

const {
  en = {},
  fr = {},
  de = {},
} = mergeTexts(import.meta.glob<Texts>('../**/texts/*.json', { eager: true, import: 'default' }));

/** The key-to-text maps by language; English is the source of truth. */
export const translations: Record<Language, Texts> = { en, fr, de };

/** The endings that plurals have in any of the languages. */
const pluralEnding = /_(one|other|many)$/;

/**
 * @param keys English ones
 * @returns the texts of these keys, with all plural forms of the language
 */
export function someTexts(texts: Texts, keys: readonly string[]): Texts {
  return textsOf(keys, byPlural(texts));
}

/** The texts by what is left of their keys without the plural. */
const byPlural = (texts: Texts) =>
  Map.groupBy(Object.entries(texts), ([key]) => key.replace(pluralEnding, ''));

function textsOf(keys: readonly string[], texts: ReturnType<typeof byPlural>): Texts {
  const wanted = new Set(keys.map((key) => key.replace(pluralEnding, '')));
  return Object.fromEntries([...wanted].flatMap((key) => texts.get(key) ?? []));
}

type TextFiles = { address: string; all: string; pages: Map<string, string> };

function filesOf(language: string, texts: Texts): TextFiles {
  const grouped = byPlural(texts);
  const pages = Object.entries(keysOfPages).map(
    ([page, keys]) => [page, JSON.stringify(textsOf(keys, grouped))] as const,
  );
  const all = JSON.stringify(texts);
  const content = [all, ...pages.flat()].join('\n');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return { address: `/assets/i18n/${language}.${hash}.json`, all, pages: new Map(pages) };
}

const files = new Map(
  Object.entries(translations).map(([language, texts]) => [language, filesOf(language, texts)]),
);

/**
 * @param address path of a file of texts, with or without the hash of the content
 * @param pattern of the page that they are for; absent: all texts
 * @returns the texts, or the address of all of them when the page needs all
 */
export function translationsFile(
  address: string,
  pattern?: string,
): { json: string; isHashed: boolean } | { location: string } | undefined {
  const file = files.get(/^\/assets\/i18n\/(\w+)\./.exec(address)?.[1] ?? '');
  if (!file) return undefined;
  const isHashed = address === file.address;
  if (!isHashed && !/^\/assets\/i18n\/\w+\.json$/.test(address)) return undefined;
  if (pattern === undefined) return { json: file.all, isHashed };
  const json = file.pages.get(pageOf(pattern));
  return json === undefined ? { location: address } : { json, isHashed };
}

/**
 * @param pattern of the page that they are for; absent: all texts
 * @returns the address of a language's texts, with the content hash in its name (spec section 7)
 */
export function translationsAddress(language: Language, pattern?: string): string {
  const file = files.get(language);
  const address = file?.address ?? `/assets/i18n/${language}.json`;
  const page = pattern !== undefined && pageOf(pattern);
  return page && file?.pages.has(page) ? `${address}?page=${encodeURIComponent(page)}` : address;
}

const translators = new Map<Language, Translate>();

/** The translator of a language, made once. */
export function translateIn(language: Language): Translate {
  const made = translators.get(language) ?? createTranslate(language, translations[language]);
  translators.set(language, made);
  return made;
}
