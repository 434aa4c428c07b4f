import { caseNumberOfEcli, courtOfEcli, parseEcli } from './ecli';
import { guessLanguage } from './guess-language';
import heads from './judgment-heads.json';
import { datesIn } from './dates';

/** Proposals for the details, taken from the document's text; the user confirms them. */
export type Proposals = {
  ecli?: string;
  country?: string;
  court?: string;
  caseNumber?: string;
  decidedOn?: string;
  language?: string;
};

/**
 * ECLI, case number, language and date from the beginning of a document's own text. The first of
 * match counts: a judgment names itself before it cites others.
 */
export function proposalsIn(text: string): Proposals {
  const language = guessLanguage(text);
  const found =
    /ECLI\s?:\s?[A-Z]{2}\s?:\s?[A-Z][A-Z0-9]{0,6}\s?:\s?\d{4}\s?:\s?[A-Z0-9.]{1,25}/i.exec(text);
  const ecli = found ? parseEcli(found[0].replace(/\.$/, '')) : null;
  const court = (ecli && courtOfEcli(ecli)) ?? courtIn(text);
  const caseNumber = (ecli && caseNumberOfEcli(ecli)) ?? caseNumberIn(text);
  const decidedOn = datesIn(text)[0]?.date ?? null;
  return {
    ...(ecli ? { ecli: ecli.text, country: ecli.country } : {}),
    ...(court ? { court } : {}),
    ...(caseNumber ? { caseNumber } : {}),
    ...(decidedOn ? { decidedOn } : {}),
    ...(language ? { language } : {}),
  };
}

/** How something is written at the head of decisions. */
type Head = { pattern: string; anyCase?: boolean; name?: string };

const patternOf = ({ pattern, anyCase = false }: Head, flags = 'u') =>
  new RegExp(pattern, anyCase ? `${flags}i` : flags);

/** Courts that name themselves at the head of their decisions. */
const courts = heads.courts.map((head: Head) => ({ pattern: patternOf(head), name: head.name }));

/** The court that is named first, as the text writes it where the list gives no name. */
function courtIn(text: string): string | null {
  const beginning = text.slice(0, 3_000);
  const found = courts
    .flatMap(({ pattern, name }) => {
      const match = pattern.exec(beginning);
      return match ? [{ at: match.index, name: name ?? match[0].replace(/\s+/g, ' ') }] : [];
    })
    .toSorted((a, b) => a.at - b.at);
  return found[0]?.name ?? null;
}

/** What a decision calls itself in a line of its own at its head, when that is not a judgment. */
const otherTypes = [
  { type: 'order', patterns: heads.orders.map((head: Head) => patternOf(head, 'mu')) },
  { type: 'opinion', patterns: heads.opinions.map((head: Head) => patternOf(head, 'mu')) },
] as const;

/** Whether a text is an order or an opinion; null when it does not say so at its head. */
export function otherTypeIn(text: string): 'order' | 'opinion' | null {
  const beginning = text.slice(0, 3_000);
  const isCalledSo = (pattern: RegExp) => pattern.test(beginning);
  return otherTypes.find(({ patterns }) => patterns.some(isCalledSo))?.type ?? null;
}

/** In the writings of the European, German, Polish, Dutch and other courts; the first one counts. */
const caseNumbers = heads.caseNumbers.map((pattern) => patternOf({ pattern }));

/** Where no court writes like that, a number that is announced; not that of a page or an article. */
const announcedNumber = new RegExp(heads.announcedNumber, 'iu');

function caseNumberIn(text: string): string | null {
  const found = caseNumbers
    .flatMap((pattern) => pattern.exec(text) ?? [])
    .map((number) => ({ number, at: text.indexOf(number) }))
    .toSorted((a, b) => a.at - b.at)[0];
  if (found) return found.number.replace(/[‐‑–]/g, '-');
  return announcedNumber.exec(text)?.[1] ?? null;
}
