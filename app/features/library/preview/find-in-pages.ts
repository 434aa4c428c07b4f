/** A place where something was found: the page, and the first and last text item it touches. */
export type PageHit = { page: number; from: number; to: number };

/** Letters without case and accents, each still one character, so that places stay the same. */
function folded(text: string): string {
  return [...text]
    .map((character) => {
      const plain = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      return plain.length === character.length ? plain : character;
    })
    .join('');
}

const maxHits = 2_000;

/**
 * All places of a phrase, whatever its case, accents and line breaks.
 * @param pages the text items of each page, in reading order
 */
export function findInPages(pages: readonly (readonly string[])[], phrase: string): PageHit[] {
  const wanted = folded(phrase.trim()).replace(/\s+/g, ' ');
  if (!wanted) return [];
  const hits: PageHit[] = [];
  for (const [index, items] of pages.entries()) {
    const { text, itemAt } = joined(items);
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const from = itemAt[at] ?? 0;
      hits.push({ page: index + 1, from, to: itemAt[at + wanted.length - 1] ?? from });
      if (hits.length >= maxHits) return hits;
    }
  }
  return hits;
}

/** The positions of a phrase, or of its longer words when it does not occur. */
export function findPhraseOrWords(
  pages: readonly (readonly string[])[],
  phrase: string,
): PageHit[] {
  const whole = findInPages(pages, phrase);
  const words = phrase.split(/\s+/).filter((word) => word.length > 3);
  if (whole.length > 0 || words.length < 2) return whole;
  const hits = words.flatMap((word) => findInPages(pages, word));
  return hits.toSorted((a, b) => a.page - b.page || a.from - b.from).slice(0, maxHits);
}

/** One text with single blanks, and for each of its characters the item it comes from. */
function joined(items: readonly string[]): { text: string; itemAt: number[] } {
  let text = '';
  const itemAt: number[] = [];
  for (const [index, item] of items.entries()) {
    for (const character of folded(item)) {
      const isBlank = /\s/.test(character);
      if (isBlank && (text === '' || text.endsWith(' '))) continue;
      text += isBlank ? ' ' : character;
      for (let unit = 0; unit < character.length; unit += 1) itemAt.push(index);
    }
  }
  return { text, itemAt };
}
