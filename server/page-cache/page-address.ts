import type { IncomingMessage } from 'node:http';
import { config, type Language } from '~/config/config.server';
import { consentCookie } from '~/features/consent/consent-choice';
import { languageCookie, languageOfCookies } from '~/i18n/language.server';

/** A page as it can be kept: nothing else of a request has a part in it. */
export type PageAddress = {
  pathname: string;
  /** With the question mark, or empty. */
  search: string;
  language: Language;
  /** All of it as one text. */
  key: string;
};

/** Plain spelling only: no encoding, no doubled slash, nothing that could mean something else. */
const plainAddress = /^((?:\/[a-z0-9_~-][a-z0-9._~-]*)+|\/)(\?[a-z0-9=&_-]+)?$/;

/** Who sends one of these may mean more than the page that everybody gets. */
const meaningfulHeaders = [
  'authorization',
  'proxy-authorization',
  'if-match',
  'if-unmodified-since',
  'transfer-encoding',
  'expect',
  'upgrade',
] as const;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * The page a request asks for, when it is a visitor's plain request. Null for anything else: other
 * methods, any cookie but those of the language and the privacy choices, credentials, a body, data requests of the router,
 * addresses in another than the plain spelling. In doubt it is null.
 */
export function pageAddressOf({ method, url = '', headers }: Asked): PageAddress | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const cookie = headers.cookie;
  if (cookie !== undefined && !isHarmlessCookie(cookie)) return null;
  for (const name of meaningfulHeaders) if (headers[name] !== undefined) return null;
  if ((headers['content-length'] ?? '0') !== '0') return null;
  const [, pathname, search = ''] = plainAddress.exec(url) ?? [];
  if (pathname === undefined || pathname.endsWith('.data')) return null;
  const language = cookie ? languageOfCookies(cookie) : config().languages.default;
  return { pathname, search, language, key: `${language} ${url}` };
}

/** The language is part of the address; the privacy choices are read in the browser only. */
const harmless = new RegExp(`^ *((?:${languageCookie}|${consentCookie})=[A-Za-z0-9.+-]*)? *$`);

/** Whether the cookies identify nobody. */
export function isHarmlessCookie(cookies: string): boolean {
  return cookies.split(';').every((cookie) => harmless.test(cookie));
}

const longestValue = 40;

/**
 * Whether a search has only parameters that the page reads, each once, in their order and short:
 * the same page is then cached once, and made-up parameters cannot fill the memory.
 */
export function isPlainSearch(search: string, known: readonly string[]): boolean {
  if (search === '') return true;
  const names = [...new URLSearchParams(search)].map(([name, value]) => {
    return value.length <= longestValue ? known.indexOf(name) : -1;
  });
  return names.every((place, at) => place > (names[at - 1] ?? -1));
}
