import { createContext, type ReactNode, useContext } from 'react';
import { textOfKey, type Translate } from './translate';

export type Translation = { language: string; translate: Translate };

const TranslationContext = createContext<Translation>({ language: 'en', translate: (key) => key });

type TranslationProviderProps = Translation & { children: ReactNode };

export function TranslationProvider({ language, translate, children }: TranslationProviderProps) {
  return <TranslationContext value={{ language, translate }}>{children}</TranslationContext>;
}

/** The translator of the reader's language. */
export function useTranslate(): Translate {
  return useContext(TranslationContext).translate;
}

/** The reader's language, for dates and numbers. */
export function useLanguage(): string {
  return useContext(TranslationContext).language;
}

/** Gives the `lang` of words by the language they stand in: none when it is that of the page. */
export function useLangOf(): (language: string) => string | undefined {
  const reader = useLanguage();
  return (language) => (language === reader ? undefined : language);
}

/** The text of a key that came from the server, such as the code of an error. */
export function useTextOf(): (key: string, values?: Record<string, string | number>) => string {
  const translate = useTranslate();
  return (key, values) => textOfKey(translate, key, values);
}
