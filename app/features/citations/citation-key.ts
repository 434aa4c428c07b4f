import journals from './recogniser/tables/journals.json';

/**
 * One spelling for what judges cite, so that an ECLI or a case number is found however it was
 * typed: capitals, without blanks, dots, hyphens or dashes; the stroke before the year stays.
 * "C‑131/12", "c 131/12" and "C-131/12" are all "C131/12".
 */
export function citationKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}/]/gu, '');
}

/** With or without its first part: the Court of Justice itself writes "EU:C:2014:317". */
const ecli =
  /(?<![\p{L}\p{N}])(?:ECLI\s?:\s?)?([A-Z]{2}\s?:\s?[A-Z][A-Z0-9]{0,6}\s?:\s?\d{4}\s?:\s?[A-Z0-9]+(?:\.[A-Z0-9]+)*)/giu;
/** A number and a year after up to three short words: "C-131/12", "II UZP 26/94", "1 BvR 16/13". */
const caseNumber =
  /(?<![\p{L}\p{N}/])((?:[\p{L}\p{N}.]{1,8}[\s\u00A0‐‑–-]{1,2}){0,3})(\d{1,6})\s?\/\s?(\d{2,4})(?![\p{L}\p{N}/])/gu;

const gap = String.raw`[\s\u00A0.,:()\[\]]`;
const inWord = String.raw`\p{L}\p{N}`;
const numero = String.raw`(?:(?:${journals.numero})\.?${gap}{0,2})?`;
/** A page of an official journal, which looks like a case number: "OJ C 131/12", "ABl. EU 2012, C 131/12". */
export const journalPage = new RegExp(
  `(?<![${inWord}])(?:${journals.names.join('|')})(?![${inWord}])` +
    `(?:${gap}{1,3}(?:${journals.between.join('|')})(?![${inWord}])){0,8}` +
    `${gap}{1,3}${numero}(?:(?:${journals.series})${gap}{0,2})?${numero}` +
    String.raw`\d{1,6}\s?/\s?\d{2,4}(?![${inWord}/])`,
  'gu',
);

/** The same as one types it among other words: the letters before the number belong to it. */
const typedNumber =
  /(?<![\p{L}\p{N}/])(?:(?:[CTF]|\d{1,2}\s\p{L}{2,4})[\s\u00A0‐‑–-]?)?\d{1,6}\s?\/\s?\d{2,4}(?![\p{L}\p{N}/])/giu;

/** Letters of the Court of Justice as a Cyrillic or Greek keyboard has them, which look the same. */
const turnedLatin: Record<string, string> = { С: 'C', с: 'c', Т: 'T', т: 't', Τ: 'T', τ: 't' };
const foreignLetter =
  /(?<![\p{L}\p{N}])[СсТтΤτ](?=[\s\u00A0‐‑–-]?\d{1,4}\s?\/\s?\d{2}|\s?:\s?\d{4}\s?:)/gu;
/** As Bulgarian courts name their cases: "№ 1234 по описа за 2022" is 1234/2022. */
const inRegister = /(\d{1,6})\s+по\s+описа\s+(?:на\s+[\p{L}\s.-]{1,60}?\s+)?за\s+(\d{4})/giu;

/** A text with the citations in it as they are written in Latin letters, with a stroke. */
export function latinCitations(text: string): string {
  return text
    .replace(foreignLetter, (letter) => turnedLatin[letter] ?? letter)
    .replace(inRegister, '$1/$2');
}

const maxKeys = 500;

/**
 * The keys of all citations in a text. A case number counts with each of the words before it, so
 * that "Case C-131/12" is found as "C-131/12"; a page of an official journal as a whole only. The
 * database has the same rules for what is published (`citation_keys`), but for what is not written in
 * Latin letters.
 */
export function citationKeys(text: string): string[] {
  const latin = latinCitations(text);
  const keys = new Set<string>(latin === text ? [] : keysIn(latin));
  for (const key of keysIn(text)) keys.add(key);
  return [...keys].slice(0, maxKeys);
}

function keysIn(text: string): Set<string> {
  const keys = new Set<string>();
  for (const [, found = ''] of text.matchAll(ecli)) keys.add(`ECLI${citationKey(found)}`);
  for (const [page] of text.matchAll(journalPage)) keys.add(citationKey(page));
  const cases = text.replace(journalPage, ';');
  for (const [, before = '', number = '', year = ''] of cases.matchAll(caseNumber)) {
    const words = before.split(/[\s\u00A0‐‑–-]+/u).filter(Boolean);
    for (let first = 0; first <= words.length; first += 1) {
      keys.add(citationKey(`${words.slice(first).join('')}${number}/${year}`));
    }
    if (keys.size > maxKeys) break;
  }
  return keys;
}

/** The citations among the words of a query: as typed, and their keys. */
export function findCitations(query: string): { text: string; key: string }[] {
  const identifiers = [...query.matchAll(ecli)].map(([text, found = '']) => ({
    text,
    key: `ECLI${citationKey(found)}`,
  }));
  const rest = identifiers.reduce((left, { text }) => left.replace(text, ' '), query);
  const numbers = [...rest.matchAll(typedNumber)].map(([text]) => ({
    text,
    key: citationKey(text),
  }));
  return [...identifiers, ...numbers];
}

/** An identifier alone, written with blanks or colons, with or without "ECLI". */
const looseEcli =
  /^(?:ECLI[\s:.]*)?([A-Z]{2}[\s:]+[A-Z][A-Z0-9]{0,6}[\s:]+\d{4}[\s:]+[A-Z0-9][A-Z0-9.]*)$/i;

/** Words that may precede a number without being part of it. */
const announced =
  /^(?:joined\s+)?(?:cases?|no|nos|nr|nrs|n°|n[º]|rs|rechtssachen?|aff|affaires?|zaak|zaken|sprawa|causa|asunto|affare)\b\.?\s*/i;

/** Whether what someone searches for is nothing but an ECLI or a case number. */
export function citationKeyOfQuery(query: string): string | null {
  const tidy = query.normalize('NFKC').trim().replace(announced, '');
  const identifier = looseEcli.exec(tidy)?.[1];
  if (identifier) return `ECLI${citationKey(identifier)}`;
  const key = citationKey(tidy);
  if (/^ECLI[A-Z]{2}/.test(key)) return key;
  const isShort = tidy.split(/[\s‐‑–-]+/u).every((word) => word.length <= 4 || /\d/.test(word));
  return isShort && /^[\p{L}\p{N}]{0,24}\d\/\d{2,4}$/u.test(key) ? key : null;
}
