import i18next from 'i18next';
import type { Texts } from './merge-texts';
import type { EnglishTexts } from './text-files';

type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;

/** A key of the English texts, which are the source of truth; plurals without their ending. */
export type TextKey = WithoutPlural<keyof EnglishTexts>;

/** The text of a key in the reader's language, with `{{name}}` values filled in. */
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

/** The text of a key that arrives as data, such as the code of an error. */
export function textOfKey(
  translate: Translate,
  key: string,
  values?: Record<string, string | number>,
): string {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- keys that arrive as data
  return translate(key as TextKey, values);
}

export type Translator = {
  translate: Translate;
  /** Adds texts that were left out so far. */
  add: (texts: Texts) => void;
};

/**
 * Makes the translator of one language. Keys are flat: dots and colons are part of the key, as in
 * the specification. Values are not escaped here because React escapes them.
 * @param language BCP 47 code
 * @param texts the language's key-to-text map, or the part of it that is needed
 * @param onMissing hears of keys that have no text
 */
export function createTranslator(
  language: string,
  texts: Texts,
  onMissing?: (key: string) => void,
): Translator {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: texts } },
    saveMissing: onMissing !== undefined,
    missingKeyHandler: (_languages, _namespace, key) => onMissing?.(key),
  });
  return {
    translate: (key, values) => instance.t(key, values),
    add: (more) => instance.addResourceBundle(language, 'translation', more),
  };
}

/** The translator of one language whose texts are all there. */
export function createTranslate(language: string, texts: Texts): Translate {
  return createTranslator(language, texts).translate;
}
