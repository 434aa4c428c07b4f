import i18next from 'i18next';
import { expect, test } from 'vitest';
import { createTranslate, type TextKey } from './translate';
import { translations } from './translations.server';

const texts: Record<string, Record<string, string>> = translations;

/** The library alone, which says what a text has to be. */
function libraryFor(language: string) {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: texts[language] ?? {} } },
  });
  return instance;
}

test.each(['en', 'fr', 'de'])('every text is filled in as the library does it: %s', (language) => {
  const translate = createTranslate(language, texts[language] ?? {});
  const library = libraryFor(language);
  const stems = Object.keys(texts[language] ?? {}).map((key) =>
    key.replace(/_(one|many|other)$/, ''),
  );
  for (const key of new Set(stems)) {
    for (const count of [0, 1, 2, 1.5, 5000, 1_000_000]) {
      const text = (texts[language]?.[`${key}_other`] ?? texts[language]?.[key] ?? '').matchAll(
        /\{\{(\w+)\}\}/g,
      );
      const named = [...text].map(([, name = '']) => [name, `<$& {{${name}2}} ${name}>`]);
      const values = { ...Object.fromEntries(named), count };
      // oxlint-disable-next-line typescript/consistent-type-assertions -- all keys, as data
      expect(translate(key as TextKey, values), key).toBe(library.t(key, values));
    }
  }
});
