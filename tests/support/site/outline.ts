import type { Block, RichText } from '~/rich-text/rich-text';

const tags = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strike: 's',
  superscript: 'sup',
  subscript: 'sub',
} as const;

/** A rich text as the outline in which tests write what they expect. */
export function outline(text: RichText): string[] {
  return text.content.flatMap((block) => lines(block));
}

function lines(block: Block): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading': {
      const indent = block.type === 'paragraph' ? (block.attrs?.indent ?? 0) : 0;
      const prefix = block.type === 'heading' ? '#'.repeat(block.attrs.level) + ' ' : '';
      return [(indent > 0 ? `[${indent}] ` : prefix) + (block.content ?? []).map(inline).join('')];
    }
    case 'table':
      return block.content.map(
        (row) => `|${row.content.map((cell) => cell.content.flatMap(lines).join('⏎')).join('|')}|`,
      );
    case 'picture':
      return [`![${block.attrs.alt}]${block.attrs.caption ?? ''}`];
    case 'blockquote':
      return block.content.flatMap(lines).map((line) => `> ${line}`);
    case 'bulletList':
    case 'orderedList': {
      const marker = block.type === 'orderedList' ? `${block.attrs?.start ?? 1}. ` : '- ';
      return block.content.flatMap((item) =>
        item.content
          .flatMap(lines)
          .map((line, position) => (position === 0 ? marker + line : `  ${line}`)),
      );
    }
  }
}

type Inline = NonNullable<Extract<Block, { type: 'paragraph' }>['content']>[number];

function inline(part: Inline): string {
  if (part.type === 'hardBreak') return '⏎';
  return (part.marks ?? []).toReversed().reduce((text, mark) => {
    if (mark.type === 'link') return `<a ${mark.attrs.href}>${text}</a>`;
    return `<${tags[mark.type]}>${text}</${tags[mark.type]}>`;
  }, part.text);
}
