import { caseNumberOfEcli, courtOfEcli, parseEcli } from './ecli';
import { guessLanguage } from './guess-language';
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

/** Courts that name themselves at the head of their decisions. */
const courts: readonly [RegExp, string][] = [
  [/\bSąd Najwyższy\b/u, 'Sąd Najwyższy'],
  [/\bNaczelny Sąd Administracyjny\b/u, 'Naczelny Sąd Administracyjny'],
  [/\bBundesverfassungsgericht\b/u, 'Bundesverfassungsgericht'],
  [/\bBundesgerichtshof\b/u, 'Bundesgerichtshof'],
  [/\bBundesverwaltungsgericht\b/u, 'Bundesverwaltungsgericht'],
  [/\bConseil d[’']État\b/u, 'Conseil d’État'],
  [/\bCour de cassation\b/u, 'Cour de cassation'],
  [/\bTribunal Supremo\b/u, 'Tribunal Supremo'],
  [/\bCorte (?:suprema )?di cassazione\b/iu, 'Corte suprema di cassazione'],
  [/\bHoge Raad\b/u, 'Hoge Raad'],
  [/\bGerechtshof (\p{Lu}\p{Ll}+)/u, ''],
  [/\bRechtbank (?:Den Haag|\p{Lu}[\p{L}-]+)/u, ''],
  [/\bJUDGMENT OF THE GENERAL COURT\b/u, 'General Court of the European Union'],
  [/\bJUDGMENT OF THE COURT\b/u, 'Court of Justice of the European Union'],
  [/\bUnited States Court of Appeals\s+For the \p{Lu}\p{Ll}+ Circuit/u, ''],
];

/** The court that is named first, as the text writes it where the list gives no name. */
function courtIn(text: string): string | null {
  const beginning = text.slice(0, 3_000);
  const found = courts
    .flatMap(([pattern, name]) => {
      const match = pattern.exec(beginning);
      return match ? [{ at: match.index, name: name || match[0].replace(/\s+/g, ' ') }] : [];
    })
    .toSorted((a, b) => a.at - b.at);
  return found[0]?.name ?? null;
}

/** What a decision calls itself in a line of its own at its head, when that is not a judgment. */
const otherTypes: readonly [RegExp, 'order' | 'opinion'][] = [
  [/^\s*ORDER OF THE (?:COURT|GENERAL COURT|PRESIDENT|VICE-PRESIDENT)\b/mu, 'order'],
  [/^\s*(?:B ?E ?S ?C ?H ?L ?U ?S ?S|Beschluss)\s*$/mu, 'order'],
  [
    /^\s*(?:ORDONNANCE|Ordonnance)(?: (?:DE LA COUR|DU TRIBUNAL|DU PRÉSIDENT|de la Cour|du Tribunal|du président)\b.*)?$/mu,
    'order',
  ],
  [/^\s*(?:ORDINANZA|POSTANOWIENIE|BESCHIKKING)\s*$/mu, 'order'],
  [/^\s*OPINION OF (?:MR |MRS |MS )?ADVOCATE GENERAL\b/imu, 'opinion'],
  [/^\s*SCHLUSSANTRÄGE DE[SR] GENERALANW[AÄ]LT/imu, 'opinion'],
  [/^\s*CONCLUSIONS DE (?:L[’']AVOCATE? GÉNÉRALE?|M\.|MME)/imu, 'opinion'],
];

/** Whether a text is an order or an opinion; null when it does not say so at its head. */
export function otherTypeIn(text: string): 'order' | 'opinion' | null {
  const beginning = text.slice(0, 3_000);
  return otherTypes.find(([pattern]) => pattern.test(beginning))?.[1] ?? null;
}

/** In the writings of the European, German, Polish, Dutch and other courts; the first one counts. */
const caseNumbers: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])[CTF][‐‑–-]\d{1,4}\/\d{2}(?: (?:P|PPU|RX))?(?![\p{N}])/u,
  /(?<![\p{L}\p{N}])\d{1,2} (?:Bv[A-Z]|[A-Z]{1,3}|[IVX]{1,4} ZR|StR) \d{1,5}\/\d{2}(?!\d)/u,
  /(?<![\p{L}\p{N}])[IVX]{1,4} (?:ZR|ZB|[A-Z]{2,4}) \d{1,5}\/\d{2}(?!\d)/u,
  /(?<![\p{L}\p{N}])C\/\d{2}\/\d{6}(?: \/ [A-Z]{2} [A-Z]{2} \d{2}-\d{1,5})?/u,
];

function caseNumberIn(text: string): string | null {
  const found = caseNumbers
    .flatMap((pattern) => pattern.exec(text) ?? [])
    .map((number) => ({ number, at: text.indexOf(number) }))
    .toSorted((a, b) => a.at - b.at)[0];
  if (found) return found.number.replace(/[‐‑–]/g, '-');
  // Where no court writes like that, a number that is announced; not that of a page or an article.
  return (
    /(?<!\p{L})(?:No\.|Nr\.?|n[°º])\s*(\d{1,6}[-/]\d{2,6})(?![\d/-])/iu.exec(text)?.[1] ?? null
  );
}

/** The first calendar date, written in figures or with the name of a month. */
function dateIn(text: string): string | null {
  const candidates: { at: number; date: string | null }[] = [];
  for (const found of text.matchAll(/(?<!\d)(\d{1,2})[./](\d{1,2})[./](19\d{2}|20\d{2})(?!\d)/g)) {
    candidates.push({ at: found.index, date: calendarDate(found[3], Number(found[2]), found[1]) });
  }
  for (const found of text.matchAll(/(?<!\d)(19\d{2}|20\d{2})-(\d{2})-(\d{2})(?!\d)/g)) {
    candidates.push({ at: found.index, date: calendarDate(found[1], Number(found[2]), found[3]) });
  }
  for (const found of text.matchAll(
    /(?<!\d)(\d{1,2})(?:\.|er|º|°)?\s+(?:de\s+)?(\p{L}+)\s+(?:de\s+)?(19\d{2}|20\d{2})(?!\d)/gu,
  )) {
    candidates.push({
      at: found.index,
      date: calendarDate(found[3], monthOf(found[2] ?? ''), found[1]),
    });
  }
  for (const found of text.matchAll(
    /(?<!\p{L})(\p{Lu}\p{Ll}+) (\d{1,2}), (19\d{2}|20\d{2})(?!\d)/gu,
  )) {
    candidates.push({
      at: found.index,
      date: calendarDate(found[3], monthOf(found[1] ?? ''), found[2]),
    });
  }
  const valid = candidates.filter(({ date }) => date !== null).toSorted((a, b) => a.at - b.at);
  return valid[0]?.date ?? null;
}

function monthOf(word: string): number {
  const name = word.toLowerCase();
  return Math.max(...Object.values(months).map((names) => names.indexOf(name))) + 1;
}

function calendarDate(year = '', month = 0, day = ''): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
