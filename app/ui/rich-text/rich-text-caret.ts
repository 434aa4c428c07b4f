import type { Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';

/**
 * Where the caret stands in a document after these words of the plain field that showed it: behind
 * the same letters, whatever lists and quotations they stand in. Always in a line of text, where
 * there is one; the editor takes nothing else.
 */
export function caretAfter(document: Node, words: string): Selection {
  const before = words.normalize('NFC');
  const letters = before.replaceAll(/\s/g, '').length;
  const [gap = ''] = letters === 0 ? '' : (/\s*$/.exec(before) ?? []);
  const place = gap.includes('\n')
    ? afterBreak(document, placeAfter(document, letters))
    : afterBlanks(document, placeAfter(document, letters), gap.length);
  const $place = document.resolve(place);
  // Not a picture, which the next letter would replace.
  return (
    Selection.findFrom($place, 1, true) ??
    Selection.findFrom($place, -1, true) ??
    Selection.near($place)
  );
}

const pictureLetters = ({ attrs: { alt, caption } }: Node): number =>
  `[${alt}]${caption}`.replaceAll(/\s/g, '').length;

const cells = new Set(['tableHeader', 'tableCell']);

/** Behind so many letters, blanks not counted. */
function placeAfter(document: Node, letters: number): number {
  let left = letters;
  let place = 0;
  document.descendants((node, position) => {
    // The plain field has a stroke between the cells of a row.
    if (left > 0 && cells.has(node.type.name) && document.resolve(position).index() > 0) left -= 1;
    if (left > 0 && node.type.name === 'picture') {
      // Of a picture the plain field has the words; behind them the next line follows.
      left = Math.max(0, left - pictureLetters(node));
      place = position + node.nodeSize;
    }
    if (!node.isText || left === 0) return left > 0;
    for (const [offset, character] of (node.text ?? '').split('').entries()) {
      if (left === 0) break;
      if (/\S/.test(character)) left -= 1;
      place = position + offset + 1;
    }
    return false;
  });
  return place;
}

/** Behind so many blanks, as far as they stand here. */
function afterBlanks(document: Node, place: number, blanks: number): number {
  const text = document.resolve(place).nodeAfter?.text ?? '';
  const [found = ''] = /^\s*/.exec(text) ?? [];
  return place + Math.min(found.length, blanks);
}

/** The beginning of the next line: behind a line break, or in the next paragraph. */
function afterBreak(document: Node, place: number): number {
  const $place = document.resolve(afterBlanks(document, place, Infinity));
  if ($place.nodeAfter?.type.name === 'hardBreak') return $place.pos + 1;
  if ($place.nodeAfter || $place.depth === 0) return $place.pos;
  return Selection.findFrom(document.resolve($place.after()), 1, true)?.from ?? $place.pos;
}
