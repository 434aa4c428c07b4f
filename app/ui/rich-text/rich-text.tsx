import { createElement, Fragment, type ReactNode } from 'react';
import type { RichText, RichTextMark, RichTextNode } from '~/rich-text/rich-text';
import { isSafeHref } from '~/rich-text/safe-href';
import { SmartLink } from '~/ui/smart-link';
import classes from './rich-text.module.css';

type RichTextViewProps = {
  text: RichText;
  /** Gives the sections the ids section-1, section-2 …, for links to them. */
  hasAnchors?: boolean;
};

/**
 * A rich text as elements, made at once without a component for each paragraph. It shows what the
 * schema of rich texts names (lib/rich-text) and nothing else, whatever is stored: other nodes and
 * marks are left out, and so are attributes and links that the schema would refuse.
 */
export function RichTextView({ text, hasAnchors = false }: RichTextViewProps) {
  return <div className={classes.text}>{hasAnchors ? sectionsOf(text) : childrenOf(text)}</div>;
}

/** The elements of marks without attributes. */
const plainMarks = new Map<string, string>([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
]);

function childrenOf(node: { content?: readonly RichTextNode[] }): ReactNode {
  return Array.isArray(node.content)
    ? node.content.map((child, key) => elementOf(child, key))
    : null;
}

/** @param id of a heading that links lead to */
function elementOf(node: RichTextNode, key: number, id?: string): ReactNode {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce<ReactNode>(
        (inner, mark) => marked(inner, mark, key),
        wordsOf(node.text),
      );
    case 'paragraph': {
      const indent = wholeNumber(node.attrs?.indent);
      // An attribute: the policy of the site allows no styles in the markup.
      return createElement('p', { key, 'data-indent': indent || undefined }, childrenOf(node));
    }
    case 'heading':
      return createElement(node.attrs.level === 3 ? 'h3' : 'h2', { key, id }, childrenOf(node));
    case 'bulletList':
      return createElement('ul', { key }, childrenOf(node));
    case 'orderedList':
      return createElement('ol', { key, start: wholeNumber(node.attrs?.start) }, childrenOf(node));
    case 'listItem':
      return createElement('li', { key }, childrenOf(node));
    case 'blockquote':
      return createElement('blockquote', { key }, childrenOf(node));
    case 'hardBreak':
      return createElement('br', { key });
    case 'doc':
      return createElement(Fragment, { key }, childrenOf(node));
    default:
      return null;
  }
}

const wordsOf = (text: unknown): string => (typeof text === 'string' ? text : '');

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

function marked(inner: ReactNode, mark: RichTextMark, key: number): ReactNode {
  if (mark.type !== 'link') {
    const tag = plainMarks.get(mark.type);
    return tag ? createElement(tag, { key }, inner) : inner;
  }
  if (!isSafeHref(mark.attrs.href)) return inner;
  return (
    <SmartLink key={key} href={mark.attrs.href}>
      {inner}
    </SmartLink>
  );
}

function sectionsOf(text: RichText): ReactNode {
  let number = 0;
  return text.content.map((block, key) => {
    if (block.type !== 'heading' || block.attrs.level !== 2) return elementOf(block, key);
    number += 1;
    return elementOf(block, key, `section-${number}`);
  });
}
