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

const ecli = /ECLI\s?:\s?[A-Z]{2}\s?:\s?[A-Z][A-Z0-9]{0,6}\s?:\s?\d{4}\s?:\s?[A-Z0-9.]{1,25}/giu;
/** A number and a year after up to three short words: "C-131/12", "II UZP 26/94", "1 BvR 16/13". */
const caseNumber =
  /(?<![\p{L}\p{N}/])((?:[\p{L}\p{N}.]{1,8}[\s\u00A0‑–-]{1,2}){0,3})(\d{1,6})\s?\/\s?(\d{2,4})(?![\p{N}/])/gu;

const mostKeys = 500;

/**
 * The keys of all citations in a text. A case number counts with each of the words before it, so
 * that "Case C-131/12" is found as "C-131/12".
 */
export function citationKeys(text: string): string[] {
  const keys = new Set<string>();
  for (const [found] of text.matchAll(ecli)) keys.add(citationKey(found.replace(/\.$/, '')));
  for (const [, before = '', number = '', year = ''] of text.matchAll(caseNumber)) {
    const words = before.split(/[\s\u00A0‑–-]+/u).filter(Boolean);
    for (let first = 0; first <= words.length; first += 1) {
      keys.add(citationKey(`${words.slice(first).join('')}${number}/${year}`));
    }
    if (keys.size > mostKeys) break;
  }
  return [...keys].slice(0, mostKeys);
}

/** Whether what somebody searches for looks like an ECLI or a case number. */
export function citationKeyOfQuery(query: string): string | null {
  const key = citationKey(query);
  if (/^ECLI[A-Z]{2}/.test(key)) return key;
  return /^[\p{L}\p{N}]{0,24}\d\/\d{2,4}$/u.test(key) ? key : null;
}
