/** The letter that EUR-Lex gives to what a court of the Union has written. */
const letters: Record<string, string> = { judgment: 'J', order: 'O', opinion: 'C' };

/** Cases of the Court of Justice have a letter since 1989, when the Court of First Instance began. */
export const hasCourtLetter = (shortYear: number): boolean => shortYear < 53 || shortYear > 88;

/**
 * The CELEX number of a decision of a court of the Union: sector 6, year, court and kind of document,
 * number.
 * @returns null for what is no number of such a court, or no such document
 */
export function celexOf(caseNumber: string, type: string): string | null {
  const [, written, number = '', year = ''] =
    /^(?:([CTF])-)?(\d{1,4})\/(\d{2})(?: (?:P|PPU|RX|R))?$/.exec(caseNumber) ?? [];
  const letter = letters[type];
  const court = written ?? (hasCourtLetter(Number(year)) ? '' : 'C');
  if (!number || !court || !letter) return null;
  // The Court began in 1953.
  const century = Number(year) >= 53 ? '19' : '20';
  return `6${century}${year}${court}${letter}${number.padStart(4, '0')}`;
}

/** Where EUR-Lex has the document of a CELEX number. */
export const eurLexAddress = (celex: string): string =>
  `https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:${celex}`;
