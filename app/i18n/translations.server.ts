import { createHash } from 'node:crypto';
import type { Language } from '~/config/config.server';
import { mergeTexts, type Texts } from './merge-texts';
import type { TextPart } from './reading-page';
import { createTranslate, type Translate } from './translate';

const {
  en = {},
  fr = {},
  de = {},
} = mergeTexts(import.meta.glob<Texts>('../**/texts/*.json', { eager: true, import: 'default' }));

/** The key-to-text maps by language; English is the source of truth. */
export const translations: Record<Language, Texts> = { en, fr, de };

type TranslationsFile = { json: string; isHashed: boolean };

/** What reading pages show of the texts: the frame, their own, and what may be said on any page. */
const onReadingPages =
  /^(about|app-check|archive|article|busy|consent|decisions|events|example|expired|failed|feeds|footer|header|home|legal|nav|news|not-found|page|publication|registration|security-policy|shell|sidebar|site-text|subscribe|toast|unavailable|withdrawn)\.|^(guide\.nav|field\.email|event-editor\.documents|error\.auth\/session-expired|error\.intranet-resource\.could-not-get-intranet-resources?|error\.registration\.invitation-used|error\.export\.(busy|running)|settings\.data)$/;

/** What the application form shows beside that: its own, and what any form may be answered. */
const onApplication =
  /^(application\.(field|hint|part)|membership|form|error|admin-guard)\.|^application\.[a-z_-]+$/;

/** The part of a language's texts that visitors need, to read the public pages or to apply. */
export function partOfTexts(
  part: Exclude<TextPart, 'all'>,
  texts: Record<string, string>,
): Record<string, string> {
  const isNeeded = (key: string) =>
    onReadingPages.test(key) || (part === 'application' && onApplication.test(key));
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isNeeded(key)));
}

const files = new Map<string, TranslationsFile>();
const addresses = new Map<string, Record<TextPart, string>>();

/** @returns its address, with the content hash in the name */
function addFile(name: string, texts: Record<string, string>): string {
  const json = JSON.stringify(texts);
  const hash = createHash('sha256').update(json).digest('hex').slice(0, 10);
  files.set(`${name}.${hash}.json`, { json, isHashed: true });
  return `/assets/i18n/${name}.${hash}.json`;
}

for (const [language, texts] of Object.entries(translations)) {
  files.set(`${language}.json`, { json: JSON.stringify(texts), isHashed: false });
  addresses.set(language, {
    all: addFile(language, texts),
    reading: addFile(`${language}.reading`, partOfTexts('reading', texts)),
    application: addFile(`${language}.application`, partOfTexts('application', texts)),
  });
}

/** @returns the file under `assets/i18n/` with this name, with or without content hash */
export function translationsFile(name: string): TranslationsFile | undefined {
  return files.get(name);
}

/**
 * @param part all of them, or those of some pages
 * @returns the address of a language's texts, with the content hash in its name (spec section 7)
 */
export function translationsAddress(language: Language, part: TextPart = 'all'): string {
  return addresses.get(language)?.[part] ?? `/assets/i18n/${language}.json`;
}

const translators = new Map<Language, Translate>();

/** The translator of a language, made once. */
export function translateIn(language: Language): Translate {
  const made = translators.get(language) ?? createTranslate(language, translations[language]);
  translators.set(language, made);
  return made;
}
