import { pictureWords } from './pictures';
import type { ListItem, RichText, RichTextMark, RichTextNode, TableRow } from './rich-text';

/** What is put around words, so that two texts which differ in no more than that differ in a line. */
const marks: Record<Exclude<RichTextMark['type'], 'link'>, string> = {
  bold: '**',
  italic: '_',
  underline: '__',
  strike: '~~',
  superscript: '^',
  subscript: '~',
};

/**
 * A rich text as lines that can be compared: with marks for headings, items, emphasis and quotations, the
 * addresses of links and the ids of pictures. Two texts have the same lines where they are the same.
 */
export const comparableText = ({ content }: RichText): string => content.map(linesOf).join('\n\n');

function linesOf(node: RichTextNode): string {
  switch (node.type) {
    case 'text':
      return markedWords(node.text, node.marks);
    case 'hardBreak':
      return '\n';
    case 'picture':
      return `${pictureWords(node)} {${node.attrs.id}}`;
    case 'paragraph':
      return '\u2003'.repeat(node.attrs?.indent ?? 0) + inlineOf(node.content);
    case 'heading':
      return `${'#'.repeat(node.attrs.level)} ${inlineOf(node.content)}`;
    case 'bulletList':
      return node.content.map((item) => itemOf(item, '–')).join('\n');
    case 'orderedList': {
      const first = node.attrs?.start ?? 1;
      return node.content.map((item, at) => itemOf(item, `${first + at}.`)).join('\n');
    }
    case 'blockquote':
      return linesWithin(node.content).replaceAll(/^/gm, '> ');
    case 'tableRow':
      return rowOf(node);
    case 'doc':
    case 'listItem':
    case 'table':
    case 'tableCell':
    case 'tableHeader':
      return linesWithin(node.content);
  }
}

const inlineOf = (nodes: readonly RichTextNode[] = []): string => nodes.map(linesOf).join('');
const linesWithin = (nodes: readonly RichTextNode[]): string => nodes.map(linesOf).join('\n');
const itemOf = ({ content }: ListItem, mark: string): string =>
  `${mark} ${linesWithin(content).replaceAll('\n', '\n  ')}`;
const rowOf = ({ content }: TableRow): string =>
  content.map((cell) => linesOf(cell).replaceAll(/\s+/g, ' ').trim()).join(' | ');

const markedWords = (words: string, marked: readonly RichTextMark[] = []): string =>
  marked.reduce(
    (text, mark) =>
      mark.type === 'link'
        ? `${text} <${mark.attrs.href}>`
        : marks[mark.type] + text + marks[mark.type],
    words,
  );
