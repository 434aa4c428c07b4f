import i18next from 'i18next';
import type { EnglishTexts } from './text-files';

type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;

/** A key of the English texts, which are the source of truth; plurals without their ending. */
export type TextKey = WithoutPlural<keyof EnglishTexts>;

/** The text of a key in the reader's language, with `{{name}}` values filled in. */
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

export type Translator = {
  translate: Translate;
  /** Adds texts that were left out so far. */
  add: (texts: Record<string, string>) => void;
};

/**
 * Makes the translator of one language. Keys are flat: dots and colons are part of the key, as in
 * the specification. Values are not escaped here because React escapes them.
 * @param language BCP 47 code
 * @param texts the language's key-to-text map, or the part of it that is needed
 */
export function createTranslator(language: string, texts: Record<string, string>): Translator {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: texts } },
  });
  // A page has about a hundred texts; finding one anew takes longer than filling it in.
  const plain = new Map<string, string>();
  const plural = new Intl.PluralRules(language);
  const textOf = (key: string, count?: number) => {
    const place = count === undefined ? key : `${key} ${plural.select(count)}`;
    const text = plain.get(place) ?? instance.t(key, { count, skipInterpolation: true });
    plain.set(place, text);
    return text;
  };
  return {
    translate: (key, values) => {
      if (!values) return textOf(key);
      const { count } = values;
      const text = textOf(key, count === undefined ? undefined : Number(count));
      return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
    },
    add: (more) => {
      instance.addResourceBundle(language, 'translation', more);
      plain.clear();
    },
  };
}

/** The translator of one language whose texts are all there. */
export function createTranslate(language: string, texts: Record<string, string>): Translate {
  return createTranslator(language, texts).translate;
}
