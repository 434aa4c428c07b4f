const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The letters that stand for a person: of the first name and of the last, accents included. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words;
  return shown
    .map((word = '') => [...graphemes.segment(word)][0]?.segment ?? '')
    .join('')
    .toUpperCase();
}
