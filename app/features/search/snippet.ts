/** A stretch of a snippet; the found words are marked. */
export type SnippetPart = { text: string; isMarked: boolean };

/** Takes a snippet apart whose found words stand between the characters 1 and 2. */
export function cutSnippet(snippet: string): SnippetPart[] {
  return snippet
    .replace(/\s+/g, ' ')
    .split('\u0001')
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, isMarked: false }];
      const [marked = '', ...rest] = piece.split('\u0002');
      return [
        { text: marked, isMarked: true },
        { text: rest.join(''), isMarked: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
