import { latinCitations } from '~/features/citations/citation-key';
import { withoutRules } from '~/features/forum/search/without-rules';
import { longestQuery } from '~/features/search/search-kinds';

/** Removes invisible characters; quotation marks of any language delimit a phrase. */
export function normalizeQuery(typed: string): string {
  const text = typed
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[“”„‟«»＂]/g, '"')
    .slice(0, longestQuery);
  return withoutRules(text).trim();
}

/** A number of the Court of Justice as in the name of a file, with a whole year, or with a suffix. */
const ofCourtOfJustice =
  /(?<![\p{L}\p{N}])([CTF])[\s‐‑–_-]?(\d{1,4})\s?[/_-]\s?(?:19|20)?(\d{2})(?:[\s-]?(?:PPU|RX|P|R))?(?![\p{L}\p{N}/])/giu;

const otherSpellings: readonly ((query: string) => string)[] = [
  // A number that is copied from a text set in type stands there with another stroke than that of
  // the keyboard, or the other way round.
  (query) => query.replace(/(?<=[\p{L}\p{N}])[–—−](?=[\p{L}\p{N}])/gu, '-'),
  (query) => query.replace(/(?<=\d)[-‐‑‒–—−](?=\d)/gu, ' '),
  // Names that one joins and another writes apart.
  (query) => query.replace(/(?<=\p{L})[-‐‑](?=\p{L})/gu, ' '),
  (query) => query.replace(ofCourtOfJustice, '$1-$2/$3'),
  // A whole year, or its end only.
  (query) => query.replace(/(?<=\d\s?\/\s?)(?:19|20)(?=\d\d(?![\p{L}\p{N}/]))/gu, ''),
  (query) => query.replace(/(?<=\d\s?\/\s?)(?=\d\d(?![\p{L}\p{N}/]))/gu, '20'),
  // Numbers of the Cour de cassation, with their point or without.
  (query) => query.replace(/(?<!\d)(\d\d-\d\d)(\d{3})(?!\d)/g, '$1.$2'),
];

/** The same query as it may be written elsewhere, the likeliest first. */
export function spellingsOf(query: string): string[] {
  const latin = latinCitations(query);
  return [...new Set([latin, query, ...otherSpellings.map((write) => write(latin))])];
}
