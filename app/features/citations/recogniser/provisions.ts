import { type Provision } from '~/features/citations/provisions';
import type { Found } from './numbers';
import aliases from './tables/instruments.json';
import letters from './tables/letters.json';
import words from './tables/words.json';
import { anyOf, begins, endsHere, expand, wordsFor } from './word-lists';

const article = wordsFor('article');
const of = wordsFor('of');
const part = wordsFor('part');
const lettering = Object.values(letters).map((all) => all.split(' '));
const letter = `[a-z]{1,2}|${lettering
  .flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|')}`;
const quoted = (group: string) => `["'„“”«(]{0,2}(?<${group}>${letter})${endsHere}["'“”»)]{0,2}`;
const letterWords = wordsFor('letter');

/** A name for each instrument, so that a match says which one it is. */
const names = Object.entries(aliases).map(([code, all]) => ({
  code,
  group: code.replaceAll('-', '_'),
  pattern: anyOf(all.map(expand)),
}));
const instrument = `(?:${names.map(({ group, pattern }) => `(?<${group}>${pattern})`).join('|')})`;
const anyInstrument = names.map(({ pattern }) => pattern).join('|');

const isWord = (pattern: string) => new RegExp(pattern, 'uy');

const ordinals = words.nl.ordinal;
const paragraphWord = wordsFor('paragraph');
const letterFirst = `(?:${letterWords} ${quoted('letter')} (?:(?:${of} ${part} )?${of} ?|(?=${paragraphWord} ?\\d)))?`;
const paragraphFirst = `(?:${paragraphWord} ?(?<paragraph>\\d{1,2})(?:er|º|°)? ${of} ?)?`;

/** "GDPR, point (f) of paragraph 1 of Article 6": where an instrument and its parts may come first. */
const opening = new RegExp(
  `${begins}(?:(?<!UK )(?<before>${anyInstrument})[,:]? )?${letterFirst}${paragraphFirst}${article} ?(?=\\d)`,
  'gu',
);
const number = isWord(`(?<article>\\d{1,3}[a-z]?)${endsHere}(?!\\/)`);
const details = [
  isWord(` ?\\( ?(?<paragraph>\\d{1,2}) ?\\)`),
  isWord(` ?\\( ?(?<letter>[a-z]{1,2}) ?\\)`),
  isWord(`,? ?${paragraphWord} ?(?<paragraph>\\d{1,2})(?:er|re|º|°)?${endsHere}`),
  isWord(`\\.(?<paragraph>\\d{1,2})${endsHere}`),
  isWord(`, (?<paragraph>\\d{1,2})(?=, [a-z]\\))`),
  isWord(`\\.(?<letter>[a-z])\\)?${endsHere}`),
  isWord(`,? ?${letterWords} ?(?<paragraph>\\d{1,2})${endsHere}`),
  isWord(` (?<roman>[IVX]{1,4})(?: \\d)?(?= (?:${letterWords}|${part}|${anyInstrument}|\\d))`),
  isWord(`,? ?(?i:(?<ordinal>${ordinals.join('|')}))${endsHere}`),
  isWord(`,? ?${part}`),
  isWord(`,? ?${letterWords} ?${quoted('letter')}`),
  isWord(`,? (?<letter>[a-z])\\)`),
];
/** Those in which a word precedes the number or letter. */
const byWord = new Set(
  details.filter(
    ({ source }) => source.startsWith(',? ?(?i:') && /<(?:paragraph|letter)>/.test(source),
  ),
);
/** "et de l'article 9": what may precede the word for a further article. */
const further = `(?:(?:${of}|${wordsFor('the')}) ?(?=${article} ?\\d))?`;
const list = isWord(
  `(?:,? ${wordsFor('and')} | ?[,&\\/] ?(?:${wordsFor('and')} )?|(?<range> ?- ?| ${wordsFor('to')} ))${further}`,
);
const again = isWord(`${article} ?(?=\\d)`);
const actOf = isWord(`[, ]{0,2}(?:${of} ?)?["«„]? ?${instrument}${endsHere}`);
const wholeAct = isWord(`${instrument}$`);

/** What an instrument is called at one place of a text; null when nothing is. */
function actAt(text: string, at: number, pattern = actOf) {
  pattern.lastIndex = at;
  const groups = pattern.exec(text)?.groups;
  const named = names.find(({ group }) => groups?.[group]);
  return named ? { code: named.code, end: pattern.lastIndex } : null;
}

const romans = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];

/** A letter as the Latin alphabet has it: the sixth is "f" in every language. */
function latinLetter(written: string): string {
  const own = lettering.find((all) => all.includes(written));
  return own ? String.fromCharCode(97 + own.indexOf(written)) : written;
}

type Item = Omit<Provision, 'instrument'> & {
  start: number;
  end: number;
  /** Its last part follows a word, so that others may follow without one. */
  isBare?: true;
};

function readDetails(text: string, item: Item): Item {
  let read = item;
  for (let count = 0; count < 6; count += 1) {
    const next = details.find((detail) => {
      detail.lastIndex = read.end;
      return detail.test(text);
    });
    if (!next) break;
    next.lastIndex = read.end;
    const groups = next.exec(text)?.groups ?? {};
    const roman = groups.roman ? String(romans.indexOf(groups.roman)) : '';
    const ordinal = groups.ordinal
      ? String(ordinals.indexOf(groups.ordinal.toLowerCase()) + 1)
      : '';
    read = {
      ...read,
      paragraph: read.paragraph || groups.paragraph || roman || ordinal,
      letter: read.letter || latinLetter(groups.letter ?? ''),
      end: next.lastIndex,
      ...(byWord.has(next) ? { isBare: true } : {}),
    };
  }
  return read;
}

