/** Words of a page that lead somewhere. */
export type PageLink = {
  /** As the page has them, on one line. */
  words: string;
  href: string;
  /** What a card says of the decision. */
  'data-decision'?: string;
};

/** The words of a link, or a part of them: a range within one text item of the page. */
type LinkedPart = { item: number; from: number; to: number; isFirst: boolean; link: PageLink };

/**
 * The links of a page, in the order of its text; none when they cannot be had.
 */
export async function loadPageLinks(
  document: string,
  page: number,
  signal: AbortSignal,
): Promise<PageLink[]> {
  const answer = await fetch(`/intranet/documents/${document}/links/${page}`, { signal });
  return answer.ok ? await answer.json() : [];
}

/** Blanks, dashes and accents are not everywhere where they are in the text that was read. */
const passedOver = /[\s\p{Pd}\p{M}\u00AD]/u;

/** The letters that count, and for each of its units the item and the place there. */
function lettersOf(items: readonly string[]) {
  let letters = '';
  const places: { item: number; at: number }[] = [];
  for (const [item, text] of items.entries()) {
    let at = 0;
    for (const character of text) {
      for (const letter of character.normalize('NFD').toLowerCase()) {
        if (passedOver.test(letter)) continue;
        letters += letter;
        for (let unit = 0; unit < letter.length; unit += 1) places.push({ item, at });
      }
      at += character.length;
    }
  }
  return { letters, places };
}

/**
 * Where the words of links stand in the text items of a page: each link is looked for behind the one
 * before it. One whose words are not there is left out.
 */
export function placeLinks(items: readonly string[], links: readonly PageLink[]): LinkedPart[] {
  const { letters, places } = lettersOf(items);
  const parts: LinkedPart[] = [];
  let behind = 0;
  for (const link of links) {
    const words = lettersOf([link.words]).letters;
    const start = words === '' ? -1 : letters.indexOf(words, behind);
    if (start < 0) continue;
    behind = start + words.length;
    const first = parts.length;
    for (const { item, at } of places.slice(start, behind)) {
      const to = at + String.fromCodePoint(items[item]?.codePointAt(at) ?? 0).length;
      const last = parts[first] && parts.at(-1);
      if (last?.item === item) last.to = to;
      else parts.push({ item, from: at, to, isFirst: !last, link });
    }
  }
  return parts;
}

/**
 * Puts the links of a page into the text over its picture. Of one that is in several items, the first
 * part takes the focus, and has all of its words as its name.
 */
export function insertLinks(items: readonly HTMLElement[], links: readonly PageLink[]): void {
  const texts = items.map((item) => item.textContent);
  for (const { item, from, to, isFirst, link } of placeLinks(texts, links).toReversed()) {
    const text = items[item]?.firstChild;
    if (!(text instanceof Text) || text.length < to) continue;
    const anchor = document.createElement('a');
    anchor.href = link.href;
    if (link['data-decision']) anchor.dataset.decision = link['data-decision'];
    anchor.append(text.data.slice(from, to));
    if (!isFirst) anchor.tabIndex = -1;
    else if (anchor.textContent !== link.words) anchor.ariaLabel = link.words;
    text.replaceWith(text.data.slice(0, from), anchor, text.data.slice(to));
  }
}
