import { createElement, Fragment, type ReactNode } from 'react';
import { bodyOf, type ShownText } from '~/lib/packed-text';
import { RecentMemory } from '~/lib/recent-memory';
import type { RichText, RichTextMark, RichTextNode } from '~/lib/rich-text';
import { hasOwnPlaces, plainMarks, richTextHtml } from './rich-text-html';
import { keptMarkup } from './kept-markup';
import { MadeElement } from './made-element';
import { SmartLink } from './smart-link';
import classes from './rich-text.module.css';
import { useOwnLinks } from './use-own-links';

type RichTextViewProps = {
  /**
   * The text, or its JSON: in the data of a page one string is written and read much sooner than
   * a tree of a hundred nodes. Empty in the browser where only the page that came says it.
   */
  text: RichText | ShownText | string;
  /** Names a text that is given as a string; another text has another name. */
  name?: string;
  /** Gives the sections the ids section-1, section-2 …, for links to them. */
  hasAnchors?: boolean;
};

/**
 * A rich text as elements. Only what the schema of rich texts allows can be rendered; see
 * lib/rich-text. The elements are made at once, without a component for each paragraph; on the
 * server, where nobody clicks, they are the same markup as one string. What has a name and came
 * with the page stays in the browser what it is there.
 */
export function RichTextView({ text, name, hasAnchors = false }: RichTextViewProps) {
  const isShown = typeof text === 'object' && 'name' in text;
  const body = isShown ? bodyOf(text) : text;
  const known = isShown ? text.name : name;
  if (import.meta.env.SSR) {
    const html = body ? htmlOf(body, hasAnchors) : '';
    if (html !== '')
      return <MadeElement as="div" className={classes.text} data-text={known} html={html} />;
  } else {
    const kept = known === undefined ? null : keptMarkup(known, !body);
    if (kept !== null && known !== undefined) return <KeptText name={known} html={kept} />;
  }
  return (
    <div className={classes.text} data-text={known}>
      {body && elementsOf(parsed(body), hasAnchors)}
    </div>
  );
}

/** In the browser: a text that is in the page already. Its links are followed by the router. */
function KeptText({ name, html }: { name: string; html: string }) {
  const followLink = useOwnLinks();
  return (
    <MadeElement
      as="div"
      className={classes.text}
      data-text={name}
      onClick={followLink}
      html={html}
    />
  );
}

/** The markup of texts that were shown lately, by their JSON. On the server only. */
const shown = /* @__PURE__ */ new RecentMemory(1_000_000);

/** The markup inside of the view; empty when it has to be made of elements. */
function htmlOf(text: RichText | string, hasAnchors: boolean): string {
  const make = () => {
    const whole = parsed(text);
    if (hasOwnPlaces(whole)) return '';
    return richTextHtml(hasAnchors ? withAnchors(whole) : whole);
  };
  return typeof text === 'string' ? shown.get(`${hasAnchors} ${text}`, make) : make();
}

const parsed = (text: RichText | string): RichText =>
  typeof text === 'string' ? JSON.parse(text) : text;

/** The elements inside the frame of the view. */
export function elementsOf(text: RichText, hasAnchors: boolean): ReactNode {
  return childrenOf(hasAnchors ? withAnchors(text) : text);
}

type Anchored = { attrs?: { id?: string } };

function childrenOf(node: { content?: readonly RichTextNode[] }): ReactNode[] | undefined {
  return node.content?.map(elementOf);
}

function elementOf(node: RichTextNode & Anchored, key: number): ReactNode {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce<ReactNode>(
        (inner, mark) => marked(inner, mark, key),
        node.text,
      );
    case 'paragraph': {
      const indent = node.attrs?.indent ?? 0;
      // An attribute: the policy of the site allows no styles in the markup.
      const attributes = indent > 0 ? { key, 'data-indent': indent } : { key };
      return createElement('p', attributes, childrenOf(node));
    }
    case 'heading':
      return createElement(
        node.attrs.level === 3 ? 'h3' : 'h2',
        { key, id: node.attrs.id },
        childrenOf(node),
      );
    case 'bulletList':
      return createElement('ul', { key }, childrenOf(node));
    case 'orderedList':
      return createElement('ol', { key, start: node.attrs?.start }, childrenOf(node));
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

function marked(inner: ReactNode, mark: RichTextMark, key: number): ReactNode {
  if (mark.type !== 'link') return createElement(plainMarks[mark.type], { key }, inner);
  return (
    <SmartLink key={key} href={mark.attrs.href}>
      {inner}
    </SmartLink>
  );
}

function withAnchors(text: RichText): RichText {
  let number = 0;
  return {
    ...text,
    content: text.content.map((block) => {
      if (block.type !== 'heading' || block.attrs.level !== 2) return block;
      number += 1;
      return { ...block, attrs: { ...block.attrs, id: `section-${number}` } };
    }),
  };
}