function readItem(text: string, start: number, at: number): Item | null {
  number.lastIndex = at;
  const found = number.exec(text);
  if (!found) return null;
  const end = number.lastIndex;
  const blank = { paragraph: '', letter: '' };
  return readDetails(text, { article: found.groups?.article ?? '', ...blank, start, end });
}

const bareNumber = isWord(`(?<paragraph>\\d{1,2})${endsHere}(?![(\\/.])`);
const bareLetter = isWord(`(?<letter>[a-z])(?:\\)|${endsHere})`);

/**
 * "Abs. 1 und 3", "lit. a, b und c": what follows a paragraph or a letter that is named by a word is
 * another one when it is greater, and has no details of its own.
 */
function readBare(text: string, last: Item, at: number): Item | null {
  if (last.isBare === undefined) return null;
  const pattern = last.letter ? bareLetter : bareNumber;
  pattern.lastIndex = at;
  const groups = pattern.exec(text)?.groups;
  if (!groups) return null;
  const next = { ...last, ...groups, start: at, end: pattern.lastIndex };
  const isGreater = last.letter
    ? ordinal(next.letter) > ordinal(last.letter)
    : ordinal(next.paragraph) > ordinal(last.paragraph);
  const details = readDetails(text, { ...next, paragraph: '', letter: '' });
  return isGreater && details.end === next.end ? next : null;
}

/** "and (e)", "and (2)": another part of the article before. */
function readVariant(text: string, last: Item, at: number): Item | null {
  const { article: same, paragraph } = last;
  const none = { article: same, paragraph: '', letter: '', start: at, end: at };
  const read = readDetails(text, none);
  if (read.end === at) return null;
  return read.paragraph === '' ? { ...read, paragraph } : read;
}

const mostItems = 40;

/** The articles of a list or range, from the first number on. */
function readItems(text: string, first: Item): Item[] {
  const items = [first];
  let last = first;
  while (items.length < mostItems) {
    list.lastIndex = last.end;
    const separator = list.exec(text);
    if (!separator) break;
    again.lastIndex = list.lastIndex;
    const start = list.lastIndex;
    const named = again.test(text) ? again.lastIndex : start;
    const next =
      readBare(text, last, start) ?? readItem(text, start, named) ?? readVariant(text, last, start);
    if (!next) break;
    if (separator.groups?.range) items.push(...between(last, next));
    items.push(next);
    last = next;
  }
  return items;
}

/** The articles that a range does not spell out: without words of their own. */
function between(first: Item, last: Item): Item[] {
  const part = steps.find((one) => first[one] !== last[one]) ?? 'article';
  const [from, to] = [ordinal(first[part]), ordinal(last[part])];
  const count = to - from - 1;
  if (!(count > 0 && count < mostItems)) return [];
  const shared = part === 'article' ? { paragraph: '', letter: '' } : {};
  return Array.from({ length: count }, (_none, index) => ({
    ...first,
    ...shared,
    [part]: part === 'letter' ? letterOf(from + index + 1) : String(from + index + 1),
    start: first.end,
    end: first.end,
  }));
}

const steps = ['article', 'paragraph', 'letter'] as const;
const letterOf = (place: number): string => String.fromCharCode(96 + place);
const ordinal = (text: string): number =>
  /^[a-z]$/.test(text) ? text.charCodeAt(0) - 96 : Number(text);

const spell = (code: string, { article: one, paragraph, letter: point }: Item): string =>
  [code, one, paragraph, point].join('/').replace(/\/+$/, '');

/** Where the words for an article begin behind the name of an instrument. */
function afterName({ 0: whole, index, groups }: RegExpExecArray): number {
  const rest = whole.slice(groups?.before?.length ?? 0).replace(/^[,:]? /u, '');
  return index + whole.length - rest.length;
}

/** Provisions of the instruments in the table; an article of what is not named is none. */
export function* findProvisions(text: string): Generator<Found> {
  let readUntil = 0;
  let actUntil = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < readUntil) continue;
    // "Article 7 of the Charter, Article 82 GDPR": the Charter is that of the article before.
    const named = match.index < actUntil ? undefined : match.groups?.before;
    const start = match.index < actUntil ? afterName(match) : match.index;
    const first = readItem(text, start, match.index + match[0].length);
    if (!first) continue;
    const { letter: point = '', paragraph = '' } = match.groups ?? {};
    const items = readItems(text, {
      ...first,
      paragraph: first.paragraph || paragraph,
      letter: latinLetter(point) || first.letter,
    });
    const end = items.at(-1)?.end ?? 0;
    const act = actAt(text, end) ?? (named ? actAt(named, 0, wholeAct) : null);
    // What follows may be read as a part of it: "Article 6 and paragraph 2 of Article 9 GDPR".
    if (!act) continue;
    readUntil = end;
    if (!named) actUntil = act.end;
    for (const item of items) {
      const isLast = item === items.at(-1) && !named;
      yield { start: item.start, end: isLast ? act.end : item.end, key: spell(act.code, item) };
    }
  }
}
