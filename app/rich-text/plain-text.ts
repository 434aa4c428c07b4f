import type { RichText, RichTextNode } from './rich-text';

/*
 * Apart from the schema, whose library pages that are only read do without.
 */

/** The words of a rich text, blocks separated by a line break: for counting, search and mails. */
export function plainText(node: RichTextNode): string {
  if (node.type === 'text') return node.text;
  if (node.type === 'hardBreak') return '\n';
  const parts = (node.content ?? []).map((child) => plainText(child));
  const isInlineParent = node.type === 'paragraph' || node.type === 'heading';
  return parts.join(isInlineParent ? '' : '\n');
}

/** Splits a text at its first heading. */
export function splitAtHeading(text: RichText): { lead: RichText; rest: RichText } {
  const first = text.content.findIndex((block) => block.type === 'heading');
  const cut = first === -1 ? text.content.length : first;
  return {
    lead: { type: 'doc', content: text.content.slice(0, cut) },
    rest: { type: 'doc', content: text.content.slice(cut) },
  };
}
