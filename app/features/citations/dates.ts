import months from './recogniser/tables/months.json';

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
  // "12 May 2021", "12th of May 2021", "12. maj 2021", "1er mai 2021", "12 de maio de 2021", "12 ta’ Mejju, 2021"
  String.raw`${day}(?:(?<dot>\.)|er|st|nd|rd|th|\.?º|°|η|ης|ú)?\s+(?:de\s+|of\s+|ta['’]\s*)?${month},?\s+(?:de\s+)?${year}(?!\d)`,
  // "May 12, 2021"
  String.raw`(?<!\p{L})${month} (?<day>\d{1,2})(?:st|nd|rd|th)?,? ${year}(?!\d)`,
  // "2021. május 12.", "2021. év május hó 12.", "2021 m. gegužės 12 d."
  String.raw`(?<!\d)${year}(?:\.|\s+m\.)(?:\s+év)?\s+${month}(?:\s+hó|\s+mėn\.)?\s+(?<day>\d{1,2})(?!\d)`,
  // "2021. gada 12. maijā"
  String.raw`(?<!\d)${year}\.\s*gada\s+(?<day>\d{1,2})\.\s*${month}(?!\p{L})`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** A date as it is written in a text, and as YYYY-MM-DD. */
export type WrittenDate = { text: string; date: string };

/** The calendar dates of a text, in any language of the Union, in their order. */
export function datesIn(text: string): WrittenDate[] {
  return datePatterns
    .flatMap((pattern) => [...text.normalize('NFC').matchAll(pattern)])
    .toSorted((a, b) => a.index - b.index)
    .flatMap(({ 0: written, groups = {} }) => {
      const date = calendarDate(groups.year, monthOf(groups), groups.day);
      return date === null ? [] : [{ text: written, date }];
    });
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
