import type { PastedElement, PastedNode } from './pasted-text';
import { footnoteMark, isHidden } from './pasted-words';

/** A footnote below a pasted text: what its mark in the text leads to, and its words. */
type PastedNote = { key: string; words: string };

/** What the notes of Word and LibreOffice are called, and the links to them and back. */
const noteName = /(ftn|edn|sdfootnote|sdendnote)(?:ref)?(\d+)/i;

function noteKey(name: string | undefined): string | null {
  const [, kind, number] = noteName.exec(name ?? '') ?? [];
  return kind && number ? kind.toLowerCase() + number : null;
}

const isNote = ({ attributes }: PastedElement) =>
  /mso-element:\s*(foot|end)note(?!-)/i.test(attributes.style ?? '') ||
  /^sd(foot|end)note\d+$/i.test(attributes.id ?? '');

/** With the line above the notes. */
const isNoteList = ({ attributes }: PastedElement) =>
  /mso-element:\s*(foot|end)note-list/i.test(attributes.style ?? '');

/** The text without the footnotes below it, and these. */
export function takeFootnotes(nodes: readonly PastedNode[]): {
  text: PastedNode[];
  notes: PastedNote[];
} {
  const notes: PastedNote[] = [];
  const text = nodes.flatMap((node): PastedNode[] => {
    if (typeof node === 'string') return [node];
    const key = isNote(node) ? noteKey(node.attributes.id) : null;
    if (key) {
      const words = wordsOf(node)
        .replaceAll('\u00AD', '')
        .replaceAll(/[\s\u00A0]+/g, ' ')
        .trim();
      if (words) notes.push({ key, words });
      return [];
    }
    const within = takeFootnotes(node.children);
    notes.push(...within.notes);
    return isNoteList(node) ? [] : [{ ...node, children: within.text }];
  });
  return { text, notes };
}

/** Without the mark, which is said by the place in the list. */
function wordsOf(node: PastedNode): string {
  if (typeof node === 'string') return node;
  if (isHidden(node) || footnoteMark(node)) return '';
  const words = node.children.map(wordsOf).join('');
  return /^(p|div|li|br)$/.test(node.tag) ? `${words} ` : words;
}

/** The mark of a footnote in the text: its number in the list where it is there, else as pasted. */
export function numberedMark(
  element: PastedElement,
  numbers: ReadonlyMap<string, number> | undefined,
): string | null {
  const mark = footnoteMark(element);
  const number = mark && numbers?.get(noteKey(element.attributes.href) ?? '');
  return number ? String(number) : mark;
}
