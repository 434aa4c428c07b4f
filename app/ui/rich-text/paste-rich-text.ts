import type { Editor } from '@tiptap/core';
import { takeFootnotes } from '~/rich-text/pasting/pasted-footnotes';
import { richTextFromLines } from '~/rich-text/pasting/pasted-lines';
import {
  type PasteOptions,
  type PastedNode,
  richTextFromPasted,
} from '~/rich-text/pasting/pasted-text';
import { cellBlocks, nestedOnly } from '~/rich-text/tables';
import { tableAtCaret } from './rich-text-table';

/**
 * Puts footnotes into the list where the text has them.
 * @returns their numbers there; null where there is no list
 */
export type TakeFootnotes = (notes: readonly string[]) => readonly number[] | null;

/**
 * Puts what the clipboard holds into the editor with a clean structure.
 * @returns false to leave it to the editor: what it copied itself, files, a single line
 */
export function pasteInto(
  editor: Editor | null,
  event: ClipboardEvent,
  options: PasteOptions & { onFootnotes?: TakeFootnotes },
): boolean {
  const clipboard = event.clipboardData;
  if (!editor || !clipboard) return false;
  const html = clipboard.getData('text/html');
  if (html.includes('data-pm-slice')) return false;
  const lines = clipboard.getData('text/plain');
  if (!html && !lines.includes('\n')) return false;
  const isInTable = tableAtCaret(editor) !== null;
  // Cells that are pasted into a table are taken up by its own cells.
  if (isInTable && /<table[\s>]/i.test(html)) return false;
  const own = isInTable ? { ...options, hasHeadings: false, hasTables: false } : options;
  const text = html ? richTextFromTree(treeOf(html), own) : richTextFromLines(lines);
  const blocks = isInTable ? cellBlocks(nestedOnly(text.content)) : text.content;
  const [first, ...others] = blocks;
  if (!first) return Boolean(html);
  const isWithinLine = others.length === 0 && first.type === 'paragraph';
  const content = isWithinLine ? (first.content ?? []) : blocks;
  return editor.chain().focus().insertContent(content).run();
}

function richTextFromTree(
  tree: readonly PastedNode[],
  { onFootnotes, ...options }: PasteOptions & { onFootnotes?: TakeFootnotes },
) {
  const { text, notes } = takeFootnotes(tree);
  const numbers = notes.length > 0 && onFootnotes?.(notes.map(({ words }) => words));
  if (!numbers) return richTextFromPasted(tree, options);
  const noteNumbers = new Map(notes.map(({ key }, at) => [key, numbers[at] ?? 0]));
  return richTextFromPasted(text, { ...options, noteNumbers });
}

/** The browser's own parser, in a document that runs and loads nothing. */
function treeOf(html: string): PastedNode[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].flatMap(pastedNode);
}

function pastedNode(node: ChildNode): PastedNode[] {
  if (node instanceof Text || node.nodeType === 3) return [node.textContent ?? ''];
  if (node.nodeType !== 1) return [];
  const attributes: Record<string, string> = {};
  if ('attributes' in node && node.attributes instanceof NamedNodeMap) {
    for (const { name, value } of node.attributes) attributes[name] = value;
  }
  return [
    {
      tag: node.nodeName.toLowerCase(),
      attributes,
      children: [...node.childNodes].flatMap(pastedNode),
    },
  ];
}

/** A picture among what is pasted or dropped, where it is no part of words. */
export function pictureIn(data: DataTransfer | null): File | null {
  if (!data || data.getData('text/html') || data.getData('text/plain')) return null;
  return [...data.files].find(({ type }) => type.startsWith('image/')) ?? null;
}

/** Whether pasted words had pictures, which stay behind: all but those that the editor has copied. */
export function leavesPictures(data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? '';
  return !html.includes('data-pm-slice') && /<(img|v:imagedata)[\s>]/i.test(html);
}
