/** A text with one spelling for each blank, dash and quotation mark, and where each character came from. */
export type PlainSpelling = {
  text: string;
  /** The place in the original of a part of the text. */
  placeOf: (start: number, end: number) => { start: number; end: number };
};

const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/;
const spellings: readonly [RegExp, string][] = [
  [/\s/, ' '],
  [/[\u2010-\u2015\u2212\uFE58\uFF0D]/, '-'],
  [/[\u2018\u2019\u02BC\u02B9\u0374\u0384\u00B4\u2032`]/, "'"],
];
const unusual = /[^\u0021-\u005F\u0061-\u007E\u00B0-\u00B3\u00B5-\u02B8\u0386-\u052F]/;

const inPlainSpelling = (character: string): string =>
  spellings.find(([all]) => all.test(character))?.[1] ?? character;

/**
 * Soft hyphens and other invisible characters disappear, several blanks become one, a letter and its
 * accent one character.
 */
export function inOneSpelling(original: string): PlainSpelling {
  const characters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < original.length; at += 1) {
    const own = original.charAt(at);
    if (!unusual.test(own)) {
      characters.push(own);
      starts.push(at);
      ends.push(at + 1);
      continue;
    }
    if (invisible.test(own)) continue;
    const last = characters.length - 1;
    const composed = /\p{M}/u.test(own) ? `${characters[last] ?? ''}${own}`.normalize('NFC') : '';
    const character = inPlainSpelling(own);
    if (composed.length === 1 || (character === ' ' && characters[last] === ' ')) {
      characters[last] = composed.length === 1 ? composed : ' ';
      ends[last] = at + 1;
      continue;
    }
    characters.push(character);
    starts.push(at);
    ends.push(at + 1);
  }
  return {
    text: characters.join(''),
    placeOf: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }),
  };
}
