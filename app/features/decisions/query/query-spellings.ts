import { hasCourtLetter } from '~/features/citations/celex';
import { latinCitations } from '~/features/citations/citation-key';
import { withoutRules } from '~/rich-text/without-rules';

/** Removes invisible characters; quotation marks of any language delimit a phrase. */
export const tidyQuery = (typed: string): string =>
  typed
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[“”„‟«»＂]/g, '"');

/**
 * A tidy query, in which numbers of the Court of Justice are written as it writes them, from whatever
 * letters, strokes, years or CELEX.
 */
export function normalizeQuery(typed: string): string {
  const numbers = latinCitations(tidyQuery(typed))
    .replace(ofCelex, numberOfCelex)
    .replace(joinedCases, '$1/$2')
    .replace(ofCourtOfJustice, '$1-$2/$3')
    .replace(spokenNumber, '$1-$2/$3');
  return withoutRules(numbers).trim();
}

/** A number of the Court of Justice as in the name of a file, with a whole year, or with a suffix. */
const ofCourtOfJustice =
  /(?<![\p{L}\p{N}])([CTF])[\s‐‑–_-]?(\d{1,4})\s?[/_-]\s?(?:19|20)?(\d{2})(?:[\s-]?(?:PPU|RX|P|R))?(?![\p{L}\p{N}/])/giu;

/** The same without its stroke, where nothing but words for a case is before it. */
const spokenNumber =
  /(?<=^|(?:^|\s)(?:case|cases|affaire|aff|rs|rechtssache|causa|asunto|sprawa|zaak)\.?\s)([CTF])[\s-](\d{1,4})\s(\d{2})(?=$|\s)/giu;

/** "1 BvR 209, 269, 362/83": cases that the Bundesverfassungsgericht joined go by the first. */
const joinedCases = /(?<=^|\s)(\d{1,2} ?Bv[A-Z] \d{1,5})(?:, ?\d{1,5})+\/(\d{2})(?!\d)/giu;

/** CELEX of a case: sector 6, year, court and kind of document, number. */
const ofCelex = /(?<![\p{L}\p{N}])6((?:19|20)\d{2})([CTF])[A-Z](\d{4})(?![\p{L}\p{N}])/giu;
function numberOfCelex(celex: string): string {
  const [, year = '', court = '', number = ''] = new RegExp(ofCelex.source, 'iu').exec(celex) ?? [];
  const letter = hasCourtLetter(Number(year.slice(2))) ? `${court.toUpperCase()}-` : '';
  return `${letter}${Number(number)}/${year.slice(2)}`;
}

/** The keys a case number may have in a text: with a whole year or its end. */
export function keysOf(key: string): string[] {
  const whole = /^(.*\/)(?:19|20)(\d{2})$/u.exec(key);
  if (whole) return [key, `${whole[1]}${whole[2]}`];
  const short = /^(.*\d\/)(\d{2})$/u.exec(key);
  return short ? [key, `${short[1]}20${short[2]}`, `${short[1]}19${short[2]}`] : [key];
}

/** "Schrems 2" is "Schrems II". */
const romanNumbers = ['I', 'II', 'III', 'IV', 'V'];
const numberOfName = /(?<=^|\p{L}\s)[1-5](?=$|")/gu;
const romanOfName = /(?<=\p{L}\s)(?:I{2,3}|IV)(?=$|")/giu;

const latinLetters: Record<string, string> = {
  ...pairs('абвгдезийклмнопрстуфъ', 'abvgdeziyklmnoprstufa'),
  ж: 'zh',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ь: 'y',
  ю: 'yu',
  я: 'ya',
  ...pairs('αβγδεζηικλμνοπρσςτυφω', 'avgdeziiklmnoprsstyfo'),
  θ: 'th',
  ξ: 'x',
  χ: 'ch',
  ψ: 'ps',
};

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries(Array.from(letters, (letter, place) => [letter, latin.charAt(place)]));
}

/** A word in Cyrillic or Greek as names of it are written in Latin letters (Bulgarian law, ISO 843). */
export function romanized(word: string): string {
  if (!/[\u0370-\u04ff]/.test(word)) return word;
  return word
    .normalize('NFD')
    .replaceAll(/[\u0300\u0301\u0308]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ия(?!\p{L})/gu, 'ia')
    .replaceAll('ου', 'ou')
    .replaceAll('μπ', 'b')
    .replaceAll('ντ', 'nt')
    .replaceAll('γκ', 'gk')
    .replace(/[\u0370-\u03ff\u0400-\u04ff]/gu, (letter) => latinLetters[letter] ?? letter);
}

/** Shorter words in Latin letters are those of other languages. */
const longName = /^[\u0370-\u03ff\u1f00-\u1fff\u0400-\u04ff]{5,}$/u;

/**
 * A word or number as it may be written in a text: names that one joins and another writes apart, or in
 * other letters, numbers with other strokes in them, numbers of the Cour de cassation without their point.
 */
export function spellingsOf(word: string): string[] {
  const plain = word.replace(/(?<=[\p{L}\p{N}])[‐‑‒–—−](?=[\p{L}\p{N}])/gu, '-');
  return [
    ...new Set([
      plain,
      plain.replace(/(?<=\d)-(?=\d)/g, ' '),
      plain.replace(/(?<=\p{L})-(?=\p{L})/gu, ' '),
      plain.replace(/(?<=[\p{L}\p{N}])\/(?=\p{L})/gu, ' '),
      longName.test(plain) ? romanized(plain) : plain,
      plain.replace(/(?<!\d)(\d\d-\d\d)(\d{3})(?!\d)/g, '$1.$2'),
      plain.replace(numberOfName, (number) => romanNumbers[Number(number) - 1] ?? number),
      plain.replace(romanOfName, (roman) => String(romanNumbers.indexOf(roman.toUpperCase()) + 1)),
    ]),
  ];
}
