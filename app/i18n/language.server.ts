import { createContext } from 'react-router';
import { config, type Language } from '~/config/config.server';

/** Holds the chosen language; a preference, so allowed without consent. */
export const languageCookie = 'lang';

/** The reader's language of the present request. */
export const languageContext = createContext<Language>('en');

/**
 * The language of a request: the stored one when it is active, else the default (spec section 4).
 */
export function languageOf(headers: Headers): Language {
  return languageOfCookies(headers.get('cookie') ?? '');
}

/** @param cookies value of the `Cookie` header */
export function languageOfCookies(cookies: string): Language {
  const stored = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(cookies)?.[1];
  const { active, default: fallback } = config().languages;
  return active.find((language) => language === stored) ?? fallback;
}
