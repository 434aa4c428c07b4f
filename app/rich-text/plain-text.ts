import { pictureWords } from './pictures';
import type { RichText, RichTextNode, TableRow } from './rich-text';

/*
 * Apart from the schema, whose library pages that are only read do without.
 */

/** The words of a rich text, blocks separated by a line break: for counting, search and mails. */
export function plainText(node: RichTextNode): string {
  if (node.type === 'text') return node.text;
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'tableRow') return rowText(node);
  if (node.type === 'picture') return pictureWords(node);
  const parts = nodesIn<RichTextNode>(node.content).map((child) => plainText(child));
  const isInlineParent = node.type === 'paragraph' || node.type === 'heading';
  return parts.join(isInlineParent ? '' : '\n');
}

/** The cells of a row in one line. */
const rowText = (row: TableRow): string =>
  nodesIn(row.content)
    .map((cell) => plainText(cell).replaceAll(/\s+/g, ' ').trim())
    .join(' | ')
    .trim();

/** The nodes in what is stored, which may be anything. */
function nodesIn<Node extends RichTextNode>(content: readonly Node[] | undefined): Node[] {
  return Array.isArray(content) ? content.filter((node) => typeof node === 'object' && node) : [];
}

/** Splits a text at its first heading. */
export function splitAtHeading(text: RichText): { lead: RichText; rest: RichText } {
  const blocks = nodesIn(text.content);
  const first = blocks.findIndex((block) => block.type === 'heading');
  const cut = first === -1 ? blocks.length : first;
  return {
    lead: { type: 'doc', content: blocks.slice(0, cut) },
    rest: { type: 'doc', content: blocks.slice(cut) },
  };
}

/** The titles of the sections, as far as they are named. */
export const sectionTitles = (text: RichText): string[] =>
  nodesIn(text.content).filter(isSection).map(plainText);

const isSection = ({ type, attrs }: { type: string; attrs?: object }) =>
  type === 'heading' && attrs && 'level' in attrs && attrs.level === 2;
