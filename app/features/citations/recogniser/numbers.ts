import { citationKey, latinCitations } from '~/features/citations/citation-key';
import table from './tables/numbers.json';
import { begins, endsHere, expand, wordsFor } from './word-lists';

/** A citation in a text of one spelling. */
export type Found = { start: number; end: number; key: string };

type Row = {
  of: string;
  number: string;
  /** What has to be before the number, since it would be ambiguous alone. */
  after?: string;
  before?: string;
  /** Other numbers may follow, with commas and "and". */
  isList?: boolean;
  /** A shorter form of those that follow, with the letters of the first: "C-411/10 and 493/10". */
  inherits?: string;
  key?: string;
  /** What is no part of the number though it is within. */
  without?: string;
};

const rows: readonly Row[] = table;

const and = wordsFor('and');
const separator = new RegExp(
  `(?: ?[,;&] ?(?:${and} )?| ${and} )(?:${wordsFor('numero')} ?)?["„“]?`,
  'uy',
);

/** What goes on after a stroke is another number, unless that begins with a letter of the Court. */
const noStroke = '(?!\\/(?![CTF]-))';

const patterns = rows.map((row) => {
  const { number, after = '', before, isList = false, inherits, key, without } = row;
  const whole = `(?<number>${expand(number)})${endsHere}${noStroke}`;
  const start = before ?? `${begins}(?:(?<!\\/)|(?<=\\d\\/)(?=[CTF]-))`;
  return {
    first: new RegExp(`${start}${after && `(?:${expand(after)})`}${whole}`, 'gu'),
    next: isList ? new RegExp(whole, 'uy') : null,
    inherits: inherits ? new RegExp(`(?<number>${inherits})${endsHere}${noStroke}`, 'uy') : null,
    key,
    without: without ? new RegExp(without, 'gu') : null,
  };
});

/** By country, court, year and ordinal; only the whole has letters of any size, and may be in an address. */
const rest = (colon: string) =>
  `${colon}(?<court>[A-Za-z][A-Za-z0-9]{0,6})${colon}(?<year>\\d{4})${colon}(?<ordinal>[A-Za-z0-9]+(?:\\.[A-Za-z0-9]+)*)`;
const colon = '(?: ?: ?|%3[Aa])';
const eclis = [
  new RegExp(`${begins}[Ee][Cc][Ll][Ii]${colon}(?<country>[A-Za-z]{2})${rest(colon)}`, 'gu'),
  new RegExp(`${begins}(?<!\\/)(?<country>[A-Z]{2})${rest(' ?: ?')}`, 'gu'),
];

/** European Case Law Identifiers. */
export function* findEclis(text: string): Generator<Found> {
  for (const pattern of eclis) {
    for (const match of text.matchAll(pattern)) {
      const { country = '', court = '', year = '', ordinal = '' } = match.groups ?? {};
      const key = `ECLI${citationKey(country + court + year + ordinal)}`;
      yield { start: match.index, end: match.index + match[0].length, key };
    }
  }
}

/** Numbers of cases, by the table of courts. */
export function* findNumbers(text: string): Generator<Found> {
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern.first)) {
      const found = match.groups?.number ?? '';
      const end = match.index + match[0].length;
      const key = keyOf(match, pattern);
      yield { start: end - found.length, end, key };
      if (pattern.next)
        yield* findOthers(text, end, { ...pattern, letters: key.replace(/\d.*/, '') });
    }
  }
}

type Pattern = (typeof patterns)[number];

/** The other numbers of a list. */
function* findOthers(
  text: string,
  from: number,
  pattern: Pattern & { letters: string },
): Generator<Found> {
  let end = from;
  for (;;) {
    separator.lastIndex = end;
    if (!separator.test(text)) return;
    const start = separator.lastIndex;
    const whole = matchAt(text, start, pattern.next);
    const short = whole ? null : matchAt(text, start, pattern.inherits);
    const [words] = whole ?? short ?? [];
    if (words === undefined) return;
    end = start + words.length;
    yield { start, end, key: whole ? keyOf(whole, pattern) : pattern.letters + citationKey(words) };
  }
}

function matchAt(text: string, place: number, pattern: RegExp | null): RegExpExecArray | null {
  if (!pattern) return null;
  pattern.lastIndex = place;
  return pattern.exec(text);
}

type Keyed = Pick<Pattern, 'key' | 'without'>;

function keyOf({ groups = {} }: RegExpExecArray, { key, without }: Keyed): string {
  const number = (groups.number ?? '').replace(without ?? '', '');
  if (!key) return citationKey(latinCitations(number));
  return citationKey(
    key.replace(/\{([a-z]+)\}/g, (_all, name: string) =>
      name === 'number'
        ? number
        : (groups[name] ?? '').replace(/^0+(?=\d)/, name === 'year' ? '$&' : ''),
    ),
  );
}
