import { caseNumberOfEcli, courtOfEcli, parseEcli } from './ecli';
import { guessLanguage } from './guess-language';
import heads from './judgment-heads.json';
import months from './recogniser/tables/months.json';

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
  const decidedOn = dateIn(text);
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

/** The names of months; some need the full stop that their language has behind the day. */
const monthNames = Object.values(months).map((names) => names.map((name) => name.split('|')));
const monthName = monthNames
  .flat(2)
  .map((name) => name.replace('. ', ''))
  .toSorted((a, b) => b.length - a.length)
  .join('|');

const day = String.raw`(?<!\d)(?<day>\d{1,2})`;
const year = String.raw`(?<year>19\d{2}|20\d{2})`;
const month = `(?<month>${monthName})`;

/** How calendar dates are written, in figures or with the name of a month. */
const datePatterns = [
  String.raw`${day}(?:\/|\.[ \u00A0]?)(?<month>\d{1,2})(?:\/|\.[ \u00A0]?)${year}(?!\d)`,
  String.raw`(?<!\d)${year}-(?<month>\d{2})-(?<day>\d{2})(?!\d)`,
  String.raw`(?<!\d)${year}\.[ \u00A0]?(?<month>\d{1,2})\.[ \u00A0]?(?<day>\d{1,2})(?!\d|\.\d)`,
  // "12 May 2021", "12. maj 2021", "1er mai 2021", "12 de maio de 2021", "12 ta’ Mejju, 2021"
  String.raw`${day}(?:(?<dot>\.)|er|\.?º|°|η|ης|ú)?\s+(?:de\s+|ta['’]\s*)?${month},?\s+(?:de\s+)?${year}(?!\d)`,
  // "May 12, 2021"
  String.raw`(?<!\p{L})${month} (?<day>\d{1,2}), ${year}(?!\d)`,
  // "2021. május 12.", "2021. év május hó 12.", "2021 m. gegužės 12 d."
  String.raw`(?<!\d)${year}(?:\.|\s+m\.)(?:\s+év)?\s+${month}(?:\s+hó|\s+mėn\.)?\s+(?<day>\d{1,2})(?!\d)`,
  // "2021. gada 12. maijā"
  String.raw`(?<!\d)${year}\.\s*gada\s+(?<day>\d{1,2})\.\s*${month}(?!\p{L})`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** The first calendar date. */
function dateIn(original: string): string | null {
  const text = original.normalize('NFC');
  const valid = datePatterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index, groups = {} }) => ({
      at: index,
      date: calendarDate(groups.year, monthOf(groups), groups.day),
    }))
    .filter(({ date }) => date !== null)
    .toSorted((a, b) => a.at - b.at);
  return valid[0]?.date ?? null;
}

/** "12. listopada" is October in Croatian, "12 listopada" November in Polish. */
function monthOf({ month: written = '', dot = '' }: Record<string, string>): number {
  if (/^\d+$/.test(written)) return Number(written);
  const name = written.toLowerCase().replace(/\s+/g, ' ');
  const numberOf = (one: string) =>
    Math.max(...monthNames.map((names) => names.findIndex((forms) => forms.includes(one)))) + 1;
  return (dot && numberOf(`. ${name}`)) || numberOf(name);
}

function calendarDate(year = '', month = 0, day = ''): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
