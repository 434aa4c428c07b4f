import { createElement, Fragment, type ReactNode } from 'react';
import type { RichText } from '~/rich-text/rich-text';
import { isSafeHref } from '~/rich-text/safe-href';
import { TextPicture } from './figures/text-picture';
import { useDelegatedLinks } from '~/ui/use-delegated-links';
import classes from './rich-text.module.css';

/**
 * A rich text that a few look at once: an earlier version, a text under review, what is being
 * written. What is there to be read was rendered when it was written, and is shown by `RawHtml`.
 */
export function RichTextView({ text }: { text: RichText }) {
  const followLink = useDelegatedLinks();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are followed by the router
    <div className={classes.text} onClick={followLink}>
      <RichTextContent text={text} />
    </div>
  );
}

/** A node as it may be stored, by whichever way it came into the database. */
type StoredNode = {
  type?: unknown;
  text?: unknown;
  attrs?: Record<string, unknown> | null;
  marks?: unknown;
  content?: unknown;
};

type RichTextContentProps = {
  text: StoredNode;
  /** Gives the sections the ids section-1, section-2 …, for links to them. */
  hasAnchors?: boolean;
  /** The secret of a preview, while the pictures of the text are not public. */
  preview?: string;
};

/**
 * A rich text as elements. It shows what the schema of rich texts names (app/rich-text) and nothing
 * else, whatever is stored: other nodes and marks are left out, and so are attributes and links that
 * the schema would refuse.
 */
export function RichTextContent({ text, hasAnchors = false, preview }: RichTextContentProps) {
  let number = 0;
  return nodesIn(text.content).map((block, key) => {
    if (block.type === 'picture') {
      return <TextPicture key={key} attrs={block.attrs ?? {}} preview={preview} />;
    }
    const isSection = hasAnchors && block.type === 'heading' && block.attrs?.level === 2;
    if (!isSection) return elementOf(block, key);
    number += 1;
    return elementOf(block, key, `section-${number}`);
  });
}

/** The elements of nodes without attributes. */
const plainNodes = new Map<unknown, string>([
  ['bulletList', 'ul'],
  ['listItem', 'li'],
  ['blockquote', 'blockquote'],
]);

/** The elements of marks without attributes. */
const plainMarks = new Map<unknown, string>([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
]);

const isNode = (value: unknown): value is StoredNode => typeof value === 'object' && value !== null;

const nodesIn = (list: unknown): StoredNode[] => (Array.isArray(list) ? list.filter(isNode) : []);

const childrenOf = (node: StoredNode): ReactNode =>
  nodesIn(node.content).map((child, key) => elementOf(child, key));

/** @param id of a heading that links lead to */
function elementOf(node: StoredNode, key: number, id?: string): ReactNode {
  const { type, attrs } = node;
  switch (type) {
    case 'text':
      return nodesIn(node.marks).reduce<ReactNode>(
        (inner, mark) => marked(inner, mark, key),
        typeof node.text === 'string' ? node.text : '',
      );
    case 'paragraph':
      // An attribute: the policy of the site allows no styles in the markup.
      return (
        <p key={key} data-indent={wholeNumber(attrs?.indent, 8) || undefined}>
          {childrenOf(node)}
        </p>
      );
    case 'heading':
      return createElement(attrs?.level === 3 ? 'h3' : 'h2', { key, id }, childrenOf(node));
    case 'orderedList':
      return (
        <ol key={key} start={wholeNumber(attrs?.start, 999_999)}>
          {childrenOf(node)}
        </ol>
      );
    case 'hardBreak':
      return <br key={key} />;
    case 'table':
      return <TableElement key={key} table={node} />;
    default: {
      const tag = plainNodes.get(type);
      return tag ? createElement(tag, { key }, childrenOf(node)) : null;
    }
  }
}

/**
 * A table in a region of its own, in which it scrolls where it is wider than the page; named after
 * its columns. The first row says what the columns are.
 */
function TableElement({ table }: { table: StoredNode }) {
  const [head, ...rows] = nodesIn(table.content).map(({ content }) => nodesIn(content));
  if (!head) return null;
  const name = head.map(wordsOf).filter(Boolean).join(', ').slice(0, 200);
  const named = name ? { role: 'region', 'aria-label': name } : {};
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: a scrolling region
    <div data-scroll tabIndex={0} {...named}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) =>
              // An empty cell, such as the corner, is a header of nothing.
              wordsOf(cell) ? (
                <th key={column} scope="col">
                  {childrenOf(cell)}
                </th>
              ) : (
                <td key={column}>{childrenOf(cell)}</td>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{childrenOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The words of a cell. */
const wordsOf = (node: StoredNode): string =>
  typeof node.text === 'string'
    ? node.text
    : nodesIn(node.content)
        .map(wordsOf)
        .join(node.type === 'paragraph' ? '' : ' ')
        .trim();

const wholeNumber = (value: unknown, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
    ? value
    : undefined;

function marked(inner: ReactNode, { type, attrs }: StoredNode, key: number): ReactNode {
  const tag = plainMarks.get(type);
  if (tag) return createElement(tag, { key }, inner);
  const href = attrs?.href;
  if (type !== 'link' || !isSafeHref(href)) return <Fragment key={key}>{inner}</Fragment>;
  // Links within the site are followed by the router, from around the text (`useDelegatedLinks`).
  const isOwn = /^[/#]/.test(href);
  return (
    <a key={key} href={href} rel={isOwn ? undefined : 'noreferrer nofollow'}>
      {inner}
    </a>
  );
}
