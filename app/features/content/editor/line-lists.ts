import { z } from 'zod';
import { parseEcli } from '~/features/citations/ecli';
import { isCountryCode } from '~/lib/format/display-names';
import { safeHref } from '~/rich-text/rich-text';
import { longTextField } from '~/lib/forms/text-field';
import { isDay } from '~/lib/time/wall-time';

/**
 * Lists as they are typed: one entry in a line, its parts separated by a vertical bar. So they
 * need no script, and drafts keep them like any other text.
 */
export const separator = ' | ';

const partsOf = (line: string) => line.split('|').map((part) => part.trim());

function listField<Entry>(most: number, read: (parts: string[]) => Entry | null) {
  return longTextField(0, 8000).transform((text, context): Entry[] => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const entries = lines.map((line) => read(partsOf(line)));
    if (lines.length > most || entries.includes(null)) {
      context.addIssue({ code: 'custom', message: 'form.list-line' });
      return z.NEVER;
    }
    return entries.filter((entry): entry is Entry => entry !== null);
  });
}

const isShort = (text: string | undefined, most: number): text is string =>
  text !== undefined && text !== '' && text.length <= most;

/** Plain lines, such as topics. */
export const wordsField = (most: number, longest = 120) =>
  listField(most, (parts) => {
    const line = parts.join(separator);
    return line.length <= longest ? line : null;
  });

/** `Label | address` */
export const linksField = listField(30, ([label, url, ...more]) => {
  const href = safeHref.safeParse(url);
  return isShort(label, 200) && href.success && more.length === 0
    ? { label, url: href.data }
    : null;
});

/** `2026-11-20 | what was wrong` */
export const correctionsField = listField(50, ([date, ...words]) => {
  const text = words.join(separator);
  return date && isDay(date) && isShort(text, 1000) ? { date, text } : null;
});

/** Corrections as they are typed. */
export function correctionLines(corrections: readonly { date: string; text: string }[]): string {
  return corrections.map(({ date, text }) => date + separator + text).join('\n');
}

/** `Name | function | BE`, and `| example` for an invented person */
export const authorsField = listField(20, ([name, title, country, mark, ...more]) => {
  const code = country?.toUpperCase() ?? '';
  const isMarked = mark === undefined || mark === 'example';
  if (!isShort(name, 200) || !isShort(title, 200) || !isCountryCode(code)) return null;
  if (!isMarked || more.length > 0) return null;
  return { name, function: title, country: code, ...(mark ? { example: true } : {}) };
});

export type TypedDecision = {
  ecli: string;
  /** Null: a decision that is already known. */
  details: {
    caseNumber: string;
    name: string;
    court: string;
    dateDecided: string;
    sourceUrl: string | null;
  } | null;
};

/** `ECLI`, and for decisions not cited before `| case number | name | court | date | address` */
export const decisionsField = listField(
  40,
  ([identifier, caseNumber = '', name = '', court, date, url]): TypedDecision | null => {
    const ecli = parseEcli(identifier ?? '')?.text;
    if (!ecli) return null;
    if (court === undefined) return caseNumber + name === '' ? { ecli, details: null } : null;
    const sourceUrl = url ? safeHref.safeParse(url).data : null;
    if (!isShort(court, 200) || !date || !isDay(date) || sourceUrl === undefined) return null;
    return { ecli, details: { caseNumber, name, court, dateDecided: date, sourceUrl } };
  },
);
