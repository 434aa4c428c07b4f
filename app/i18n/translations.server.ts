import { createHash } from 'node:crypto';
import type { Language } from '~/config.server';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';
import { createTranslate, type Translate } from './translate';

/** The key-to-text maps by language; English is the source of truth. */
export const translations: Record<Language, Record<string, string>> = { en, fr, de };

type TranslationsFile = { json: string; isHashed: boolean };

const files = new Map<string, TranslationsFile>();
const addresses = new Map<string, string>();

for (const [language, texts] of Object.entries(translations)) {
  const json = JSON.stringify(texts);
  const hash = createHash('sha256').update(json).digest('hex').slice(0, 10);
  files.set(`${language}.json`, { json, isHashed: false });
  files.set(`${language}.${hash}.json`, { json, isHashed: true });
  addresses.set(language, `/assets/i18n/${language}.${hash}.json`);
}

/** @returns the file under `assets/i18n/` with this name, with or without content hash */
export function translationsFile(name: string): TranslationsFile | undefined {
  return files.get(name);
}

/** @returns the address of a language's texts, with the content hash in its name (spec section 7) */
export function translationsAddress(language: Language): string {
  return addresses.get(language) ?? `/assets/i18n/${language}.json`;
}

const translators = new Map<Language, Translate>();

/** The translator of a language, made once. */
export function translateIn(language: Language): Translate {
  const made = translators.get(language) ?? createTranslate(language, translations[language]);
  translators.set(language, made);
  return made;
}
